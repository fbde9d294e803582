"""Policies: what agents do, by what they observe; and whether a model in which they do it is right.

A policy is a function from what an agent observes to the number of an action, or to None for waiting:

    >>> def policy(observation, actions):
    ...     return actions[0]

`observation` is a dictionary of the variables that the agent observes, `actions` are the numbers of the actions that it can take.
`synod.environments.learnt` makes such a function of what was learnt in an environment.
"""

from __future__ import annotations

import json
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Callable, Mapping, Sequence

from ._synod import Action, Move, State
from .answers import Report
from .errors import SynodError, told
from .progress import Progress, listener

if TYPE_CHECKING:
    from .model import Asked, Model



class Observation(dict[str, Any]):
    """What an agent observes: variables with their values, and `view`, the same as numbers."""

    def __init__(self, state: State, agent: str):
        super().__init__(state.observed_by(agent))
        self.view = tuple(state.view(agent))


#: From what an agent observes and the actions that it can take to one of these, or to None for waiting.
Policy = Callable[[Observation, Sequence[int]], int | None]


class Actions:
    """What the agents of a model can do in its states."""

    def __init__(self, model: Model):
        self.model = model
        with told():
            self.all: dict[str, list[Action]] = {agent: model._opened.actions(agent) for agent in model.agents}

    def moves(self, state: State) -> list[Move]:
        """The steps that can be taken."""
        with told():
            return self.model._opened.moves(state)

    def offered(self, moves: Sequence[Move], agent: str) -> list[int]:
        """The actions of an agent that take part in these steps."""
        return sorted({picks[agent] for picks in (move.picks for move in moves) if agent in picks})

    def may_wait(self, agent: str, offered: Sequence[int]) -> bool:
        """Whether an agent may do nothing: it has nothing to do, or only steps to begin."""
        return all(self.all[agent][number].begins for number in offered)

    @staticmethod
    def left(moves: Sequence[Move], chosen: Mapping[str, int | None]) -> list[Move]:
        """The steps that are left where agents choose these actions: in each, whoever chooses has chosen its part."""

        def fits(move: Move) -> bool:
            return all(chosen[agent] == number for agent, number in move.picks.items() if agent in chosen)

        return [move for move in moves if fits(move)]


@dataclass(frozen=True)
class PolicyCheck:
    """What came of the check of policies."""

    #: The answers, about the model in which the agents follow their policies.
    report: Report
    #: How many states can be reached.
    states: int
    #: For each agent: what it does for each observation that it makes, as numbers (`State.view`).
    decisions: dict[str, dict[tuple[int, ...], int | None]]

    @property
    def ok(self) -> bool:
        """Whether all properties hold."""
        return self.report.ok

    def __repr__(self) -> str:
        return f"{self.states} states under the policies\n{self.report!r}"

    def _repr_html_(self) -> str:
        return f"<p>{self.states} states under the policies</p>{self.report._repr_html_()}"


def check_policies(
    model: Model,
    policies: Mapping[str, Policy],
    *asked: Asked,
    limit: int = 100_000,
    engine: str | None = None,
    timeout: float | None = None,
    progress: Progress = None,
) -> PolicyCheck:
    """Whether properties hold where agents follow policies, whatever all others do.

    Every state that can be reached is visited and the policies are asked in it. A policy is a strategy: wherever its agent observes the
    same it wants the same, and waits only where that cannot be done; one that does not is refused, with two such states. Then the properties are checked on the model with the steps
    that are left, by any engine; counterexamples are runs that the policies allow. An error if there are more states than `limit`, or if a
    policy chooses what cannot be done.
    """
    actions = Actions(model)
    for agent in policies:
        if agent not in actions.all:
            raise SynodError(f"there is no agent `{agent}`; there are {', '.join(actions.all)}")
    decisions: dict[str, dict[tuple[int, ...], _Decision]] = {agent: {} for agent in policies}
    with told():
        initial, is_complete = model._opened.initial(limit)
    if not is_complete:
        raise SynodError(f"the model has more than {limit} initial states", "too-large")
    known, open_states = set(initial), deque(initial)
    while open_states:
        state = open_states.popleft()
        moves = actions.moves(state)
        chosen = {agent: _decide(actions, agent, policies[agent], decisions[agent], state, moves) for agent in policies}
        for move in actions.left(moves, chosen):
            if move.target not in known:
                known.add(move.target)
                open_states.append(move.target)
        if len(known) > limit:
            raise SynodError(f"more than {limit} states can be reached under the policies", "too-large")
    request = {**model._question(asked, engine, timeout), "model": model._request}
    made = {agent: {view: one.number for view, one in found.items()} for agent, found in decisions.items()}
    tables = {agent: [(list(view), number) for view, number in found.items()] for agent, found in made.items()}
    hears, end = listener(progress)
    with told():
        try:
            document = json.loads(model._opened.check_following(json.dumps(request), tables, hears))
        finally:
            end()
    return PolicyCheck(Report(model, document), len(known), made)


@dataclass
class _Decision:
    """What an agent wants where it observes something."""

    #: The action; None if it has only waited so far.
    number: int | None
    #: What it could have done where it waited.
    declined: set[int]
    #: Where it was asked first.
    state: State


def _decide(
    actions: Actions,
    agent: str,
    policy: Policy,
    made: dict[tuple[int, ...], _Decision],
    state: State,
    moves: Sequence[Move],
) -> int | None:
    offered, observation = actions.offered(moves, agent), Observation(state, agent)
    answer = policy(observation, offered)
    number = None if answer is None else int(answer)
    if number is None and not actions.may_wait(agent, offered):
        raise SynodError(f"the policy of `{agent}` waits in {state}, where it has to choose")
    if number is not None and number not in offered:
        raise SynodError(f"the policy of `{agent}` chooses action {number} in {state}, where only {offered} can be taken")
    known = made.setdefault(observation.view, _Decision(number, set(), state))
    if number is None:
        known.declined.update(offered)
    elif known.number is None:
        known.number = number
    if (number is not None and number != known.number) or known.number in known.declined:
        raise SynodError(
            f"the policy of `{agent}` is no strategy: it does not want the same in {known.state} and in {state}, where it observes the same"
        )
    return number
