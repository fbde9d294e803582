"""Walks through a model, step by step."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ._synod import Move, State
from .errors import Place, SynodError, place, told
from .runs import Run

if TYPE_CHECKING:
    from .model import Model


@dataclass(frozen=True)
class Blocked:
    """Something that an agent would do in a state but cannot, and why."""

    agent: str | None
    action: str
    command: str
    place: Place | None
    why: tuple[str, ...]

    def __str__(self) -> str:
        return "\n".join(self.why)


class Walk:
    """A walk through a model: `enabled` is what can be done, `step` does it, `back` takes it back, `blocked` says why other things cannot
    be done.

        >>> walk = model.walk()
        >>> walk.enabled
        >>> walk.step(0)
        >>> walk.state["p1-hasFirst"]
        >>> walk.back()
    """

    def __init__(self, model: Model, start: State):
        self.model = model
        self.start = start
        self.moves: list[Move] = []

    @property
    def state(self) -> State:
        """Where the walk is."""
        return self.moves[-1].target if self.moves else self.start

    @property
    def enabled(self) -> list[Move]:
        """The steps that can be taken here."""
        with told():
            return self.model._opened.moves(self.state)

    @property
    def blocked(self) -> list[Blocked]:
        """What agents would do here but cannot, and why."""
        with told():
            found = json.loads(self.model._opened.blocked(self.state))
        return [
            Blocked(
                agent=one["agent"],
                action=one["action"],
                command=one["command"],
                place=place(one["place"]) if one["place"] else None,
                why=tuple(one["text"]),
            )
            for one in found
        ]

    def step(self, which: int | str | Move = 0) -> State:
        """Takes a step: by its position in `enabled`, by a part of its text, or itself. Returns where it leads."""
        self.moves.append(which if isinstance(which, Move) else self._find(which))
        return self.state

    def _find(self, which: int | str) -> Move:
        enabled = self.enabled
        if isinstance(which, str):
            found = [move for move in enabled if which in move.text]
            if len(found) != 1:
                raise SynodError(f"{len(found) or 'no'} steps here have `{which}` in their text")
            return found[0]
        if not -len(enabled) <= which < len(enabled):
            raise SynodError(f"there is no step {which}: {len(enabled)} can be taken here")
        return enabled[which]

    def back(self, count: int = 1) -> State:
        """Takes steps back."""
        if count > len(self.moves):
            raise SynodError(f"the walk has {len(self.moves)} steps only")
        del self.moves[len(self.moves) - count :]
        return self.state

    def random(self, count: int = 1, seed: int | None = None) -> State:
        """Takes random steps, until there is none to take."""
        chance = random.Random(seed)
        for _ in range(count):
            enabled = self.enabled
            if not enabled:
                break
            self.step(chance.choice(enabled))
        return self.state

    def find(self, condition: Any) -> bool:
        """Goes to the nearest state that satisfies a condition; False if there is none, and the walk stays where it is."""
        with told():
            path = self.model._opened.nearest(self.state, str(condition))
        if path is None:
            return False
        self.moves.extend(path)
        return True

    def eval(self, expression: str) -> Any:
        """The value of an expression in the language of the model, here."""
        with told():
            return self.state.eval(expression)

    @property
    def run(self) -> Run:
        """The walk so far, as a run."""
        return Run(self.model, self.model._opened.path(self.start, self.moves), "walk")

    def __len__(self) -> int:
        return len(self.moves)

    def __repr__(self) -> str:
        steps = "\n".join(f"  {at}: {move.text}" for at, move in enumerate(self.enabled))
        return f"after {len(self)} steps: {self.state}\n{steps or '  no step can be taken'}"

    def _repr_svg_(self) -> str:
        return self.run.chart()
