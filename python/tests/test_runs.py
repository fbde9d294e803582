"""Runs, walks, states and graphs."""

import json

import pytest
from conftest import EXAMPLES

import synod


def test_a_counterexample_is_a_run(philosophers):
    run = philosophers.check("no_deadlock")[0].run
    assert len(run.steps) == len(run) and len(run.states) >= len(run)
    assert run.states[0]["p1-hasFirst"] is False and run.states[0]["p1-first"] == "f1"
    last = run.states[len(run.states) - 1]
    assert all(last[f"p{n}-hasFirst"] for n in range(1, 5))
    assert run.chart().startswith("<svg") and run._repr_svg_().startswith("<svg")
    assert json.loads(run.export("itf"))["states"]
    with pytest.raises(synod.SynodError, match="form of runs"):
        run.export("pdf")


def test_the_viewer_holds_the_run(philosophers):
    view = philosophers.check("patience_pays")[0].run.view("patience_pays")
    assert view.data["view"]["formula"] and view.data["automata"]
    assert "<synod-run" in view.html() and view._repr_html_().startswith("<iframe")


def test_parts_of_formulas_along_a_run(philosophers):
    run = philosophers.check("no_deadlock")[0].run
    rows = run.evaluate("G !p1-hasSecond")
    assert rows and rows[0]["text"]


def test_simulations_are_the_same_for_the_same_seed(leader):
    one, two = leader.simulate(runs=5, steps=20, seed=1), leader.simulate(runs=5, steps=20, seed=1)
    assert [run.steps for run in one] == [run.steps for run in two]
    assert len(one) == 5 and one.summary["runs"] == 5
    assert one[2].number == 3 and all(run.dead_end in (True, False) for run in one)
    assert one.lengths["steps"] == [len(run) for run in one]


def test_simulations_begin_where_they_are_told(philosophers):
    simulation = philosophers.simulate(runs=2, steps=3, seed=1, where="!p1-hasFirst")
    assert not simulation[0].states[0]["p1-hasFirst"]
    with pytest.raises(synod.SynodError):
        philosophers.simulate(where="p1-hasFirst")


def test_walks(philosophers):
    walk = philosophers.walk()
    assert len(walk.enabled) == 4 and {move.agent for move in walk.enabled} == {"p1", "p2", "p3", "p4"}
    before = walk.state
    walk.step(0)
    assert walk.state != before and walk.state == walk.moves[0].target and len(walk) == 1
    assert walk.moves[0].changes == {"p1-hasFirst": True}
    assert walk.back() == before and len(walk) == 0
    walk.step("p2")
    assert walk.eval("p2-hasFirst") is True
    with pytest.raises(synod.SynodError, match="1 steps only"):
        walk.back(5)
    with pytest.raises(synod.SynodError, match="there is no step 99"):
        walk.step(99)
    assert walk.run.steps == [walk.moves[0].text]


def test_what_is_blocked_and_why(philosophers):
    walk = philosophers.walk()
    assert walk.find("deadlock") and not walk.enabled
    blocked = walk.blocked
    assert {one.agent for one in blocked} >= {"p1", "p2", "p3", "p4"}
    assert all(one.why for one in blocked) and blocked[0].place.line == 21
    assert not walk.find("p1-hasSecond")


def test_states_and_their_graph(philosophers):
    states = list(philosophers.states())
    assert len(states) == len(set(states)) == 34
    explorer = philosophers.states(limit=5)
    assert len(list(explorer)) == 5 and not explorer.is_complete
    networkx = pytest.importorskip("networkx")
    graph = philosophers.graph()
    assert graph.number_of_nodes() == 34
    dead = [node for node in graph if graph.out_degree(node) == 0]
    assert len(dead) == 1 and networkx.shortest_path_length(graph, states[0], dead[0]) == 4
    with pytest.raises(synod.SynodError, match="more than 10 states"):
        philosophers.graph(limit=10)


def test_states_are_mappings(philosophers):
    state = next(philosophers.states())
    assert dict(state) == state.as_dict() and len(state) == 20 and "p1-first" in state
    assert state.get("nothing", 7) == 7 and list(state)[0] == next(iter(state.keys()))
    with pytest.raises(KeyError, match="p1-hasFirst"):
        state["p1-hasFrist"]
    other = next(synod.load(EXAMPLES / "rcheck/philosophers.rcp").states())
    assert state != other, "states of different models are different"


def test_walks_in_every_language():
    for path, parameters in [
        ("ispl/cards.ispl", {}),
        ("labs/leader.labs", {"n": 2}),
        ("process/two-phase-commit.ccs", {}),
        ("process/stock.chor", {}),
    ]:
        walk = synod.load(EXAMPLES / path, parameters=parameters).walk()
        walk.random(5, seed=1)
        assert walk.run.chart().startswith("<svg"), path
