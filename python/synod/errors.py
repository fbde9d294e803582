"""What can go wrong: exceptions with the text, the code and the place of what is wrong."""

from __future__ import annotations

import json
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Iterator

from ._synod import Rejected


@dataclass(frozen=True)
class Place:
    """A place in a text. Lines and columns count from 1; the end is the first place after it."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True)
class Diagnostic:
    """A message about a model: how bad it is, its stable code (`synod help CODE` explains it), what is wrong, and where."""

    severity: str
    code: str
    message: str
    place: Place
    notes: tuple[str, ...] = ()
    help: str | None = None

    def __str__(self) -> str:
        lines = [f"{self.severity}[{self.code}]: {self.message}", f" --> {self.place}"]
        lines += [f"  = note: {note}" for note in self.notes]
        if self.help:
            lines.append(f"  = help: {self.help}")
        return "\n".join(lines)


class SynodError(Exception):
    """A request that cannot be met. `kind` is a word for programs, such as `rejected` or `missing`."""

    def __init__(self, message: str, kind: str = "rejected"):
        super().__init__(message)
        self.kind = kind


class ModelError(SynodError, ValueError):
    """The model, or what is asked of it, has errors: `diagnostics` says where and why."""

    def __init__(self, message: str, diagnostics: tuple[Diagnostic, ...], text: str | None = None):
        super().__init__(message)
        self.diagnostics = diagnostics
        #: All that is wrong, with the lines of the text, as the command line shows it.
        self.text = text or "\n\n".join(str(found) for found in diagnostics)

    @property
    def code(self) -> str:
        """The code of the first error."""
        return self._first.code

    @property
    def place(self) -> Place:
        """Where the first error is."""
        return self._first.place

    @property
    def _first(self) -> Diagnostic:
        return next((found for found in self.diagnostics if found.severity == "error"), self.diagnostics[0])

    def __str__(self) -> str:
        return f"{self.args[0]}\n{self.text}"


class Interrupted(SynodError):
    """A limit of time or memory was met before there was an answer at all."""


def diagnostic(document: dict[str, Any]) -> Diagnostic:
    """A diagnostic of a document."""
    return Diagnostic(
        severity=document["severity"],
        code=document["code"],
        message=document["message"],
        place=place(document),
        notes=tuple(document.get("notes") or ()),
        help=document.get("help"),
    )


def place(document: dict[str, Any]) -> Place:
    """A place of a document."""
    return Place(*(document[key] for key in ("file", "line", "column", "end_line", "end_column")))


@contextmanager
def told() -> Iterator[None]:
    """Turns refusals of the library into exceptions of the package."""
    try:
        yield
    except Rejected as rejected:
        failure, shown = json.loads(rejected.args[0]), rejected.args[1]
        found = (failure.get("rejection") or {}).get("diagnostics") or []
        message, kind = failure["message"], failure["kind"]
        if kind == "interrupted":
            raise Interrupted(message, kind) from None
        if found:
            raise ModelError(message, tuple(diagnostic(one) for one in found), shown) from None
        raise SynodError(message, kind) from None
