#!/usr/bin/env python3
"""What searches take that keep all of each state, a few bits of it, or all of it on disk as well.

    memory.py [--synod PATH] [--threads N] [--checkpoint-every SECONDS] [MODEL:SIZE ...]

Each model of `models/` is searched for a violation of its invariant, which holds: in full, in full with checkpoints, with hash
compaction, with bitstate hashing, and by a swarm. The table has the states that each visits, how many of them are left out, the
probability that any is, as the program says, bytes in memory (and on disk, with checkpoints) for each state, and processor time, which
does not depend on what else the machine does.
"""
import argparse, json, pathlib, resource, subprocess, tempfile

MODELS = pathlib.Path(__file__).resolve().parent / "models"
USUAL = ["philosophers:7", "leader:7", "commit:6"]


def search(program, name, size, options):
    """The answer about the first property, and processor seconds."""
    command = [program, "check", str(MODELS / f"{name}.labs"), f"n={size}", "--json", "--stats", *options]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return json.loads(done.stdout)["properties"][0], seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--synod", default="synod")
    parser.add_argument("--threads", default="1")
    parser.add_argument("--checkpoint-every", default="1", metavar="SECONDS")
    parser.add_argument("models", nargs="*", default=USUAL)
    options = parser.parse_args()
    row = "{:<16} {:<12} {:>12} {:>9} {:>9} {:>8} {:>8} {:>7} {:>6}".format
    print(row("model", "search", "states", "left out", "P(any)", "memory", "disk", "CPU s", "times"))
    for name, _, size in (model.partition(":") for model in options.models):
        whole = None
        for kind in ["explicit", "checkpoints", "compact", "bitstate", "swarm"]:
            with tempfile.TemporaryDirectory(prefix="synod-scale-") as folder:
                saved = pathlib.Path(folder) / "saved"
                how = ["--engine", "explicit" if kind == "checkpoints" else kind, "--threads", options.threads]
                if kind == "checkpoints":
                    how += ["--checkpoint", str(saved), "--checkpoint-every", options.checkpoint_every]
                answer, seconds = search(options.synod, name, size, how)
                disk = sum(file.stat().st_size for file in saved.glob("*.part")) if saved.exists() else 0
            found, states = answer["search"], answer["search"]["states"]
            whole = whole or (states, seconds)
            any_left = answer.get("omission", {}).get("of_any")
            print(row(
                f"{name} {size}", kind, states, whole[0] - states, "" if any_left is None else f"{any_left:.1e}",
                f"{found['bytes'] / states:.1f}", f"{disk / states:.1f}" if disk else "", f"{seconds:.2f}", f"{seconds / whole[1]:.2f}",
            ))


if __name__ == "__main__":
    main()
