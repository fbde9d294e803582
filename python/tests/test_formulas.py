"""Formulas as objects, in every language."""

import pytest
from conftest import EXAMPLES

import synod
from synod import A, E, F, G, K, U, W, X, atom, box, can, diamond, did, distinct, does


def test_formulas_are_asked_like_text(philosophers):
    v = philosophers.vars
    formula = G(v["p1-hasFirst"] >> F(v["p1-hasSecond"]))
    built, written = philosophers.check(formula, "G (p1-hasFirst -> F p1-hasSecond)")
    assert built.verdict == written.verdict == "violated"
    assert philosophers.check(G(v["p1-first"] == "f1"))[0].holds
    assert philosophers.check(G(~(v["p1-hasSecond"] & v["p2-hasFirst"])))[0].holds
    assert philosophers.check(F(v["p1-hasFirst"] | v["p2-hasFirst"]))[0].verdict == philosophers.check(
        "F (p1-hasFirst | p2-hasFirst)"
    )[0].verdict
    assert philosophers.check(W(~v["p1-hasSecond"], v["p1-hasFirst"]))[0].holds
    assert philosophers.check(G(atom("deadlock") >> X(atom("deadlock"))))[0].holds


def test_formulas_about_labs(leader):
    v = leader.vars
    assert leader.check(G(v["leader of Node 0"] <= 3))[0].holds
    assert leader.check(F(v["leader of Node 0"] == 0))[0].holds
    assert leader.check(G(v["leader of Node 0"] + 1 > 3))[0].is_violated


def test_formulas_about_ispl_compare_variables(bit):
    v = bit.vars
    assert bit.check(G((v["Sender.done"] == True) >> (v["Receiver.has"] != "nothing_yet")))[0].holds  # noqa: E712
    assert bit.check(G(v["Sender.done"] >> (v["Receiver.has"] != "nothing_yet")))[0].holds
    knows = bit.check(A(G(v["Sender.done"] >> K("Sender", v["Receiver.has"] != "nothing_yet"))))
    assert knows[0].holds
    assert bit.check(E(F(v["Sender.done"])))[0].holds
    assert bit.check(A(F(v["Sender.done"])))[0].is_violated


def test_formulas_about_processes_speak_of_actions():
    vending = synod.load(EXAMPLES / "process/vending.ccs")
    assert vending.check(G(does("coin") >> F(does("tea", "coffee"))))[0].is_violated
    assert vending.check(box("coin", can("tea") | can("coffee")))[0].holds
    assert vending.check(diamond("coin", ~can("tea") & ~can("coffee")))[0].is_violated
    assert vending.check(A(G(E(F(can("coin"))))))[0].holds
    with pytest.raises(TypeError, match="at least one"):
        does()


def test_formulas_about_choreographies_name_interactions():
    stock = synod.load(EXAMPLES / "process/stock.chor")
    assert stock.check(W(~can("market -> board: result"), did("save")))[0].holds
    assert stock.check(G(did("change") >> G(~does("change"))))[0].holds


def test_formulas_about_families_name_different_agents():
    alone = distinct(A(G(~(atom("express_in(e)") & atom("express_in(f)")))), Express="e f")
    knows = distinct(A(G(atom("express_in(e)") >> K("Express(e)", ~atom("express_in(f)")))), Express="e f")
    for parameters in ({}, {"Express": 2, "Local": 2}):
        trains = synod.load(EXAMPLES / "pispl/trains.pispl", **parameters)
        assert all(answer.holds for answer in trains.check(alone, knows))
    assert str(alone) == "(Express : {e, f}) AG (!(((express_in(e)) & (express_in(f)))))"
    with pytest.raises(TypeError, match="name the agents"):
        distinct(alone)


def test_conditions_are_formulas_too(philosophers, bit):
    walk = philosophers.walk()
    assert walk.find(philosophers.vars["p2-hasSecond"] & ~philosophers.vars["p1-hasFirst"])
    walk = bit.walk()
    assert walk.find(bit.vars["Sender.done"] == True)  # noqa: E712


def test_python_words_are_refused():
    x = synod.Var("x")
    with pytest.raises(TypeError, match="use `&`"):
        bool(x > 3)
    with pytest.raises(TypeError, match="use `&`"):
        (x > 3) and (x < 5)
    assert str(G((x > 3) >> F(synod.Var("done")))) == "G (((x > 3) -> F (done)))"
    assert str(U(x > 1, True)) == "(((x > 1)) U (true))"
