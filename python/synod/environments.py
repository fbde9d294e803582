"""The agents of a model as environments of PettingZoo, to train policies against a model that can be verified.

An action of an agent is what it has to say in a step: that it begins it, and the values that it picks. The last action is to wait. What an agent
observes is what the model says that it observes. Where several steps are left once all have chosen, chance decides: so do
agents that are not trained, and everything that a model leaves open.

Rewards are given by a function, or by an expression in the language of the model for each agent:

    >>> env = model.parallel_env(agents=["p1"], reward={"p1": "p1-hasSecond"}, until="deadlock", steps=50)
    >>> observations, infos = env.reset(seed=1)
"""

from __future__ import annotations

import random
from typing import Any, Callable, Mapping, Sequence

import numpy
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from ._synod import Move, State
from .errors import told
from .model import Asked, Model
from .policies import Actions, Observation, Policy

#: A function of a state, the step, and the next state; or an expression for each agent, for the next state.
Reward = Callable[[State, Move | None, State], Mapping[str, float]] | Mapping[str, str] | None

#: Observed integers without bounds are within these.
_LEAST, _GREATEST = -(2**31), 2**31 - 1


class _Game:
    """What both kinds of environments share: the model, whose turn it is, and what comes of it."""

    def __init__(
        self,
        model: Model,
        agents: Sequence[str] | None = None,
        reward: Reward = None,
        until: Asked | None = None,
        steps: int = 100,
        others: Mapping[str, Policy] | None = None,
    ):
        self.model = model
        self.actions = Actions(model)
        acting = [agent for agent in model.agents if self.actions.all[agent]]
        self.agents = list(agents) if agents is not None else acting
        for agent in self.agents:
            if agent not in acting:
                raise ValueError(f"`{agent}` has nothing to choose; agents that have are {', '.join(acting) or 'none'}")
        self.reward = reward
        self.until = None if until is None else str(until)
        self.most_steps = steps
        self.others = dict(others or {})
        self.chance = random.Random()
        self.views = {agent: model._opened.view_of(agent) for agent in self.agents}
        self.state: State
        self.moves: list[Move] = []
        self.taken = 0

    def observation_space(self, agent: str) -> spaces.Dict:
        view = self.views[agent]
        least = numpy.array([_LEAST if low is None else low for _, low, _ in view], dtype=numpy.int64)
        greatest = numpy.array([_GREATEST if high is None else high for _, _, high in view], dtype=numpy.int64)
        return spaces.Dict(
            {
                "observation": spaces.Box(least, greatest, dtype=numpy.int64),
                "action_mask": spaces.Box(0, 1, (self.wait(agent) + 1,), dtype=numpy.int8),
            }
        )

    def action_space(self, agent: str) -> spaces.Discrete:
        return spaces.Discrete(self.wait(agent) + 1)

    def wait(self, agent: str) -> int:
        """The number of the action that is none."""
        return len(self.actions.all[agent])

    def begin(self, seed: int | None) -> None:
        if seed is not None:
            self.chance = random.Random(seed)
        with told():
            start = self.model._opened.random_initial(self.chance.getrandbits(63))
        if start is None:
            raise ValueError("the model has no initial state")
        self.arrive(start)
        self.taken = 0

    def arrive(self, state: State) -> None:
        self.state = state
        self.moves = self.actions.moves(state)

    def mask(self, agent: str) -> numpy.ndarray:
        offered = self.actions.offered(self.moves, agent)
        mask = numpy.zeros(self.wait(agent) + 1, dtype=numpy.int8)
        mask[offered] = 1
        mask[self.wait(agent)] = self.actions.may_wait(agent, offered)
        return mask

    def observe(self, agent: str) -> dict[str, numpy.ndarray]:
        return {"observation": numpy.array(self.state.view(agent), dtype=numpy.int64), "action_mask": self.mask(agent)}

    def chosen(self, actions: Mapping[str, int]) -> dict[str, int | None]:
        """What everybody does who does not leave it to chance."""
        found: dict[str, int | None] = {}
        for agent, number in actions.items():
            if not self.mask(agent)[number]:
                text = "wait" if number == self.wait(agent) else self.actions.all[agent][number].text
                raise ValueError(f"`{agent}` cannot do this here: {text} (see `action_mask`)")
            found[agent] = None if number == self.wait(agent) else int(number)
        for agent, policy in self.others.items():
            found[agent] = policy(Observation(self.state, agent), self.actions.offered(self.moves, agent))
        return found

    def go(self, actions: Mapping[str, int]) -> dict[str, float]:
        """Takes a step that these actions leave, and gives the rewards for it."""
        left = self.actions.left(self.moves, self.chosen(actions))
        move = self.chance.choice(left) if left else None
        before = self.state
        if move is not None:
            self.arrive(move.target)
        self.taken += 1
        return self.rewards(before, move)

    def rewards(self, before: State, move: Move | None) -> dict[str, float]:
        if callable(self.reward):
            given = self.reward(before, move, self.state)
            return {agent: float(given.get(agent, 0.0)) for agent in self.agents}
        expressions = self.reward or {}
        with told():
            values = {agent: self.state.eval(text) for agent, text in expressions.items()}
        return {agent: float(values.get(agent) or 0.0) for agent in self.agents}

    def is_over(self) -> bool:
        """Whether nothing more can be done, or what ends an episode has come."""
        if not self.moves:
            return True
        with told():
            return self.until is not None and self.model._opened.holds(self.state, self.until)

    def is_late(self) -> bool:
        return self.taken >= self.most_steps


class ParallelEnvironment(ParallelEnv):
    """All agents choose at the same time. In models where agents begin steps one at a time, one of those who want to begin does."""

    metadata = {"name": "synod_parallel_v0", "render_modes": ["ansi"]}

    def __init__(self, model: Model, render_mode: str | None = None, **options: Any):
        """`agents`: those to train, all that have something to choose if there are none. `reward`: see above. `until`: a condition that ends an
        episode. `steps`: how long one is at most. `others`: policies of further agents.
        """
        self.game = _Game(model, **options)
        self.possible_agents = list(self.game.agents)
        self.agents: list[str] = []
        self.render_mode = render_mode

    def observation_space(self, agent: str) -> spaces.Dict:
        return self._spaces(agent)[0]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self._spaces(agent)[1]

    def _spaces(self, agent: str) -> tuple[spaces.Dict, spaces.Discrete]:
        # Sampling is seeded: each agent has one space of each kind.
        known = self.__dict__.setdefault("_known_spaces", {})
        if agent not in known:
            known[agent] = (self.game.observation_space(agent), self.game.action_space(agent))
        return known[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        self.game.begin(seed)
        self.agents = list(self.possible_agents)
        return self._observations(), self._infos()

    def step(self, actions: dict[str, int]) -> tuple[Any, Any, Any, Any, Any]:
        rewards = self.game.go(actions)
        over, late = self.game.is_over(), self.game.is_late()
        observations, infos = self._observations(), self._infos()
        terminations = {agent: over for agent in self.agents}
        truncations = {agent: late and not over for agent in self.agents}
        if over or late:
            self.agents = []
        return observations, rewards, terminations, truncations, infos

    def _observations(self) -> dict[str, Any]:
        return {agent: self.game.observe(agent) for agent in self.agents}

    def _infos(self) -> dict[str, Any]:
        return {agent: {"action_mask": self.game.mask(agent)} for agent in self.agents}

    def state(self) -> numpy.ndarray:
        """All that agents observe, one behind the other."""
        views = [self.game.state.view(agent) for agent in self.possible_agents]
        return numpy.array([value for view in views for value in view], dtype=numpy.int64)

    def render(self) -> str:
        return repr(self.game.state)

    def close(self) -> None:
        """Nothing is to be closed."""


class AgentEnvironment(AECEnv):
    """One agent chooses after the other. Where agents begin steps one at a time, chance picks who may; where all act at once, everybody chooses and then
    the step is taken.
    """

    metadata = {"name": "synod_aec_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(self, model: Model, render_mode: str | None = None, **options: Any):
        """As for `ParallelEnvironment`."""
        super().__init__()
        self.game = _Game(model, **options)
        self.possible_agents = list(self.game.agents)
        self.render_mode = render_mode
        self._spaces = {
            agent: (self.game.observation_space(agent), self.game.action_space(agent)) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Dict:
        return self._spaces[agent][0]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self._spaces[agent][1]

    def observe(self, agent: str) -> dict[str, numpy.ndarray]:
        return self.game.observe(agent)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.game.begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0.0 for agent in self.agents}
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self._begin_turn()
        self._settle()

    def _begin_turn(self) -> None:
        """Who chooses next: in rounds everybody, otherwise one whom chance picks among those who can begin a step."""
        self._chosen: dict[str, int] = {}
        able = [agent for agent in self.agents if self.game.actions.offered(self.game.moves, agent)]
        in_rounds = any(not self.game.actions.may_wait(agent, self.game.actions.offered(self.game.moves, agent)) for agent in able)
        turns = able if in_rounds else [self.game.chance.choice(able)] if able else self.agents[:1]
        self._turns = turns or self.agents[:1]
        self.agent_selection = self._turns[0]

    def _settle(self) -> None:
        self.infos = {agent: {"action_mask": self.game.mask(agent)} for agent in self.agents}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        assert action is not None
        if not self.game.mask(agent)[action]:
            self.game.chosen({agent: action})
        self._chosen[agent] = action
        self._turns = self._turns[1:]
        self._clear_rewards()
        if self._turns:
            self.agent_selection = self._turns[0]
        else:
            # Whoever was not asked does what it likes.
            self.rewards = self.game.go(self._chosen)
            over, late = self.game.is_over(), self.game.is_late()
            self.terminations = {one: over for one in self.agents}
            self.truncations = {one: late and not over for one in self.agents}
            self._begin_turn()
        self._accumulate_rewards()
        self._settle()

    def render(self) -> str:
        return repr(self.game.state)

    def close(self) -> None:
        """Nothing is to be closed."""


def random_policy(seed: int | None = None) -> Policy:
    """A policy that picks among what can be done, by chance; it is no strategy and cannot be checked."""
    chance = random.Random(seed)
    return lambda observation, actions: chance.choice(list(actions)) if actions else None


def learnt(model: Model, agent: str, act: Callable[[dict[str, numpy.ndarray]], int]) -> Policy:
    """A policy of what was learnt in an environment: `act` takes the observation of the environment, with its mask, and gives an action."""
    game = _Game(model, agents=[agent])
    wait = game.wait(agent)

    def policy(observation: Observation, offered: Sequence[int]) -> int | None:
        mask = numpy.zeros(wait + 1, dtype=numpy.int8)
        mask[list(offered)] = 1
        mask[wait] = game.actions.may_wait(agent, offered)
        seen = numpy.array(observation.view, dtype=numpy.int64)
        number = int(act({"observation": seen, "action_mask": mask}))
        return None if number == wait else number

    return policy
