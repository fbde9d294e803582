#!/usr/bin/env python3
"""Synod beside its peers, each on families of models that grow.

    compare.py [--synod PATH] [--peer NAME=PATH]… [--runs N] [--limit SECONDS] [--write FOLDER] [FAMILY[:SIZE,SIZE] | PEER | FILE.ispl]…

Every family is a model of ours and the same model for a peer: Promela of the same granularity for Spin, one ISPL text for MCMAS and us,
what we print as SMV for NuSMV and as AIGER for ABC and rIC3. Nothing is built but what a peer needs to run (Spin writes a program in C);
that is not counted, nor is printing. A peer that is not on the PATH and not named is left out. Both programs run in turns, as often as
`--runs` says, and the least processor time counts; each is ended after `--limit` seconds of it.

The table has processor seconds, wall-clock seconds, the most memory, the ratio of processor times (over 1: ours is faster), and whether the
answers agree: numbers of states beside Spin, otherwise verdicts; where they differ the exit status is 1, and a program that did not answer
(`>`) says nothing. `--write` only writes the models.
"""
import argparse, dataclasses, pathlib, subprocess, sys, tempfile

import ispl
from peers import PEERS, Run

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"


@dataclasses.dataclass
class Model:
    """What our program is given; and for Spin a Promela file, its constants, and how many states Spin counts besides."""

    ours: list
    promela: str = ""
    constants: tuple = ()
    more: int = 0


@dataclasses.dataclass
class Family:
    """The peers that have the models, what makes one of a size (in a folder, where it may write), and the usual sizes."""

    peers: tuple
    make: callable
    sizes: list


def labs(model, parameters, *options, **spin):
    """A LAbS example. Of Spin's constants, which have the values of the parameters, the names are given."""
    def make(size, folder):
        values = [f"{name}={value}" for name, value in zip(parameters, size)]
        constants = tuple(f"-D{name}={value}" for name, value in zip(spin.get("constants", ()), size))
        return Model([str(EXAMPLES / "labs" / f"{model}.labs"), *values, *options], spin.get("promela", ""), constants, spin.get("more", 0))
    return make


def written(name, *options):
    """A model of `../models/generate.py`."""
    def make(size, folder):
        path = folder / f"{name}_{size[0]}.rcp"
        program = [sys.executable, str(ROOT / "benches/models/generate.py"), name, *map(str, size)]
        path.write_text(subprocess.run(program, capture_output=True, text=True, check=True).stdout)
        return Model([str(path), *options])
    return make


def ispl_text(name, text):
    def make(size, folder):
        path = folder / f"{name}_{'_'.join(map(str, size))}.ispl"
        path.write_text(text(*size))
        return Model([str(path)])
    return make


# What Spin's families ask is true everywhere, so that nobody stops before the end.
FAMILIES = {
    "leader": Family(("spin",), labs(
        "leader", ["n"], "--semantics", "paper", "--formula", "always forall Node a, leader of a >= 0",
        promela="leader.pml", constants=["N"], more=1), [(6,), (7,), (8,)]),
    "majority": Family(("spin",), labs(
        "majority", ["yes", "no"], "--formula", "always forall Yes a, state of a >= 0",
        promela="majority.pml", constants=["YES", "NO"], more=1), [(2, 3), (3, 3), (3, 4)]),
    "flock": Family(("spin",), labs(
        "flock", ["birds", "grid", "delta"], "--formula", "always forall Bird a, x of a >= 0",
        promela="flock.pml", constants=["N", "GRID", "DELTA"], more=1), [(2, 4, 2), (3, 2, 1), (3, 3, 2)]),
    **{name: Family(("mcmas",), ispl_text(name, text), sizes) for name, (text, sizes) in ispl.FAMILIES.items()},
    "philosophers-rcp": Family(("nusmv",), written("philosophers"), [(12,), (16,)]),
    "allocation": Family(("nusmv",), written("allocation", "--property", "mission"), [(4,), (5,)]),
    "consensus": Family(("abc", "ric3"), labs("majority", ["yes", "no"]), [(2, 3), (3, 4)]),
    "approximate": Family(("abc", "ric3"), labs("approximate-majority", ["yes", "no"]), [(6, 7)]),
    "philosophers": Family(("abc", "ric3"), labs("philosophers", ["n"]), [(5,), (8,)]),
    "philosophers-fixed": Family(("abc", "ric3"), labs("philosophers-fixed", ["n"]), [(20,), (40,)]),
}


def rows(asked, folder):
    """What is asked for: name, peer and model, one after the other."""
    for name, _, size in (what.partition(":") for what in asked):
        if name.endswith(".ispl"):
            yield pathlib.Path(name).stem, "mcmas", Model([str(pathlib.Path(name).resolve())])
            continue
        chosen = [(name, FAMILIES[name].peers)] if name in FAMILIES else [(f, (name,)) for f in FAMILIES if name in FAMILIES[f].peers]
        if not chosen:
            sys.exit(f"there is no family {name}; there are {', '.join(FAMILIES)}")
        for family, peers in chosen:
            for size_of in [tuple(int(n) for n in size.split(","))] if size else FAMILIES[family].sizes:
                model = FAMILIES[family].make(size_of, folder)
                for peer in peers:
                    yield f"{family} {','.join(map(str, size_of))}", peer, model


def shown(run):
    mark = "" if run.text is not None else ">"
    return f"{mark}{run.seconds:.2f}", f"{mark}{run.wall:.2f}", str(run.megabytes)


def compare(name, peer, model, options):
    """The cells of a row, and whether the answers contradict each other."""
    peer = PEERS[peer]
    with tempfile.TemporaryDirectory(prefix="synod-peers-") as folder:
        folder = pathlib.Path(folder)
        own = [options.synod, "check", *peer.asked(model), "--json"]
        mine, other = [Run(own, options.limit, folder)], []
        said = peer.ours(mine[0].text) if mine[0].text else None
        theirs = peer.program and peer.command(model, folder, said, options)
        for turn in range(options.runs):
            if theirs:
                other.append(Run(theirs, options.limit, folder))
            if turn + 1 < options.runs:
                mine.append(Run(own, options.limit, folder))
    mine = Run.best(mine)
    states = f"{said:,}" if isinstance(said, int) else ""
    cells = [name, peer.name, states, *shown(mine)]
    if not other:
        return cells, False
    other = Run.best(other)
    replied = peer.theirs(other.text, model) if other.text else None
    agree = "?" if None in (said, replied) else "agree" if said == replied else "DIFFER"
    return [*cells, *shown(other), f"{other.seconds / max(mine.seconds, 0.001):.1f}", agree], agree == "DIFFER"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--synod", default="synod")
    parser.add_argument("--peer", action="append", default=[], metavar="NAME=PATH", help="where a peer is that is not on the PATH")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--limit", type=float, default=120)
    parser.add_argument("--write", type=pathlib.Path)
    parser.add_argument("models", nargs="*")
    options = parser.parse_args()
    options.synod = str(pathlib.Path(options.synod).resolve()) if "/" in options.synod else options.synod
    for name, _, path in (named.partition("=") for named in options.peer):
        if name not in PEERS:
            parser.error(f"there is no peer {name}; there are {', '.join(PEERS)}")
        PEERS[name].program = str(pathlib.Path(path).resolve())
    missing = [peer.name for peer in PEERS.values() if not peer.program]
    if missing and not options.write:
        print(f"not on the PATH, and left out: {', '.join(missing)}", file=sys.stderr)
    columns = ["model", "peer", "states", "synod cpu", "wall", "MB", "peer cpu", "wall", "MB", "ratio", "answers"]
    widths = [40, 7, 14, 10, 9, 7, 10, 9, 7, 8, 9]
    line = lambda cells: print("".join(cell.ljust(w) if i < 2 else cell.rjust(w) for i, (cell, w) in enumerate(zip(cells, widths))), flush=True)
    differ = False
    with tempfile.TemporaryDirectory(prefix="synod-peers-") as own:
        folder = (options.write or pathlib.Path(own)).resolve()
        folder.mkdir(exist_ok=True)
        if not options.write:
            line(columns)
        # Whoever asks for a family sees ours even if the peer is not there.
        for name, peer, model in rows(options.models or [peer for peer in PEERS if PEERS[peer].program], folder):
            if options.write:
                print(*model.ours)
                continue
            cells, contradict = compare(name, peer, model, options)
            line(cells)
            differ |= contradict
    sys.exit(1 if differ else 0)


main()
