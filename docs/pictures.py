#!/usr/bin/env python3
"""Draws the pictures of the book and of the README, or says which are not fresh.

    python3 docs/pictures.py --synod target/release/synod            # draws them: docs/src/images
    python3 docs/pictures.py --synod target/release/synod --check    # compares

Pictures that Synod draws are made by the commands that stand in the pages: whatever a page writes to docs/src/images, by `-o`, by
`--trace-out` or by `>`. Those of the workbench are screenshots, which need a browser: `--screenshots` takes them too. They differ from run to run, so
they are not compared; that one is of an earlier page is told, and with `--strict` counts.
"""
import argparse
import pathlib
import shlex
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "site"))
import architecture  # noqa: E402
import logics  # noqa: E402
import pages  # noqa: E402
import screenshots  # noqa: E402
import terminal  # noqa: E402

IMAGES = "docs/src/images/"
TERMINALS = {"terminal.svg": "synod check examples/rcheck/first-steps-buggy.rcp"}


def commands():
    """The commands of the pages that write pictures, by the picture."""
    found = {}
    for path in [pages.ROOT / "README.md", *sorted(pages.BOOK.rglob("*.md"))]:
        for block in pages.blocks(path.read_text()):
            for command in block.commands:
                words = shlex.split(command)
                target = next((word for word in words if word.startswith(IMAGES)), None)
                # Traces that a page has written before are there only while its commands run in a row; its test compares those.
                if target and "/tmp" not in command:
                    found.setdefault(target, words)
    return found


def drawn(words, target, synod, scratch):
    """What a command writes to its picture."""
    aside = pathlib.Path(scratch) / pathlib.Path(target).name
    words = [str(aside) if word == target else word for word in words]
    printed = ">" in words
    if printed:
        words = words[: words.index(">")]
    answer = subprocess.run([synod, *words[1:]], cwd=pages.ROOT, capture_output=True, check=False)
    if answer.returncode > 1 or not (printed or aside.exists()):
        sys.exit(f"{shlex.join(words)} writes no picture:\n{answer.stderr.decode()}")
    return answer.stdout.decode() if printed else aside.read_text()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--synod", default="target/release/synod", help="the program")
    parser.add_argument("--check", action="store_true", help="write nothing; say which pictures are not fresh")
    parser.add_argument("--screenshots", action="store_true", help="take the pictures of the workbench too")
    parser.add_argument("--strict", action="store_true", help="with --check: pictures of an earlier workbench are not fresh either")
    arguments = parser.parse_args()
    synod = str(pathlib.Path(arguments.synod).resolve())
    texts = {f"{IMAGES}logics/{name}.svg": text for name, text in logics.pictures().items()}
    texts |= {IMAGES + name: terminal.picture(command, synod, pages.ROOT) for name, command in TERMINALS.items()}
    texts[f"{IMAGES}architecture.svg"] = architecture.picture(synod)
    with tempfile.TemporaryDirectory() as scratch:
        texts |= {target: drawn(words, target, synod, scratch) for target, words in commands().items()}
    stale = []
    for name, text in sorted(texts.items()):
        path = pages.ROOT / name
        if path.exists() and path.read_text() == text:
            continue
        stale.append(name)
        if not arguments.check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
    if arguments.screenshots:
        screenshots.take(synod)
    earlier = screenshots.stale()
    if arguments.check and arguments.strict:
        stale += earlier
    elif earlier:
        print(f"of an earlier workbench (--screenshots takes them anew): {', '.join(earlier)}")
    for name in stale:
        print(f"{name} {'is not fresh' if arguments.check else 'is drawn anew'}")
    print(f"{len(texts)} pictures, {len(stale)} {'not fresh' if arguments.check else 'new'}")
    return bool(stale and arguments.check)


if __name__ == "__main__":
    sys.exit(main())
