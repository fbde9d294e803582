"""Runs: counterexamples, witnesses, simulations and walks."""

from __future__ import annotations

import json
from html import escape
from typing import TYPE_CHECKING, Any, Iterator, Sequence

from . import _synod
from .errors import told
from .tables import Table

if TYPE_CHECKING:
    from .model import Model


class Run:
    """A run of a model: states, and what happens between them. Step `i` leads from state `i` to `i + 1`; the last step of a lasso
    leads back to the state at `loop_start`. In a notebook a run is a sequence chart, and `view()` is the run viewer.
    """

    def __init__(self, model: Model, inner: _synod.Run, title: str = "", number: int = 1, dead_end: bool | None = None):
        self.model = model
        self.title = title
        #: With the seed of a simulation, gives this run again.
        self.number = number
        #: Whether no step can be taken where a random run ends; None for runs that are not random.
        self.dead_end = dead_end
        self._inner = inner

    @property
    def states(self) -> list[_synod.State]:
        """The states."""
        return self._inner.states

    @property
    def steps(self) -> list[str]:
        """What happens in each step, in one sentence."""
        return self._inner.steps

    @property
    def loop_start(self) -> int | None:
        """Where the last step of a lasso leads back to; None for a finite run."""
        return self._inner.loop_start

    def __len__(self) -> int:
        return len(self._inner)

    @property
    def table(self) -> Table:
        """A row for each position: who did what, and the values of all variables."""
        return Table(_synod.Run.table([(self.number, self._inner)]))

    @property
    def document(self) -> dict[str, Any]:
        """The run as a document (`synod schema trace`)."""
        return json.loads(self._inner.json())

    def chart(self, watch: Sequence[str] = (), agents: Sequence[str] = ()) -> str:
        """The run as a sequence chart (SVG), with watched expressions, narrowed to agents."""
        with told():
            return self._inner.chart(self.title, list(watch), list(agents))

    def export(self, form: str, watch: Sequence[str] = ()) -> str:
        """The run as a file: `synod`, `itf`, `csv`, `ndjson`, `svg`, `mermaid`, `plantuml` or `chart`."""
        with told():
            return self._inner.export(form, self.title or "run", list(watch))

    def evaluate(self, formula: Any) -> list[dict[str, Any]]:
        """The parts of a formula, or of a property by its name, with their truth at each position."""
        return self._view(formula)["formula"]

    def _view(self, asked: Any = None) -> dict[str, Any]:
        question: dict[str, Any] = {}
        if asked in self.model.properties:
            question["property"] = asked
        elif asked is not None:
            question["formula"] = str(asked)
        run = {"trace": self.document}
        return self.model._call("run", run=run, title=self.title or None, **question)

    def view(self, asked: Any = None, height: int = 640) -> View:
        """The run viewer: chart, changes, automata, and the truth of each part of a property or formula."""
        data = {"title": self.title, "view": self._view(asked), "automata": self.model._call("automata")}
        return View(data, height)

    def __repr__(self) -> str:
        return "\n".join([f"{at + 1:>4}  {text}" for at, text in enumerate(self.steps)]) or "a run without a step"

    def _repr_svg_(self) -> str:
        return self.chart()


class View:
    """The run viewer, for notebooks: an element of the page that needs nothing from elsewhere."""

    def __init__(self, data: dict[str, Any], height: int):
        self.data = data
        self.height = height

    def html(self) -> str:
        """A page with nothing but the viewer."""
        script, style = _synod.viewer()
        data = json.dumps(self.data).replace("<", "\\u003c")
        return (
            f'<!doctype html><meta charset="utf-8"><style>{style} html, body {{ margin: 0; height: 100% }}</style>'
            f'<synod-run style="display:block;height:100vh"><script type="application/json">{data}</script></synod-run>'
            f"<script>{script}</script>"
        )

    def _repr_html_(self) -> str:
        return f'<iframe srcdoc="{escape(self.html())}" style="width:100%;height:{self.height}px;border:0"></iframe>'


class Simulation(Sequence[Run]):
    """Random runs, and figures about them."""

    def __init__(self, model: Model, runs: list[Run], report: dict[str, Any], seed: int):
        self.model = model
        self._runs = runs
        #: With the same seed the runs are the same.
        self.seed = seed
        #: Figures about all runs, and what became of properties that single runs settle.
        self.summary: dict[str, Any] = report["summary"]

    def __len__(self) -> int:
        return len(self._runs)

    def __getitem__(self, at: Any) -> Any:
        return self._runs[at]

    def __iter__(self) -> Iterator[Run]:
        return iter(self._runs)

    @property
    def table(self) -> Table:
        """All runs below each other: a row for each position, with the number of the run, who did what, and all values."""
        return Table(_synod.Run.table([(run.number, run._inner) for run in self._runs]))

    @property
    def lengths(self) -> Table:
        """A row for each run: its number, its length, and whether it ends where no step can be taken."""
        return Table.of(
            [
                ("run", "int", [run.number for run in self]),
                ("steps", "int", [len(run) for run in self]),
                ("dead_end", "bool", [run.dead_end for run in self]),
            ]
        )

    def __repr__(self) -> str:
        summary = self.summary
        return f"<{summary['runs']} runs, {summary['mean_steps']:.1f} steps on average, {summary['dead_ends']} deadlocks, seed {self.seed}>"
