"""Formulas as objects: `G(x > 3) >> F(done)`.

Variables come from a model (`model.vars["one-x"]`) or are named (`Var("one-x")`); conditions in the language of a model are atoms
(`atom("forall k : Client . k-cLink = empty")`). Of processes and choreographies, `can`, `does` and `did` speak of actions, `diamond` and `box` of what follows
them; `distinct` names agents of a family. A formula becomes text (`str(formula)`) when a model is asked, in a notation that every language reads.
"""

from __future__ import annotations

import re
from typing import Callable, Union

Operand = Union["Formula", "Var", bool, str]
Value = Union["Term", int, bool, str]


def _value(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


class Term:
    """A value: a variable, a number, or a sum, difference or product of these."""

    def __init__(self, text: str):
        self._text = text

    def __str__(self) -> str:
        return self._text

    def _joined(self, sign: str, other: Value) -> Term:
        return Term(f"({self} {sign} {_value(other)})")

    def __add__(self, other: Value) -> Term:
        return self._joined("+", other)

    def __sub__(self, other: Value) -> Term:
        return self._joined("-", other)

    def __mul__(self, other: Value) -> Term:
        return self._joined("*", other)

    def _compared(self, sign: str, other: Value) -> Formula:
        return Formula(f"({self} {sign} {_value(other)})")

    def __lt__(self, other: Value) -> Formula:
        return self._compared("<", other)

    def __le__(self, other: Value) -> Formula:
        return self._compared("<=", other)

    def __gt__(self, other: Value) -> Formula:
        return self._compared(">", other)

    def __ge__(self, other: Value) -> Formula:
        return self._compared(">=", other)

    def __eq__(self, other: object) -> Formula:  # type: ignore[override]
        return self._compared("=", other)  # type: ignore[arg-type]

    def __ne__(self, other: object) -> Formula:  # type: ignore[override]
        return self._compared("!=", other)  # type: ignore[arg-type]

    __hash__ = None  # type: ignore[assignment]

    def __bool__(self) -> bool:
        raise TypeError("a term has no truth value: use `&`, `|` and `~` instead of `and`, `or` and `not`")


class Var(Term):
    """A variable, by the name that it has in runs. One that holds a truth value is a condition."""

    def __init__(self, name: str):
        super().__init__(name)
        self.name = name

    def __and__(self, other: Operand) -> Formula:
        return _formula(self) & other

    def __or__(self, other: Operand) -> Formula:
        return _formula(self) | other

    def __rshift__(self, other: Operand) -> Formula:
        return _formula(self) >> other

    def __invert__(self) -> Formula:
        return ~_formula(self)

    def __repr__(self) -> str:
        return f"Var({self.name!r})"


class Formula:
    """A formula; `str` gives its text. `a & b`, `a | b`, `~a` and `a >> b` (if a, then b) join formulas; `G`, `F`, `X`, `U`, `W`, `R` are
    about runs, `A` and `E` about all and some runs, `K` about what agents know.
    """

    def __init__(self, text: str):
        self._text = text

    def __str__(self) -> str:
        return self._text

    def __and__(self, other: Operand) -> Formula:
        return _joined("&", self, other)

    def __or__(self, other: Operand) -> Formula:
        return _joined("|", self, other)

    def __rshift__(self, other: Operand) -> Formula:
        return _joined("->", self, other)

    def __invert__(self) -> Formula:
        return Formula(f"!({self})")

    def __bool__(self) -> bool:
        raise TypeError("a formula has no truth value: use `&`, `|` and `~` instead of `and`, `or` and `not`")

    def __repr__(self) -> str:
        return f"<Formula {self}>"


def _formula(operand: Operand) -> Formula:
    if isinstance(operand, Formula):
        return operand
    if isinstance(operand, Var):
        return Formula(operand.name)
    if isinstance(operand, bool):
        return Formula(_value(operand))
    if isinstance(operand, str):
        return atom(operand)
    raise TypeError(f"{operand!r} is not a formula")


def _joined(sign: str, one: Operand, other: Operand) -> Formula:
    return Formula(f"({_formula(one)} {sign} {_formula(other)})")


def _unary(sign: str) -> Callable[[Operand], Formula]:
    def operator(operand: Operand) -> Formula:
        text = str(_formula(operand))
        # A quantifier and the operator behind it are one word, and an until needs no more than one pair of parentheses.
        is_one_word = sign in "AE" and re.match(r"[GFX] |\(", text)
        return Formula(sign + text if is_one_word else f"{sign} ({text})")

    return operator


def _binary(sign: str) -> Callable[[Operand, Operand], Formula]:
    def operator(one: Operand, other: Operand) -> Formula:
        return Formula(f"(({_formula(one)}) {sign} ({_formula(other)}))")

    return operator


def atom(text: str) -> Formula:
    """A condition on states, or a formula, in the language of the model."""
    return Formula(f"({text})")


#: Always.
G = _unary("G")
#: At last.
F = _unary("F")
#: In the next state.
X = _unary("X")
#: On all runs from here.
A = _unary("A")
#: On some run from here.
E = _unary("E")
#: `U(a, b)`: a until b, and b happens.
U = _binary("U")
#: `W(a, b)`: a until b, or a for ever.
W = _binary("W")
#: `R(a, b)`: b until both a and b, or b for ever.
R = _binary("R")


def K(agent: str, operand: Operand) -> Formula:
    """The agent knows it."""
    return Formula(f"K({agent}, {_formula(operand)})")


def _about(word: str) -> Callable[..., Formula]:
    def operator(*actions: str) -> Formula:
        if not actions:
            raise TypeError(f"`{word}` is about an action: name at least one")
        return Formula(f"{word}({', '.join(actions)})")

    return operator


#: `can("bid")`, in CCS and choreographies: the action is possible here; of several, one of them. In full it is `can("broker -> market: bid")`.
can = _about("can")
#: `does("tea", "coffee")`: the step that the run takes here is one of these actions.
does = _about("does")
#: `did("save")`: the step that led here was this action.
did = _about("did")


def diamond(action: str, operand: Operand) -> Formula:
    """`<a> f`, in CCS and choreographies: some `a` leads from here to where `f` holds."""
    return Formula(f"<{action}> ({_formula(operand)})")


def box(action: str, operand: Operand) -> Formula:
    """`[a] f`, in CCS and choreographies: every `a` leads from here to where `f` holds."""
    return Formula(f"[{action}] ({_formula(operand)})")


def distinct(operand: Operand, **roles: str) -> Formula:
    """A formula of PISPL about different agents, whatever their number: `distinct(A(G(~(atom("in(u)") & atom("in(v)")))), Robot="u v")` names two robots."""
    if not roles:
        raise TypeError('name the agents that it is about, such as Robot="u v"')
    indices = ", ".join(f"{role} : {{{', '.join(names.split())}}}" for role, names in roles.items())
    return Formula(f"({indices}) {_formula(operand)}")
