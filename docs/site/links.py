#!/usr/bin/env python3
"""Every link of the book and of the other pages leads somewhere, also to the right heading, and every picture is used.

    python3 docs/site/links.py            # the sources
    python3 docs/site/links.py FOLDER     # a site that was built
"""
import base64
import html.parser
import json
import pathlib
import re
import sys
import urllib.parse
import zlib

import pages

OTHERS = ["README.md", "CONTRIBUTING.md", "examples/README.md", "examples/labs/README.md", "benches/README.md", "python/README.md", "web/README.md"]


def sources():
    """What is wrong in the sources."""
    problems, shown = [], set()
    texts = {path: path.read_text() for path in sorted(pages.BOOK.rglob("*.md"))}
    texts |= {pages.ROOT / name: (pages.ROOT / name).read_text() for name in OTHERS}
    decisions = pages.ROOT / "docs" / "decisions"
    for path, text in texts.items():
        for number, target in pages.links(text):
            place = f"{path.relative_to(pages.ROOT)}:{number}"
            if re.match(r"[a-z]+:", target):
                continue
            name, _, anchor = target.partition("#")
            file = (path.parent / urllib.parse.unquote(name)).resolve() if name else path
            shown.add(file)
            if not file.exists():
                problems.append(f"{place}: {target} does not exist")
            elif anchor and file.suffix == ".md":
                included = re.sub(r"\{\{#include \.\./\.\./decisions/(\S+)\}\}", lambda m: (decisions / m[1]).read_text(), file.read_text())
                if anchor not in pages.anchors(included):
                    problems.append(f"{place}: {name or path.name} has no heading `{anchor}`")
    for picture in (pages.BOOK / "images").rglob("*"):
        if picture.is_file() and picture.suffix != ".dot" and picture not in shown:
            problems.append(f"{picture.relative_to(pages.ROOT)} is shown nowhere")
    return problems


class Page(html.parser.HTMLParser):
    """The links and ids of a page of the site."""

    def __init__(self, text):
        super().__init__()
        self.targets, self.ids = [], set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.ids.add(attributes.get("id"))
        target = attributes.get("src") or (attributes.get("href") if tag in ("a", "link") else None)
        if target:
            self.targets.append(target)


def site(folder):
    """What is wrong in a site that was built."""
    problems = []
    # Of the playground only the first page counts, and it reads its fragment itself. The list of pages at the left is in a frame.
    playground = folder / "playground"
    read = {path: Page(path.read_text()) for path in sorted(folder.rglob("*.html")) if playground not in path.parents}
    for path, page in read.items():
        for target in page.targets:
            if re.match(r"[a-z]+:|//", target):
                continue
            name, _, anchor = target.partition("#")
            name = urllib.parse.unquote(name.partition("?")[0])
            file = (path.parent / name).resolve() if name else path
            if file.is_dir():
                file /= "index.html"
            where = f"{path.relative_to(folder)}: {target[:80]}"
            if path.name in ("404.html", "toc.html", "print.html"):
                continue
            if not file.exists():
                problems.append(f"{where} does not exist")
            elif anchor.startswith("model="):
                packed = anchor.removeprefix("model=")
                shared = json.loads(zlib.decompress(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), -15))
                if not (shared["path"] and shared["text"]):
                    problems.append(f"{where} holds no model")
            elif anchor and file in read and urllib.parse.unquote(anchor) not in read[file].ids:
                problems.append(f"{where} has no such place")
    return problems if read else [f"{folder} has no pages"]


def main(arguments):
    problems = site(pathlib.Path(arguments[0]).resolve()) if arguments else sources()
    print("\n".join(problems) or "all links lead somewhere")
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
