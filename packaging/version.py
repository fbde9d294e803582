#!/usr/bin/env python3
"""The version, which all manifests have to agree on, and what is new in it.

    python3 packaging/version.py                # prints it
    python3 packaging/version.py --tag v0.2.0   # fails unless it is this one, and the changelog has a section for it
    python3 packaging/version.py --notes        # prints that section
"""
import argparse
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
PACKAGES = ["web/package.json", "editors/vscode/package.json"]


def sections():
    """The sections of the changelog, by version."""
    parts = re.split(r"^## +(.*)$", (ROOT / "CHANGELOG.md").read_text(), flags=re.MULTILINE)
    return {title.split()[0].strip("[]"): text.strip() for title, text in zip(parts[1::2], parts[2::2])}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tag", help="the tag of a release")
    parser.add_argument("--notes", action="store_true", help="print what is new")
    arguments = parser.parse_args()
    version = re.search(r'\[workspace\.package\]\nversion = "(.*)"', (ROOT / "Cargo.toml").read_text())[1]
    problems = [f"{name} has version {found}, not {version}" for name in PACKAGES if (found := json.loads((ROOT / name).read_text())["version"]) != version]
    changes = sections()
    titles = [title for title in changes if title != "Unreleased"]
    numbers = [tuple(map(int, title.split("-")[0].split("."))) for title in titles]
    if numbers != sorted(numbers, reverse=True) or list(changes)[:1] != ["Unreleased"]:
        problems.append("CHANGELOG.md: the latest version comes first, below Unreleased")
    if arguments.tag is not None and arguments.tag != f"v{version}":
        problems.append(f"the tag is {arguments.tag}, the version {version}")
    if (arguments.tag or arguments.notes) and not changes.get(version):
        problems.append(f"CHANGELOG.md has no section for {version}")
    if problems:
        sys.exit("\n".join(problems))
    print(changes[version] if arguments.notes else version)


if __name__ == "__main__":
    main()
