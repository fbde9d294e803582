"""The pictures of the workbench: `npm run pictures` in web/ takes them, and each remembers of which page.

A PNG keeps, as text in a chunk of its own, the SHA-256 of the built page and of the script that took it. One that remembers another page is stale.
"""
import hashlib
import os
import struct
import subprocess
import zlib

import pages

FOLDER = pages.BOOK / "images" / "workbench"
KEYWORD = b"Source"
SIGNATURE = 8


def source():
    """What the pictures are of."""
    web = pages.ROOT / "web"
    files = [*(web / "dist").rglob("*"), *(web / "tests" / "pictures").rglob("*")]
    digest = hashlib.sha256()
    for path in sorted(path for path in files if path.is_file()):
        digest.update(path.relative_to(web).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest().encode()


def chunks(data):
    """Kinds, contents and ends of the chunks of a PNG."""
    at = SIGNATURE
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at : at + 8])
        yield kind, data[at + 8 : at + 8 + size], at + 12 + size
        at += 12 + size


def remembered(data):
    """The source that a picture remembers."""
    texts = (content.partition(b"\0") for kind, content, _ in chunks(data) if kind == b"tEXt")
    return next((text for keyword, _, text in texts if keyword == KEYWORD), None)


def stamped(data, source):
    """A picture that remembers its source, behind the header."""
    kept, start = [], SIGNATURE
    for kind, content, end in chunks(data):
        if kind != b"tEXt" or not content.startswith(KEYWORD + b"\0"):
            kept.append(data[start:end])
        start = end
    body = b"tEXt" + KEYWORD + b"\0" + source
    kept.insert(1, struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body)))
    return data[:SIGNATURE] + b"".join(kept)


def take(synod):
    """Takes all pictures anew. Needs what `npm ci` installs, and Chromium."""
    environment = {**os.environ, "SYNOD": synod, "SYNOD_PAGE": "dist"}
    subprocess.run(["npm", "run", "pictures"], cwd=pages.ROOT / "web", env=environment, check=True)
    for path in FOLDER.glob("*.png"):
        path.write_bytes(stamped(path.read_bytes(), source()))


def stale():
    """The pictures that are of another page."""
    now = source()
    return [path.relative_to(pages.ROOT).as_posix() for path in sorted(FOLDER.glob("*.png")) if remembered(path.read_bytes()) != now]
