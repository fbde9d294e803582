"""Loading models, and answers to properties."""

import pytest
from conftest import EXAMPLES

import synod
from synod import Verdict


def test_answers_are_objects(philosophers):
    report = philosophers.check()
    assert [answer.name for answer in report] == ["no_deadlock", "one_hand_a_fork", "patience_pays"]
    assert list(philosophers.properties) == [answer.name for answer in report]
    broken = report["no_deadlock"]
    assert broken.verdict is Verdict.VIOLATED and broken.is_violated and not broken
    assert broken.place.line == 32 and broken.place.file.endswith("philosophers.rcp")
    assert len(broken.run) == 4 and broken.run.loop_start is None or broken.run.loop_start == 4
    kept = report["one_hand_a_fork"]
    assert kept.holds and kept and kept.run is None and kept.states == 34
    assert not report.ok and report.violated == [broken, report["patience_pays"]]
    with pytest.raises(KeyError, match="there are no_deadlock"):
        report["nothing"]


def test_engines_limits_and_names(philosophers):
    report = philosophers.check("one_hand_a_fork", engine="ic3", timeout=60)
    assert report[0].engine == "ic3" and report.ok
    assert philosophers.check("no-deadlock")[0].is_violated
    bounded = philosophers.check("one_hand_a_fork", engine="bmc", depth=2)
    assert bounded[0].verdict is Verdict.BOUNDED
    with pytest.raises(synod.SynodError, match="no engine `explicid`"):
        philosophers.check(engine="explicid")


def test_parameters(leader):
    assert leader.parameters == {"n": 3}
    assert leader.check("Settled").ok
    with pytest.raises(synod.SynodError):
        synod.load(EXAMPLES / "labs/leader.labs")


def test_any_number_of_agents():
    model = synod.load(EXAMPLES / "pispl/robots.pispl")
    assert model.is_family
    report = model.check()
    assert all("any_number" in answer.document for answer in report)
    with pytest.raises(synod.SynodError, match="the number of agents of each role is needed"):
        model.agents
    assert model.cutoff()["properties"]


def test_errors_have_text_code_and_place(tmp_path):
    path = tmp_path / "broken.rcp"
    path.write_text((EXAMPLES / "rcheck/philosophers.rcp").read_text().replace("{!hasFirst} first!", "{!hasFrist} first!"))
    with pytest.raises(synod.ModelError) as caught:
        synod.load(path)
    error = caught.value
    assert error.code.startswith("rcheck::") and error.place.line == 21 and error.place.file == str(path)
    assert "hasFrist" in str(error) and "21 |" in str(error) and error.kind == "rejected"
    with pytest.raises(FileNotFoundError):
        synod.load("nowhere.rcp")


def test_errors_of_formulas_point_into_them(philosophers):
    with pytest.raises(synod.ModelError) as caught:
        philosophers.check("G (p1-hasFirst -> F p1-hasThird)")
    assert caught.value.place.file == "formula" and caught.value.place.column == 24


def test_warnings(tmp_path):
    path = tmp_path / "idle.ispl"
    path.write_text((EXAMPLES / "ispl/bit-transmission.ispl").read_text())
    model = synod.load(path)
    assert all(found.severity in ("warning", "note") for found in model.warnings)


def test_included_files_are_found(tmp_path):
    text = (EXAMPLES / "rcheck/philosophers.rcp").read_text()
    begin, end = text.index("agent Philosopher"), text.index("system =")
    (tmp_path / "agent.rcp").write_text(text[begin:end])
    path = tmp_path / "main.rcp"
    path.write_text(text[:begin] + 'include "agent.rcp"\n' + text[end:])
    try:
        model = synod.load(path)
    except synod.ModelError as error:
        pytest.fail(str(error))
    assert model.check("one_hand_a_fork").ok


def test_text_without_a_file():
    model = synod.loads((EXAMPLES / "process/vending.ccs").read_text(), "ccs")
    assert [answer.verdict.value for answer in model.check()] == ["holds", "violated", "holds", "violated"]


def test_reports_for_other_programs(philosophers):
    report = philosophers.check("no_deadlock")
    assert "<html" in report.to("html") and '"2.1.0"' in report.to("sarif") and "<testsuite" in report.to("junit")


def test_witnesses_and_fairness(bit, philosophers):
    report = bit.check(witnesses=True)
    assert any(answer.witness is not None for answer in report)
    fair = philosophers.check("patience_pays", fairness="all")
    assert fair[0].is_violated and fair.document["fairness"]


def test_estimates():
    model = synod.load(EXAMPLES / "rcheck/philosophers.rcp")
    [estimate] = model.estimate("no_deadlock", error=0.05, seed=3, horizon=200)
    low, high = estimate.interval
    assert 0 <= low <= high <= 1 and high - low <= 0.1 + 1e-9
    [again] = model.estimate("no_deadlock", error=0.05, seed=3, horizon=200)
    assert again.interval == estimate.interval
    [tested] = model.estimate("one_hand_a_fork", at_least=0.5, seed=1, horizon=50)
    assert tested.decision in ("accepted", "rejected", "undecided")


def test_forms(philosophers):
    assert "MODULE main" in philosophers.show("smv")
    assert philosophers.automata("p1").startswith("<svg")
