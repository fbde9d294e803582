#!/usr/bin/env python3
"""How much processor time and memory wide models take to get ready: each family at n, 2n and 4n agents, with the exponent
with which the time grows. A run of one step is all that is asked for, so that the time is that of reading, checking, lowering and
preparing the model; with `--engine` a check is begun instead, which ends at the first states."""

import argparse
import math
import os
import resource
import subprocess
import sys
import tempfile


def rcheck(agent, instances, head=""):
    return f"{head}{agent}\nsystem = " + "\n      || ".join(instances) + "\n\nSPEC no_deadlock: G !deadlock\n"


def philosophers(n):
    """Channels are locals that the initial condition gives a value for ever: who cannot hear whom is known."""
    forks = ", ".join(f"f{i}" for i in range(n))
    agents = f"""enum channel {{{forks}}}
agent Philosopher
    local: first : channel, second : channel
    receive-guard: chan = first | chan = second
    repeat: ({{true}} first! (true) ()[]; {{true}} second! (true) ()[]; {{true}} first! (true) ()[]; {{true}} second! (true) ()[])

agent Fork
    local: name : channel
    receive-guard: chan = name
    repeat: ({{true}} name? []; {{true}} name? [])
"""
    instances = [f"Fork(k{i}, name = f{i})" for i in range(n // 2)]
    instances += [f"Philosopher(p{i}, first = f{i} & second = f{(i + 1) % (n // 2)})" for i in range(n // 2)]
    return "rcp", rcheck(agents, instances)


def broadcast(n):
    """Everybody hears everybody and stores what it hears."""
    agent = """message-structure: D : 0..3
agent Speaker
    local: heard : 0..3, own : 0..3
    init: heard = 0 & own = 1
    repeat: ({heard < 3} *! (true) (D := own)[own := heard] + {true} *? [heard := D])
"""
    return "rcp", rcheck(agent, [f"Speaker(s{i}, true)" for i in range(n)])


def multicast(n):
    """All are on one channel, whose messages need every listener."""
    agent = """enum channel {group}
agent Member
    local: busy : bool
    init: !busy
    receive-guard: chan = group
    repeat: ({!busy} group! (true) ()[busy := true] + {true} group? [busy := false])
"""
    return "rcp", rcheck(agent, [f"Member(m{i}, true)" for i in range(n)])


def exchanges(n):
    """A ring in which each gets from the next one, by name."""
    agent = """message-structure: D : 0..3
agent Node
    local: next : location, value : 0..3
    init: value = 0
    repeat: ({true} GET@(next)()[value := D] + {true} SUPPLY@(any)(D := value)[])
"""
    return "rcp", rcheck(agent, [f"Node(n{i}, next = n{(i + 1) % n})" for i in range(n)])


def ispl(n):
    agents = "".join(
        f"""Agent A{i}
  Vars: v : boolean; end Vars
  Actions = {{a, b}};
  Protocol: v = true : {{a}}; v = false : {{b}}; end Protocol
  Evolution: v = true if Action = b; v = false if Action = a; end Evolution
end Agent
"""
        for i in range(n)
    )
    init = " and ".join(f"A{i}.v = true" for i in range(n))
    return "ispl", agents + f"Evaluation p if A0.v = true; end Evaluation\nInitStates {init}; end InitStates\nFormulae AG (p or !p); end Formulae\n"


def choreography(n):
    """So many messages, one after the other, between four peers."""
    messages = (f"p{i % 4} -> p{(i + 1) % 4}: m{i}" for i in range(n))
    return "chor", "MAIN =\n    " + ";\n    ".join(messages) + "\n"


def parallel(n):
    threads = " || ".join(["(x <- 1; x <- 0)"] * n)
    return "labs", f"""system {{
    spawn = Agent: 1
}}
agent Agent {{
    interface = x: 0
    Behavior = {threads}
}}
check {{
    P = always forall Agent a, x of a <= 1
}}
"""


def flock(n):
    """Birds that pass on their directions to those near them, as stigmergies do."""
    return "labs", f"""system {{
    spawn = Bird: {n}
}}
stigmergy Alignment {{
    link = ((x of c1 - x of c2) * (x of c1 - x of c2)) <= 9
    dirx: [-1, 1]
}}
agent Bird {{
    interface = x: 0..10
    stigmergies = Alignment
    Behavior = Move; Behavior
    Move = x <- (x + dirx) % 10
}}
check {{
    Same = finally forall Bird a, forall Bird b, dirx of a = dirx of b
}}
"""


FAMILIES = {
    "philosophers": (philosophers, 500),
    "broadcast": (broadcast, 500),
    "multicast": (multicast, 500),
    "exchanges": (exchanges, 500),
    "ispl": (ispl, 500),
    "choreography": (choreography, 200),
    "parallel": (parallel, 25),
    "flock": (flock, 50),
}


def run(synod, path, engine, limit):
    command = [synod, "simulate", "--steps", "1", path]
    if engine:
        command = [synod, "check", "--engine", engine, "--depth", "1", "--timeout", str(limit), path]
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, child.returncode


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("families", nargs="*", help=f"some of {', '.join(FAMILIES)}; all without any")
    parser.add_argument("--synod", default="target/release/synod")
    parser.add_argument("--engine", help="begin a check with this engine instead of a run")
    parser.add_argument("--limit", type=int, default=60, help="seconds for a check")
    parser.add_argument("--size", type=int, help="n instead of the usual one")
    parser.add_argument("--write", metavar="FOLDER", help="only write the models")
    options = parser.parse_args()
    for name in options.families or FAMILIES:
        if name not in FAMILIES:
            sys.exit(f"there is no family `{name}`; there are {', '.join(FAMILIES)}")
        make, usual = FAMILIES[name]
        before = None
        for size in [factor * (options.size or usual) for factor in (1, 2, 4)]:
            ending, text = make(size)
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(options.write or folder, f"{name}-{size}.{ending}")
                with open(path, "w") as file:
                    file.write(text)
                if options.write:
                    continue
                seconds, megabytes, code = run(options.synod, path, options.engine, options.limit)
            grows = f"n^{math.log2(seconds / before):.1f}" if before and seconds else ""
            print(f"{name:14} {size:6} {seconds:8.2f} s {megabytes:8.0f} MB  exit {code}  {grows}", flush=True)
            before = seconds


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    main()
