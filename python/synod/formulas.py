"""Formulas as objects: `G(x > 3) >> F(done)`.

Variables come from a model (`model.vars["one-x"]`) or are named (`Var("one-x")`); conditions in the language of a model are atoms
(`atom("forall k : Client . k-cLink = empty")`). Of processes and choreographies, `can`, `does` and `did` speak of actions, `diamond` and `box` of what follows
them; `distinct` names agents of a family. A formula becomes text when a model is asked, in the notation of its language.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Callable, Union

Operand = Union["Formula", "Var", bool, str]
Value = Union["Term", int, bool, str]


class Term:
    """A value: a variable, a number, or a sum, difference or product of these."""

    def __init__(self, write: Callable[[Notation], str], whose: str = ""):
        self._write = write
        self._whose = whose

    def _joined(self, sign: str, other: Value) -> Term:
        return Term(lambda notation: f"({notation.value(self)} {sign} {notation.value(other)})")

    def __add__(self, other: Value) -> Term:
        return self._joined("+", other)

    def __sub__(self, other: Value) -> Term:
        return self._joined("-", other)

    def __mul__(self, other: Value) -> Term:
        return self._joined("*", other)

    def _compared(self, sign: str, other: Value) -> Formula:
        return Formula(lambda notation: notation.comparison(self, sign, other))

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
        super().__init__(lambda notation: notation.variable(name))
        self.name = name

    def _condition(self) -> Formula:
        return Formula(lambda notation: notation.truth(self))

    def __and__(self, other: Operand) -> Formula:
        return self._condition() & other

    def __or__(self, other: Operand) -> Formula:
        return self._condition() | other

    def __rshift__(self, other: Operand) -> Formula:
        return self._condition() >> other

    def __invert__(self) -> Formula:
        return ~self._condition()

    def __repr__(self) -> str:
        return f"Var({self.name!r})"


class Formula:
    """A formula. `a & b`, `a | b`, `~a` and `a >> b` (if a, then b) join formulas; `G`, `F`, `X`, `U`, `W`, `R` are about runs, `A` and `E` about
    all and some runs, `K` about what agents know.
    """

    def __init__(self, write: Callable[[Notation], str], is_temporal: bool = False):
        self._write = write
        self.is_temporal = is_temporal

    def to(self, language: str) -> str:
        """The formula in the notation of a language (`rcheck`, `labs`, `ispl`, …)."""
        return Notation(language).question(self)

    def __and__(self, other: Operand) -> Formula:
        return _joined("and", self, other)

    def __or__(self, other: Operand) -> Formula:
        return _joined("or", self, other)

    def __rshift__(self, other: Operand) -> Formula:
        return _joined("implies", self, other)

    def __invert__(self) -> Formula:
        return Formula(lambda notation: f"{notation.words['not']}({notation.formula(self)})", self.is_temporal)

    def __bool__(self) -> bool:
        raise TypeError("a formula has no truth value: use `&`, `|` and `~` instead of `and`, `or` and `not`")

    def __repr__(self) -> str:
        return f"<Formula {self.to('')}>"


def _formula(operand: Operand) -> Formula:
    if isinstance(operand, Formula):
        return operand
    if isinstance(operand, Var):
        return operand._condition()
    if isinstance(operand, bool):
        return Formula(lambda notation: "true" if operand else "false")
    if isinstance(operand, str):
        return atom(operand)
    raise TypeError(f"{operand!r} is not a formula")


def _joined(word: str, one: Operand, other: Operand) -> Formula:
    left, right = _formula(one), _formula(other)
    return Formula(
        lambda notation: f"({notation.formula(left)} {notation.words[word]} {notation.formula(right)})",
        left.is_temporal or right.is_temporal,
    )


def _unary(sign: str) -> Callable[[Operand], Formula]:
    def operator(operand: Operand) -> Formula:
        inner = _formula(operand)

        def write(notation: Notation) -> str:
            text = notation.formula(inner)
            # ISPL and PISPL write the quantifier and the operator as one word, and an until in one pair of parentheses.
            if sign in "AE" and notation.language in ("ispl", "pispl") and re.match(r"[GFX] |\(", text):
                return sign + text
            return f"{sign} ({text})"

        return Formula(write, True)

    return operator


def _binary(sign: str) -> Callable[[Operand, Operand], Formula]:
    def operator(one: Operand, other: Operand) -> Formula:
        left, right = _formula(one), _formula(other)
        return Formula(lambda notation: f"(({notation.formula(left)}) {sign} ({notation.formula(right)}))", True)

    return operator


def atom(text: str) -> Formula:
    """A condition on states, or a formula, in the language of the model."""
    return Formula(lambda notation: f"({text})")


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
    inner = _formula(operand)
    return Formula(lambda notation: f"K({agent}, {notation.formula(inner)})", True)


def _about(word: str) -> Callable[..., Formula]:
    def operator(*actions: str) -> Formula:
        if not actions:
            raise TypeError(f"`{word}` is about an action: name at least one")
        return Formula(lambda notation: f"{word}({', '.join(actions)})", word != "can")

    return operator


#: `can("bid")`, in CCS and choreographies: the action is possible here; of several, one of them. In full it is `can("broker -> market: bid")`.
can = _about("can")
#: `does("tea", "coffee")`: the step that the run takes here is one of these actions.
does = _about("does")
#: `did("save")`: the step that led here was this action.
did = _about("did")


def diamond(action: str, operand: Operand) -> Formula:
    """`<a> f`, in CCS and choreographies: some `a` leads from here to where `f` holds."""
    inner = _formula(operand)
    return Formula(lambda notation: f"<{action}> ({notation.formula(inner)})", True)


def box(action: str, operand: Operand) -> Formula:
    """`[a] f`, in CCS and choreographies: every `a` leads from here to where `f` holds."""
    inner = _formula(operand)
    return Formula(lambda notation: f"[{action}] ({notation.formula(inner)})", True)


def distinct(operand: Operand, **roles: str) -> Formula:
    """A formula of PISPL about different agents, whatever their number: `distinct(A(G(~(atom("in(u)") & atom("in(v)")))), Robot="u v")` names two robots."""
    inner = _formula(operand)
    if not roles:
        raise TypeError('name the agents that it is about, such as Robot="u v"')
    indices = ", ".join(f"{role} : {{{', '.join(names.split())}}}" for role, names in roles.items())
    return Formula(lambda notation: f"({indices}) {notation.formula(inner)}", True)


_SIGNS = {"and": "&", "or": "|", "implies": "->", "not": "!"}
_WORDS = {"and": "and", "or": "or", "implies": "->", "not": "!"}


@dataclass
class Notation:
    """How a language writes formulas. ISPL has propositions for conditions on variables: those that a formula needs are collected."""

    language: str
    propositions: dict[str, str] = field(default_factory=dict)

    @property
    def words(self) -> dict[str, str]:
        """The signs that join formulas."""
        return _WORDS if self.language in ("ispl", "pispl", "labs") else _SIGNS

    def question(self, formula: Operand) -> str:
        """A formula that is asked."""
        asked = _formula(formula)
        return self.formula(asked)

    def formula(self, formula: Formula) -> str:
        """A formula."""
        return formula._write(self)

    def variable(self, name: str) -> str:
        """A variable, by its name in runs."""
        found = re.fullmatch(r"(.+) of \S+ (\d+)", name) if self.language == "labs" else None
        return f"{found[1]} of {found[2]}" if found else name

    def value(self, value: Value) -> str:
        """A value."""
        if isinstance(value, Term):
            return value._write(self)
        return str(value).lower() if isinstance(value, bool) else str(value)

    def comparison(self, one: Value, sign: str, other: Value) -> str:
        """A comparison of values."""
        if self.language == "ispl" and sign == "!=":
            return f"!({self.comparison(one, '=', other)})"
        return self._proposition(f"{self.value(one)} {sign} {self.value(other)}")

    def truth(self, variable: Var) -> str:
        """A variable that holds a truth value."""
        name = self.variable(variable.name)
        # A name without an agent is a proposition of the model.
        if self.language == "ispl" and "." in name:
            return self._proposition(f"{name} = true")
        return name

    def _proposition(self, condition: str) -> str:
        if self.language != "ispl":
            return f"({condition})"
        return self.propositions.setdefault(condition, f"asked_condition_{len(self.propositions) + 1}")

    def declared(self, text: str) -> str:
        """The text of a model with the propositions that formulas need."""
        if not self.propositions:
            return text
        lines = "".join(f" {name} if {condition};" for condition, name in self.propositions.items())
        declared, count = re.subn(r"(?m)^(\s*)end\s+Evaluation", lambda found: f"{found[1]}{lines.strip()} end Evaluation", text)
        if count == 1:
            return declared
        evaluation = f"Evaluation {lines} end Evaluation "
        return re.sub(r"(?m)^(\s*)InitStates", lambda found: f"{found[1]}{evaluation}InitStates", text, count=1)
