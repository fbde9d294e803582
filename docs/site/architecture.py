"""The picture of the architecture: languages, the core, engines, faces. Languages and engines are those that the program lists."""
import re
import subprocess

INK, PALE, PAPER = "#24292f", "#57606a", "#f6f8fa"
TONES = {"language": "#ddf4ff", "core": "#fff8c5", "engine": "#dafbe1", "judge": "#ffebe9", "face": "#fbefff"}
WIDTH, BOX, GAP = 860, 30, 6
# Room around a text, in letters.
MARGIN = 2
SPELT = {"rcheck": "R-CHECK", "labs": "LAbS", "chor": "choreographies"}
FACES = ["command line", "browser", "editors", "debugger", "Python", "HTTP", "reports"]


def listed(synod, topic):
    """The first words of the list that `synod help TOPIC` prints."""
    text = subprocess.run([synod, "help", topic], capture_output=True, text=True, check=True).stdout
    return re.findall(r"^  (\S+)", text, re.MULTILINE)


def row(parts, y, names, tone, start=20, width=WIDTH - 40):
    """Boxes side by side, the wider the longer their texts."""
    unit = (width - GAP * (len(names) - 1)) / sum(len(name) + MARGIN for name in names)
    x = start
    for name in names:
        each = unit * (len(name) + MARGIN)
        parts.append(f'<rect x="{x:.1f}" y="{y}" width="{each:.1f}" height="{BOX}" rx="5" fill="{TONES[tone]}" stroke="{PALE}" stroke-width="0.8"/>')
        parts.append(f'<text x="{x + each / 2:.1f}" y="{y + 19}" text-anchor="middle">{name}</text>')
        x += each + GAP


def arrow(parts, x, y1, y2, text=""):
    ends = ' marker-end="url(#tip)"'
    parts.append(f'<line x1="{x}" y1="{y1}" x2="{x}" y2="{y2}" stroke="{INK}" stroke-width="1.3"{ends}/>')
    if text:
        parts.append(f'<text x="{x + 10}" y="{(y1 + y2) / 2 + 4}" fill="{PALE}" font-style="italic">{text}</text>')


def picture(synod):
    """The text of the picture."""
    languages = [SPELT.get(name, name.upper()) for name in listed(synod, "languages") if not name.endswith("-legacy")]
    engines = [name for name in listed(synod, "engines") if name != "auto"]
    parts = []
    row(parts, 20, languages, "language")
    arrow(parts, 150, 54, 86, "front ends: parse, check names and types, lower")
    row(parts, 90, ["core: agents, typed variables, rules with parts, formulas"], "core")
    arrow(parts, 150, 124, 156, "passes: cone of influence, invisible steps, …, each with a way back for runs")
    row(parts, 160, engines, "engine")
    arrow(parts, 150, 194, 226, "a proof, or a run")
    row(parts, 230, ["judge: the interpreter replays every run"], "judge", 20, 500)
    row(parts, 230, ["certificates, checked by another solver"], "judge", 528, WIDTH - 548)
    arrow(parts, 150, 264, 296, "answers in the words of the model: one set of documents for all")
    row(parts, 300, FACES, "face")
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="350" viewBox="0 0 {WIDTH} 350" role="img" '
        f'font-family="Helvetica, Arial, \'Liberation Sans\', sans-serif" font-size="12" fill="{INK}">\n'
        "<title>The architecture of Synod</title>\n"
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto-start-reverse">'
        f'<path d="M0,0 L8,4 L0,8 z" fill="{INK}"/></marker></defs>\n'
        f'<rect width="100%" height="100%" rx="8" fill="{PAPER}"/>\n{body}\n</svg>\n'
    )
