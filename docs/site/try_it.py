#!/usr/bin/env python3
"""A preprocessor of mdBook: puts a link to the playground below every example, which opens with its text.

The model is in the fragment of the link, compressed, as `web/src/lib/share.ts` reads it: no server sees it. Linked are blocks that show
a file of `examples/` (`file=`) or a whole model, and commands that are typed about an example, with its parameters and property. A comment
`<!-- playground: synod check examples/… -->` becomes the playground itself, within the page. Where the playground is, seen from the front page of the book, is
`playground` in the section `preprocessor.try-it` of book.toml; without it there are neither.
"""
import base64
import json
import os
import re
import shlex
import sys
import zlib

import pages

ENDINGS = {"rcheck": "rcp", "labs": "labs", "ispl": "ispl", "pispl": "pispl", "ccs": "ccs", "chor": "chor"}
EMBEDDED = re.compile(r"<!-- playground: (.*) -->")
COMMANDS = ("check", "simulate", "interact", "estimate", "cutoff", "show")


def fragment(shared):
    """What stands behind `#`."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = packer.compress(json.dumps(shared, ensure_ascii=False, separators=(",", ":")).encode()) + packer.flush()
    return "model=" + base64.urlsafe_b64encode(data).decode().rstrip("=")


def of_command(command):
    """The example that a command is about, or None."""
    words = shlex.split(command)
    if words[:1] != ["synod"] or len(words) < 3 or words[1] not in COMMANDS:
        return None
    files = [word for word in words[2:] if re.fullmatch(r"examples/.*\.(rcp|labs|ispl|pispl|ccs|chor)", word)]
    if len(files) != 1:
        return None
    shared = {"path": os.path.basename(files[0]), "text": (pages.ROOT / files[0]).read_text()}
    numbers = dict(re.fullmatch(r"(\w+)=(-?\d+)", word).groups() for word in words if re.fullmatch(r"\w+=-?\d+", word))
    if numbers:
        shared["parameters"] = {name: int(value) for name, value in numbers.items()}
    named = [words[at + 1] for at, word in enumerate(words[:-1]) if word in ("-p", "--property")]
    if len(named) == 1 and not named[0].isdigit():
        shared["property"] = named[0]
    return shared


def of_block(block):
    """The models that a block shows or asks about, without repetitions."""
    if block.language in ENDINGS:
        if "file" in block.attributes:
            path = block.attributes["file"]
            return [{"path": os.path.basename(path), "text": (pages.ROOT / path).read_text()}]
        if any(line.startswith("system") for line in block.lines):
            return [{"path": f"example.{ENDINGS[block.language]}", "text": "\n".join(block.lines) + "\n"}]
    found = [shared for shared in map(of_command, block.commands) if shared]
    return [shared for at, shared in enumerate(found) if shared not in found[:at]]


def linked(text, playground):
    """The page with its links. A model that cannot do without values for its parameters gets those of the page's first command about it."""
    blocks = pages.blocks(text)
    values = {}
    for block in blocks:
        for shared in of_block(block):
            if "parameters" in shared:
                values.setdefault(shared["path"], shared["parameters"])
    lines = text.splitlines()
    for block in reversed(blocks):
        links = []
        for shared in of_block(block):
            if shared["path"] in values:
                shared = {**shared, "parameters": shared.get("parameters", values[shared["path"]])}
            links.append(f"[Try it: {shared['path']}]({playground}#{fragment(shared)})")
        if links:
            end = block.start + len(block.lines) + 2
            lines[end:end] = ["", f'<span class="try">{" · ".join(links)}</span>', ""]
    return EMBEDDED.sub(lambda found: frame(of_command(found[1]), playground), "\n".join(lines) + "\n")


def frame(shared, playground):
    """The playground within a page."""
    title = f"{shared['path']} in the playground"
    return f'<iframe class="playground" loading="lazy" title="{title}" src="{playground}?embed#{fragment(shared)}"></iframe>'


def walk(items, playground):
    for item in items:
        chapter = item.get("Chapter") if isinstance(item, dict) else None
        if chapter:
            if chapter.get("path"):
                up = "../" * chapter["path"].count("/")
                chapter["content"] = linked(chapter["content"], f"{up}{playground}")
            walk(chapter["sub_items"], playground)


def main():
    if sys.argv[1:2] == ["supports"]:
        return sys.argv[2] != "html"
    context, book = json.load(sys.stdin)
    playground = context["config"].get("preprocessor", {}).get("try-it", {}).get("playground")
    if playground:
        walk(book.get("items", book.get("sections", [])), playground)
    json.dump(book, sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())
