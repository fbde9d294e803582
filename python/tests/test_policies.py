"""Environments of PettingZoo, and the check of policies."""

import random

import pytest
from conftest import EXAMPLES

import synod
from synod import G, atom

pytest.importorskip("pettingzoo")


@pytest.mark.parametrize(
    "path", ["rcheck/philosophers.rcp", "ispl/bit-transmission.ispl", "ispl/cards.ispl", "rcheck/resource-allocation-2.rcp"]
)
def test_environments_are_those_of_pettingzoo(path):
    from pettingzoo.test import api_test, parallel_api_test

    model = synod.load(EXAMPLES / path)
    parallel_api_test(model.parallel_env(steps=30), num_cycles=100)
    api_test(model.env(steps=30), num_cycles=100)


def test_seeds_give_the_same_episode(philosophers):
    def episode(seed):
        env = philosophers.parallel_env(steps=20, reward={"p1": "p1-hasSecond"})
        observations, _ = env.reset(seed=seed)
        chance, seen = random.Random(seed), []
        while env.agents:
            actions = {
                agent: chance.choice([at for at, may in enumerate(seen_by["action_mask"]) if may])
                for agent, seen_by in observations.items()
            }
            observations, rewards, *_ = env.step(actions)
            seen.append((tuple(env.state()), rewards["p1"]))
        return seen

    assert episode(5) == episode(5)
    assert any(reward == 1.0 for seed in range(10) for _, reward in episode(seed))


def test_what_cannot_be_done_is_refused(philosophers):
    env = philosophers.parallel_env(agents=["p1"])
    observations, _ = env.reset(seed=1)
    closed = [at for at, may in enumerate(observations["p1"]["action_mask"]) if not may]
    with pytest.raises(ValueError, match="`p1` cannot do this here"):
        env.step({"p1": closed[0]})
    with pytest.raises(ValueError, match="has nothing to choose"):
        philosophers.parallel_env(agents=["p9"])


def careful(observation, actions):
    """Takes the second fork as soon as it can, and both down; the first only if it is not the last philosopher."""
    return max(actions) if actions else None


def test_a_policy_is_checked_on_all_states(philosophers):
    # One philosopher who never begins breaks the circle.
    checked = philosophers.check_policies({"p4": lambda observation, actions: None}, "no_deadlock", "one_hand_a_fork")
    assert checked.ok and checked.states < 34
    assert set(checked.decisions["p4"].values()) == {None}
    greedy = philosophers.check_policies({"p4": careful}, "no_deadlock")
    assert greedy.report[0].is_violated and len(greedy.report[0].run) == 4


def test_counterexamples_follow_the_policy(philosophers):
    names = {f"p{n}": careful for n in range(1, 5)}
    checked = philosophers.check_policies(names, G(~atom("p1-hasSecond")))
    assert checked.report[0].is_violated
    for step in checked.report[0].run.steps:
        assert step


def test_policies_agree_with_the_search_under_them(bit):
    """The states under policies are those that the check finds: counted twice, by different programs."""
    names = {"Sender": lambda observation, actions: actions[0], "Receiver": lambda observation, actions: actions[-1]}
    checked = bit.check_policies(names, G(bit.vars["Environment.idle"] | ~bit.vars["Environment.idle"]))
    assert checked.report[0].holds
    assert checked.report[0].states in (None, checked.states)


def test_what_is_no_strategy_is_refused(philosophers):
    chance = random.Random(1)
    with pytest.raises(synod.SynodError, match="is no strategy"):
        philosophers.check_policies({"p1": lambda observation, actions: chance.choice([None, *actions])})
    with pytest.raises(synod.SynodError, match="can be taken"):
        philosophers.check_policies({"p1": lambda observation, actions: 77})
    with pytest.raises(synod.SynodError, match="there is no agent `x`"):
        philosophers.check_policies({"x": careful})
    with pytest.raises(synod.SynodError, match="more than 10 states"):
        philosophers.check_policies({"p1": careful}, limit=10)


def test_what_was_learnt_is_checked(philosophers):
    """Q-learning of one philosopher against the others, and the check of what it learnt."""
    from synod.environments import learnt

    env = philosophers.parallel_env(agents=["p1"], reward={"p1": "p1-hasSecond"}, steps=30)
    table, chance = {}, random.Random(0)

    def key(observation):
        return tuple(observation["observation"])

    def best(observation):
        allowed = [at for at, may in enumerate(observation["action_mask"]) if may]
        values = table.get(key(observation), {})
        return max(allowed, key=lambda at: (values.get(at, 0.0), -at))

    for number in range(60):
        observations, _ = env.reset(seed=number)
        while env.agents:
            seen = observations["p1"]
            allowed = [at for at, may in enumerate(seen["action_mask"]) if may]
            action = chance.choice(allowed) if chance.random() < 0.3 else best(seen)
            observations, rewards, *_ = env.step({"p1": action})
            after = table.get(key(observations["p1"]), {}) if "p1" in observations else {}
            values = table.setdefault(key(seen), {})
            known = values.get(action, 0.0)
            values[action] = known + 0.3 * (rewards["p1"] + 0.9 * max(after.values(), default=0.0) - known)
    checked = philosophers.check_policies({"p1": learnt(philosophers, "p1", best)}, "one_hand_a_fork")
    assert checked.ok and checked.states <= 34
