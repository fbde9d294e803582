"""What a command prints on a terminal, with its colours, as SVG."""
import html
import os
import re
import subprocess

WIDTH, LINE, MARGIN, BAR = 7.8, 18, 16, 30
PAPER, TEXT, PALE = "#1c2128", "#d5dbe1", "#8b949e"
COLOURS = {31: "#ff7b72", 32: "#6fdd8b", 33: "#e3b341", 34: "#79c0ff", 35: "#d2a8ff", 36: "#76e3ea"}


def runs(line):
    """Pieces of a line with the codes that are in force."""
    codes = []
    for at, piece in enumerate(re.split(r"\x1b\[([\d;]*)m", line)):
        if at % 2:
            new = [int(code) for code in piece.split(";") if code]
            codes = [] if not new or 0 in new else codes + new
        elif piece:
            yield piece, tuple(codes)


def span(piece, codes):
    ink = next((COLOURS[code] for code in codes if code in COLOURS), PALE if 2 in codes else None)
    style = (f' fill="{ink}"' if ink else "") + (' font-weight="bold"' if 1 in codes else "")
    return f"<tspan{style}>{html.escape(piece, quote=False)}</tspan>"


def picture(command, synod, folder):
    """The picture of a command `synod …` and its output. Times are not those of this run, so that the picture stays the same."""
    words = command.split()
    environment = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLUMNS")}
    answer = subprocess.run([synod, *words[1:], "--color", "always"], cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    output = re.sub(r"\d+\.\d+ s\b", "0.01 s", answer.stdout.decode())
    lines = [f"\x1b[1;32m$\x1b[0m \x1b[1m{command}\x1b[0m", *output.rstrip().splitlines()]
    columns = max(len(re.sub(r"\x1b\[[\d;]*m", "", line)) for line in lines)
    width, height = round(columns * WIDTH) + 2 * MARGIN, len(lines) * LINE + BAR + MARGIN
    rows = []
    for number, line in enumerate(lines):
        spans = "".join(span(piece, codes) for piece, codes in runs(line))
        rows.append(f'<text x="{MARGIN}" y="{BAR + 14 + number * LINE}" xml:space="preserve">{spans}</text>')
    dots = "".join(f'<circle cx="{18 + 18 * at}" cy="16" r="5" fill="{ink}"/>' for at, ink in enumerate(("#ff5f57", "#febc2e", "#28c840")))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img">\n'
        f"<title>{html.escape(command)}</title>\n"
        f'<rect width="100%" height="100%" rx="8" fill="{PAPER}"/>{dots}\n'
        f"<g font-family=\"ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace\" font-size=\"13\" fill=\"{TEXT}\">\n"
        + "\n".join(rows)
        + "\n</g>\n</svg>\n"
    )
