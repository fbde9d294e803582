"""Models: reading them, and everything that can be asked of them."""

from __future__ import annotations

import itertools
import json
import os
import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Any, Iterable, Mapping, Sequence

from . import _synod
from .answers import Answer, Estimate, Report, answer_columns
from .errors import Diagnostic, SynodError, diagnostic, told
from .formulas import Formula, Var
from .progress import Progress, listener
from .runs import Run, Simulation
from .tables import Table
from .walks import Walk

if TYPE_CHECKING:
    import networkx

    from .environments import AgentEnvironment, ParallelEnvironment
    from .policies import Policy, PolicyCheck

#: A property by its name, a formula, or a formula as text.
Asked = str | Formula | Var


def load(
    path: str | os.PathLike[str],
    *,
    language: str | None = None,
    options: Mapping[str, str | bool] | None = None,
    parameters: Mapping[str, int] | None = None,
    **more: int,
) -> Model:
    """Reads a model from a file.

        >>> synod.load("leader.labs", n=3)

    The ending of the file tells the language, unless it is given. Parameters of the model are keyword arguments, or `parameters` for those
    whose names mean something else here. `options` are those of the language, as on the command line: `{"deadlock": "stutter"}`.
    """
    text = Path(path).read_text(encoding="utf-8")
    return Model(os.fspath(path), text, language, options, {**(parameters or {}), **more})


def loads(
    text: str,
    language: str,
    *,
    name: str = "model",
    options: Mapping[str, str | bool] | None = None,
    parameters: Mapping[str, int] | None = None,
    **more: int,
) -> Model:
    """Reads a model from its text, in a language by its name: `rcheck`, `labs`, `ispl`, `pispl`, `ccs` or `chor`."""
    return Model(name, text, language, options, {**(parameters or {}), **more})


def sweep(
    path: str | os.PathLike[str],
    *asked: Asked,
    values: Mapping[str, Iterable[int]] | None = None,
    engine: str | None = None,
    timeout: float | None = None,
    progress: Progress = None,
    **more: Iterable[int],
) -> Table:
    """Checks a model for all combinations of values of parameters: a row for each of them and each property.

        >>> synod.sweep("leader.labs", n=range(2, 6)).to_pandas()
    """
    swept = {name: [given] if isinstance(given, int) else list(given) for name, given in {**(values or {}), **more}.items()}
    rows: list[tuple[dict[str, int], Answer]] = []
    for combination in itertools.product(*swept.values()):
        parameters = dict(zip(swept, combination))
        report = load(path, parameters=parameters).check(*asked, engine=engine, timeout=timeout, progress=progress)
        rows += [(parameters, answer) for answer in report]
    given = [(name, "int", [parameters[name] for parameters, _ in rows]) for name in swept]
    return Table.of(given + answer_columns([answer for _, answer in rows]))


class Variables(Mapping[str, Var]):
    """The variables of a model by name, for formulas: `model.vars["one-x"] > 3`."""

    def __init__(self, names: list[str]):
        self._names = names

    def __getitem__(self, name: str) -> Var:
        if name not in self._names:
            raise KeyError(name)
        return Var(name)

    def __iter__(self) -> Any:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


class Model:
    """A model. Made by `load` and `loads`; all of its methods may be called from several threads."""

    def __init__(
        self,
        path: str,
        text: str,
        language: str | None = None,
        options: Mapping[str, str | bool] | None = None,
        parameters: Mapping[str, int] | None = None,
    ):
        self.path = path
        self.text = text
        self.parameters = dict(parameters or {})
        self._options = [(name, None if value is True else str(value)) for name, value in (options or {}).items() if value is not False]
        pairs = [f"{name}={int(value)}" for name, value in self.parameters.items()]
        with told():
            self._opened = _synod.Opened(path, text, language, self._options, pairs)
        self._request: dict[str, Any] = {
            "path": path,
            "text": text,
            "files": self._opened.files,
            "parameters": self.parameters,
            "options": {name: "true" if value is None else value for name, value in self._options},
        }
        if language:
            self._request["language"] = language

    # What it is

    @property
    def language(self) -> str:
        """The name of its language."""
        return self._opened.language

    @property
    def is_family(self) -> bool:
        """Whether it is for any number of agents: then `check` and `cutoff` answer for all of them."""
        return self._opened.is_family

    @property
    def properties(self) -> dict[str, str]:
        """The properties that its text asks, by name, in the words of the model."""
        return dict(self._opened.properties())

    @property
    def warnings(self) -> list[Diagnostic]:
        """Warnings and notes about the text."""
        return [diagnostic(found) for found in json.loads(self._opened.warnings())]

    @property
    def agents(self) -> list[str]:
        """The names of its agents."""
        with told():
            return self._opened.agents

    @property
    def variables(self) -> list[dict[str, Any]]:
        """Its variables: names, owners, types."""
        with told():
            return self._opened.variables()

    @property
    def vars(self) -> Variables:
        """Its variables as parts of formulas."""
        return Variables([found["name"] for found in self.variables])

    # What holds

    def check(
        self,
        *asked: Asked,
        engine: str | None = None,
        timeout: float | None = None,
        memory: int | None = None,
        depth: int | None = None,
        witnesses: bool = False,
        minimise: bool = False,
        fairness: Sequence[str] = (),
        threads: int | None = None,
        progress: Progress = None,
    ) -> Report:
        """Answers properties, by their names, and formulas, as objects or text; all properties of the model if nothing is asked.

        `engine` is one of those of the command line, the one that fits if there is none. `timeout` is in seconds, `memory` in bytes;
        where a limit is met the verdict is `unknown` and says so. `fairness` names agents that begin steps again and again if they can
        (`all` for all of them). `progress` is shown in terminals and notebooks; False for silence, or a function for the news.
        Ctrl-C stops the work; other threads go on meanwhile.
        """
        request = self._question(asked, engine, timeout, memory, depth)
        if witnesses:
            request["witnesses"] = True
        if minimise:
            request["minimise"] = True
        if fairness:
            request["fairness"] = {"agents": [fairness] if isinstance(fairness, str) else list(fairness)}
        return Report(self, self._call("check", progress=progress, threads=threads, **request))

    def _question(
        self,
        asked: Sequence[Asked],
        engine: str | None = None,
        timeout: float | None = None,
        memory: int | None = None,
        depth: int | None = None,
    ) -> dict[str, Any]:
        properties, formulas = [], []
        for one in asked:
            if isinstance(one, str) and (one in self.properties or _is_name(one)):
                properties.append(one)
            else:
                formulas.append(str(one))
        request: dict[str, Any] = {"properties": properties, "formulas": formulas}
        limits = {"seconds": timeout, "memory_bytes": memory, "depth": depth}
        request["limits"] = {name: limit for name, limit in limits.items() if limit is not None}
        if engine:
            request["engine"] = engine
        return request

    def cutoff(
        self,
        *asked: Asked,
        role: str | None = None,
        engine: str | None = None,
        timeout: float | None = None,
        progress: Progress = None,
    ) -> dict[str, Any]:
        """What holds for any number of agents, as a document (`synod schema cutoff`). `role` is the one of which there is to be any number,
        for models of one system.
        """
        request = self._question(asked, engine, timeout)
        return self._call("cutoff", progress=progress, role=role, **request)

    # Random runs

    def simulate(
        self,
        runs: int = 1,
        steps: int = 100,
        seed: int | None = None,
        where: Asked = "",
        progress: Progress = None,
    ) -> Simulation:
        """Random runs from initial states that satisfy a condition. With the same seed the runs are the same."""
        seed = _seed(seed)
        hears, end = listener(progress)
        with told():
            try:
                found, report = self._opened.simulate(runs, steps, seed, str(where), hears)
            finally:
                end()
        made = [Run(self, run, f"run {number}", number, dead_end) for number, dead_end, run in found]
        return Simulation(self, made, json.loads(report), seed)

    def estimate(
        self,
        *asked: Asked,
        confidence: float = 0.95,
        error: float = 0.01,
        at_least: float | None = None,
        horizon: int = 1000,
        seed: int | None = None,
        timeout: float | None = None,
        progress: Progress = None,
    ) -> list[Estimate]:
        """How likely properties are to hold on random runs of up to `horizon` steps. With `at_least` it is tested whether the probability
        is that great, which takes fewer runs.
        """
        request = self._question(asked, None, timeout)
        request.update(seed=_seed(seed), horizon=horizon, confidence=confidence, error=error)
        if at_least is not None:
            request["at_least"] = at_least
        report = self._call("estimate", progress=progress, **request)
        return [Estimate(found) for found in report["properties"]]

    # Its states

    def initial_states(self, limit: int = 1000) -> list[_synod.State]:
        """Its initial states, or the first of them."""
        with told():
            return self._opened.initial(limit)[0]

    def walk(self, where: Asked = "") -> Walk:
        """A walk from the first initial state that satisfies a condition."""
        with told():
            found = self._opened.initial(1000)[0]
            condition = str(where)
            for start in found:
                if not condition or self._opened.holds(start, condition):
                    return Walk(self, start)
        raise SynodError("the model has no initial state" + (" that satisfies the condition" if condition else ""))

    def states(self, limit: int | None = None) -> _synod.Explorer:
        """The reachable states, nearest first: an iterator that looks no further than it is asked. `states().table` is all of them as a
        table.
        """
        with told():
            return self._opened.explore(limit)

    def state_table(self, limit: int | None = None) -> Table:
        """The reachable states as a table: number, depth, and a column for each variable."""
        with told():
            return Table(self._opened.explore(limit).table())

    def graph(self, limit: int = 2000) -> networkx.MultiDiGraph:
        """The state graph of a small model: nodes are states, with their depth; edges have the `text` and the `agent` of their step. An
        error if there are more states than `limit`.
        """
        import networkx

        graph = networkx.MultiDiGraph(name=self.path)
        explorer = self.states(limit)
        with told():
            for state in explorer:
                depth = explorer.depth
                graph.add_node(state, depth=depth, initial=depth == 0)
                for move in self._opened.moves(state):
                    graph.add_edge(state, move.target, text=move.text, agent=move.agent)
        if not explorer.is_complete:
            raise SynodError(f"the model has more than {limit} states", "too-large")
        return graph

    # Policies

    def parallel_env(self, **options: Any) -> ParallelEnvironment:
        """The agents as a parallel environment of PettingZoo: `synod.environments.ParallelEnvironment`."""
        from .environments import ParallelEnvironment

        return ParallelEnvironment(self, **options)

    def env(self, **options: Any) -> AgentEnvironment:
        """The agents as an AEC environment of PettingZoo: `synod.environments.AgentEnvironment`."""
        from .environments import AgentEnvironment

        return AgentEnvironment(self, **options)

    def check_policies(self, policies: Mapping[str, Policy], *asked: Asked, **options: Any) -> PolicyCheck:
        """Whether properties hold where agents follow policies, whatever the others do: see `synod.policies.check_policies`."""
        from .policies import check_policies

        return check_policies(self, policies, *asked, **options)

    # Forms and pictures

    def show(self, form: str, **options: Any) -> str:
        """The model in another form, such as `json`, `smv`, `dot` or `svg`, as the command `show` has them."""
        return self._call("show", form=form, **options)["text"]

    def automata(self, *agents: str) -> str:
        """The automata of agents, or of all, as a picture (SVG)."""
        with told():
            return self._opened.automata(list(agents))

    def _repr_svg_(self) -> str | None:
        return None if self.is_family else self.automata()

    def __repr__(self) -> str:
        given = "".join(f", {name}={value}" for name, value in self.parameters.items())
        return f"<Model {self.path}{given}>"

    # How it is asked

    def _run(self, document: dict[str, Any], title: str) -> Run:
        with told():
            return Run(self, self._opened.run(json.dumps(document)), title)

    def _call(self, method: str, progress: Progress = False, threads: int | None = None, **request: Any) -> Any:
        request.setdefault("model", self._request)
        request = {name: value for name, value in request.items() if value is not None}
        hears, end = listener(progress)
        with told():
            try:
                return json.loads(_synod.call(method, json.dumps(request), hears, threads))
            finally:
                end()


def _is_name(text: str) -> bool:
    return text.replace("-", "").replace("_", "").isalnum()


def _seed(seed: int | None) -> int:
    return secrets.randbelow(1_000_000) if seed is None else seed

