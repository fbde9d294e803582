#!/usr/bin/env python3
"""What searches take that keep all of each state, compressed or not, in memory or on disk, or only a few bits of it.

    memory.py [--synod PATH] [--threads N] [--checkpoint-every SECONDS] [--only SEARCH,...] [--option OPTION ...] [MODEL:SIZE ...]

Each model of `models/` is searched for a violation of its invariant, which holds: in full, in full with states that are
compressed (`--compress`) or in files (`--disk`), in full with checkpoints, with hash compaction, with bitstate hashing, and by a swarm. The
table has the states that each visits, how many of them are left out, the probability that any is, as the program says, bytes in memory and on
disk for each state, and processor time, which does not depend on what else the machine does. `--only` names searches; a name with a dot or a
slash is a model of one's own, whose first property is to be an invariant.

If `spin` and `gcc` are on the PATH, it searches the Promela beside the models in full: as it is, with states collapsed, and on two cores. Its bytes are
those that it says states and hash table take, without its stack; its states need not be ours, since its steps are not.
"""
import argparse, pathlib, tempfile

from searching import MODELS, has_spin, search, spin

SEARCHES = ["explicit", "compress", "disk", "checkpoints", "compact", "bitstate", "swarm"]
SPIN = {"spin": [], "spin, collapsed": ["-DCOLLAPSE"], "spin, 2 cores": ["-DNCORE=2", "-DMEMLIM=2048"]}
USUAL = ["philosophers:7", "leader:7", "commit:6"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--synod", default="synod")
    parser.add_argument("--threads", default="1")
    parser.add_argument("--checkpoint-every", default="1", metavar="SECONDS")
    parser.add_argument("--only", default=",".join(SEARCHES), metavar="SEARCH,...")
    parser.add_argument("--option", action="append", default=[], help="another option for all, such as --option=--semantics=paper")
    parser.add_argument("models", nargs="*", default=USUAL)
    options = parser.parse_args()
    row = "{:<16} {:<15} {:>12} {:>9} {:>9} {:>8} {:>8} {:>7} {:>6}".format
    print(row("model", "search", "states", "left out", "P(any)", "memory", "disk", "CPU s", "times"))
    for name, _, size in (model.partition(":") for model in options.models):
        whole = None
        for kind in options.only.split(","):
            with tempfile.TemporaryDirectory(prefix="synod-scale-") as folder:
                saved = pathlib.Path(folder) / "saved"
                ways = {
                    "checkpoints": ["--checkpoint", str(saved), "--checkpoint-every", options.checkpoint_every],
                    "compress": ["--compress"],
                    "disk": ["--disk", str(saved)],
                }
                how = ways.get(kind, ["--engine", kind]) + ["--threads", options.threads, *options.option]
                answer, seconds = search(options.synod, name, size, how)
                kept = sum(file.stat().st_size for file in saved.glob("*.part")) if saved.exists() else 0
            found, states = answer["search"], answer["search"]["states"]
            disk = kept + found["file_bytes"]
            whole = whole or (states, seconds)
            any_left = answer.get("omission", {}).get("of_any")
            print(row(
                f"{name} {size}", kind, states, whole[0] - states, "" if any_left is None else f"{any_left:.1e}",
                f"{found['bytes'] / states:.1f}", f"{disk / states:.1f}" if disk else "", f"{seconds:.2f}", f"{seconds / whole[1]:.2f}",
            ), flush=True)
        if has_spin() and (MODELS / f"{name}.pml").exists():
            for kind, flags in SPIN.items():
                found = spin(name, size, ["-DNOREDUCE", *flags])
                print(row(
                    f"{name} {size}", kind, found.states, "", "", f"{found.bytes / found.states:.1f}", "",
                    f"{found.seconds:.2f}", f"{found.seconds / whole[1]:.2f}",
                ), flush=True)


if __name__ == "__main__":
    main()
