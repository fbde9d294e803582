"""The pages of the book: their fenced blocks, headings and links."""
import dataclasses
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
BOOK = ROOT / "docs" / "src"


@dataclasses.dataclass
class Block:
    """A fenced block: the line of its fence (from 0), its language, `key=value` pairs after that, and its lines."""
    start: int
    language: str
    attributes: dict
    lines: list

    @property
    def commands(self):
        """What is typed in it, without the prompt."""
        if self.language == "console":
            return [line[2:] for line in self.lines if line.startswith("$ ")]
        return [line for line in self.lines if line.startswith("synod ")] if self.language == "sh" else []


def blocks(text):
    """The fenced blocks of a page."""
    found, opened = [], None
    for at, line in enumerate(text.splitlines()):
        if opened is None and line.startswith("```"):
            language, *rest = [word.strip() for word in line[3:].split(",")]
            pairs = (word.partition("=") for word in rest)
            opened = Block(at, language, {key: value for key, _, value in pairs}, [])
        elif opened is not None and line == "```":
            found.append(opened)
            opened = None
        elif opened is not None:
            opened.lines.append(line)
    return found


def prose(text):
    """The page without its fenced blocks; lines keep their numbers."""
    lines = text.splitlines()
    for block in blocks(text):
        for at in range(block.start, block.start + len(block.lines) + 2):
            lines[at] = ""
    return lines


def links(text):
    """Line numbers and targets of links and pictures."""
    for number, line in enumerate(prose(text), 1):
        line = re.sub(r"`[^`]*`", "", line)
        for match in re.finditer(r"\]\(([^)\s]+)\)|(?:href|src)=\"([^\"]+)\"", line):
            yield number, match[1] or match[2]


def anchors(text):
    """The anchors of a page's headings, as mdBook and GitHub make them."""
    found = {}
    for line in prose(text):
        heading = re.match(r"#+\s+(.*?)\s*$", line)
        if heading:
            words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading[1]).lower()
            name = re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", words))
            found[name] = found.get(name, -1) + 1
            if found[name]:
                found[f"{name}-{found[name]}"] = 0
    return set(found) | set(re.findall(r"id=\"([^\"]+)\"", "\n".join(prose(text))))
