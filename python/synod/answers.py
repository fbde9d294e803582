"""Answers to properties, with evidence."""

from __future__ import annotations

from enum import Enum
from html import escape
from typing import TYPE_CHECKING, Any, Iterator, Sequence

from .errors import Diagnostic, Place, diagnostic, place
from .runs import Run
from .tables import Table

if TYPE_CHECKING:
    from .model import Model


class Verdict(str, Enum):
    """An answer in one word."""

    #: It holds.
    HOLDS = "holds"
    #: It is violated.
    VIOLATED = "violated"
    #: No violation within the limits given.
    BOUNDED = "bounded"
    #: Not decided.
    UNKNOWN = "unknown"

    def __str__(self) -> str:
        return self.value


_MARKS = {Verdict.HOLDS: "✓", Verdict.VIOLATED: "✗", Verdict.BOUNDED: "~", Verdict.UNKNOWN: "?"}
_CLAUSES = {
    Verdict.HOLDS: "holds",
    Verdict.VIOLATED: "is violated",
    Verdict.BOUNDED: "is not violated so far",
    Verdict.UNKNOWN: "is not decided",
}


class Answer:
    """The answer to one property."""

    def __init__(self, model: Model, document: dict[str, Any]):
        self.model = model
        #: The answer as a document (`synod schema check`).
        self.document = document
        self._runs: dict[str, Run | None] = {}

    @property
    def name(self) -> str:
        """The name of the property; `asked-1`, `asked-2`, … for formulas that are not in the text."""
        return self.document["name"]

    @property
    def text(self) -> str:
        """The property in the words of the model."""
        return self.document["text"]

    @property
    def verdict(self) -> Verdict:
        """The answer in one word."""
        return Verdict(self.document["verdict"])

    @property
    def holds(self) -> bool:
        """Whether the property is known to hold."""
        return self.verdict is Verdict.HOLDS

    @property
    def is_violated(self) -> bool:
        """Whether the property is known to be violated."""
        return self.verdict is Verdict.VIOLATED

    @property
    def reason(self) -> str:
        """How the verdict is known, or why there is none."""
        return self.document["reason"]

    @property
    def advice(self) -> str | None:
        """What to try where there is no verdict."""
        return self.document["advice"]

    @property
    def engine(self) -> str | None:
        """The engine that gave the answer."""
        return self.document["engine"]

    @property
    def states(self) -> int | None:
        """Reachable states, if all were counted."""
        return self.document["states"]

    @property
    def time(self) -> float:
        """How many seconds it took."""
        return self.document["time_seconds"]

    @property
    def remarks(self) -> list[str]:
        """What one should know besides."""
        return [remark["text"] for remark in self.document["remarks"]]

    @property
    def place(self) -> Place | None:
        """Where the property is written; None for built-in ones and formulas that are not in the text."""
        found = self.document.get("place")
        return place(found) if found else None

    @property
    def run(self) -> Run | None:
        """The counterexample of a violated property: a run of the model, judged by the interpreter."""
        return self._read("trace")

    @property
    def witness(self) -> Run | None:
        """A run that shows that a property holds, where witnesses were asked for or there is a strategy."""
        return self._read("witness")

    def _read(self, key: str) -> Run | None:
        if key not in self._runs:
            document = self.document.get(key)
            self._runs[key] = self.model._run(document, self.name) if document else None
        return self._runs[key]

    @property
    def strategies(self) -> list[dict[str, Any]]:
        """What coalitions, or their opponents, do: those of the counterexample or of the witness."""
        found = self.document.get("trace") or self.document.get("witness") or {}
        return found.get("strategies", [])

    def __bool__(self) -> bool:
        return self.holds

    def __repr__(self) -> str:
        lines = [f"{_MARKS[self.verdict]} {self.name} {_CLAUSES[self.verdict]}  {self.text}", f"    {self.reason}"]
        return "\n".join(lines + [f"    {remark}" for remark in self.remarks])

    def _repr_html_(self) -> str:
        picture = self.run.chart() if self.run else ""
        return f"<p>{_html(self)}</p>{picture}"


def _html(answer: Answer) -> str:
    colour = {Verdict.HOLDS: "#1a7f37", Verdict.VIOLATED: "#cf222e"}.get(answer.verdict, "#9a6700")
    mark = f'<b style="color:{colour}">{_MARKS[answer.verdict]} {answer.verdict}</b>'
    return f"{mark} <code>{escape(answer.name)}</code> {escape(answer.text)}<br><small>{escape(answer.reason)}</small>"


class Report(Sequence[Answer]):
    """The answers to all properties that were asked: by position, by name, or one after the other."""

    def __init__(self, model: Model, document: dict[str, Any]):
        self.model = model
        #: The report as a document (`synod schema check`).
        self.document = document
        self._answers = [Answer(model, answer) for answer in document["properties"]]

    def __len__(self) -> int:
        return len(self._answers)

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, str):
            for answer in self._answers:
                if answer.name == at:
                    return answer
            known = ", ".join(answer.name for answer in self._answers)
            raise KeyError(f"no property `{at}` was asked; there are {known}")
        return self._answers[at]

    def __iter__(self) -> Iterator[Answer]:
        return iter(self._answers)

    @property
    def ok(self) -> bool:
        """Whether all properties hold."""
        return all(answer.holds for answer in self)

    @property
    def violated(self) -> list[Answer]:
        """The answers of properties that are violated."""
        return [answer for answer in self if answer.is_violated]

    @property
    def warnings(self) -> list[Diagnostic]:
        """Warnings and notes about the model."""
        return [diagnostic(found) for found in self.document["warnings"]]

    @property
    def table(self) -> Table:
        """A row for each property."""
        return Table.of(answer_columns(self))

    def to(self, form: str) -> str:
        """The report for other programs and people: `html`, `sarif`, `junit`, `csv` or `json`."""
        return self.model._call("report", report=self.document, form=form)["text"]

    def __repr__(self) -> str:
        return "\n".join(repr(answer) for answer in self)

    def _repr_html_(self) -> str:
        rows = "".join(f'<tr><td style="text-align:left">{_html(answer)}</td></tr>' for answer in self)
        return f"<table>{rows}</table>"


def answer_columns(answers: Sequence[Answer]) -> list[tuple[str, str, list[Any]]]:
    """The columns of a table of answers."""
    return [
        ("property", "name", [answer.name for answer in answers]),
        ("verdict", "name", [answer.verdict.value for answer in answers]),
        ("engine", "name", [answer.engine for answer in answers]),
        ("states", "int", [answer.states for answer in answers]),
        ("seconds", "float", [answer.time for answer in answers]),
        ("reason", "text", [answer.reason for answer in answers]),
    ]


class Estimate:
    """How likely a property is to hold on a random run. Nothing in it is proved."""

    def __init__(self, document: dict[str, Any]):
        self.document = document

    @property
    def name(self) -> str:
        """The name of the property."""
        return self.document["name"]

    @property
    def probability(self) -> float | None:
        """The share of runs that satisfy it; None if some are undecided, or for a test."""
        return (self.document["probability"] or {}).get("estimate")

    @property
    def interval(self) -> tuple[float, float] | None:
        """With the confidence asked for, the probability is in this interval; None for a test."""
        found = self.document["probability"]
        return (found["low"], found["high"]) if found else None

    @property
    def decision(self) -> str | None:
        """What became of the claim that was tested: `accepted`, `rejected` or `undecided`."""
        return (self.document["claim"] or {}).get("decision")

    @property
    def runs(self) -> dict[str, Any] | None:
        """How many runs did what."""
        return self.document["runs"]

    @property
    def reason(self) -> str:
        """What the runs say, as a sentence."""
        return self.document["reason"]

    def __repr__(self) -> str:
        return f"{self.name}: {self.reason}"
