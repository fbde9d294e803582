"""The small pictures of the page on logics, as SVG.

States are circles; the one that a formula is asked of has a double rim. Full circles satisfy f, half ones g. Arrows are
steps, dotted lines join states that look the same to the agent whose letter they bear. In pictures of strategies an arc
over arrows means that the others, or chance, decide among them; what the group could have picked instead is grey.
"""
INK, PALE, SEEN = "#333", "#bbb", "#a02000"
R = 9
DRAWN = {}


class Picture:
    def __init__(self, width, height):
        self.width, self.height, self.parts = width, height, []

    def state(self, x, y, holds="", here=False, pale=False):
        ink = PALE if pale else INK
        if here:
            self.parts.append(f'<circle cx="{x}" cy="{y}" r="{R + 4}" fill="none" stroke="{ink}"/>')
        fill = ink if holds == "f" else "white"
        self.parts.append(f'<circle cx="{x}" cy="{y}" r="{R}" fill="{fill}" stroke="{ink}" stroke-width="1.5"/>')
        if holds == "g":
            self.parts.append(f'<path d="M{x - R},{y} a{R},{R} 0 0 0 {2 * R},0 z" fill="{ink}"/>')

    def step(self, a, b, pale=False, here=False):
        (x1, y1), (x2, y2) = a, b
        length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
        ux, uy = (x2 - x1) / length, (y2 - y1) / length
        start, end = R + (5 if here else 1), R + 3
        x1, y1, x2, y2 = x1 + ux * start, y1 + uy * start, x2 - ux * end, y2 - uy * end
        ink = PALE if pale else INK
        self.parts.append(f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{ink}" stroke-width="1.5"/>')
        left = (x2 - 6 * ux - 3.5 * uy, y2 - 6 * uy + 3.5 * ux)
        right = (x2 - 6 * ux + 3.5 * uy, y2 - 6 * uy - 3.5 * ux)
        self.parts.append(f'<path d="M{x2:.1f},{y2:.1f} L{left[0]:.1f},{left[1]:.1f} L{right[0]:.1f},{right[1]:.1f} z" fill="{ink}"/>')

    def same(self, a, b, who):
        (x1, y1), (x2, y2) = a, b
        gap = R + 5
        self.parts.append(f'<line x1="{x1 + gap}" y1="{y1}" x2="{x2 - gap}" y2="{y2}" stroke="{SEEN}" stroke-width="1.8" stroke-dasharray="2 3"/>')
        self.text((x1 + x2) / 2, y1 - 6, who, SEEN)

    def arc(self, x, y, from_x, from_y, to_x, to_y):
        self.parts.append(f'<path d="M{from_x},{from_y} Q{x},{y} {to_x},{to_y}" fill="none" stroke="{SEEN}" stroke-width="1.5"/>')

    def dots(self, x, y):
        self.text(x, y + 4, "…", INK)

    def text(self, x, y, text, ink=INK):
        self.parts.append(f'<text x="{x}" y="{y}" font-family="sans-serif" font-size="12" text-anchor="middle" fill="{ink}">{text}</text>')

    def write(self, name):
        body = "\n  ".join(self.parts)
        box = f'viewBox="0 0 {self.width} {self.height}" width="{self.width}" height="{self.height}"'
        text = f'<svg xmlns="http://www.w3.org/2000/svg" {box}>\n  <rect width="100%" height="100%" fill="white"/>\n  {body}\n</svg>\n'
        DRAWN[name] = text


def run(name, states):
    """A run, from left to right."""
    picture = Picture(50 * len(states) + 30, 36)
    places = [(20 + 50 * i, 18) for i in range(len(states))]
    for i, (place, holds) in enumerate(zip(places, states)):
        if i:
            picture.step(places[i - 1], place, here=i == 1)
        picture.state(*place, holds, here=i == 0)
    last = places[-1]
    picture.step(last, (last[0] + 40, last[1]))
    picture.dots(last[0] + 38, 18)
    picture.write(name)


ROOT, MIDDLE, LEAVES = (70, 18), [(35, 62), (105, 62)], [(15, 106), (55, 106), (85, 106), (125, 106)]


def tree(name, root, middle, leaves, pale=(), arcs=False):
    """Runs that part twice. `pale` says which of the two middle branches the group does not pick; `arcs` that others
    decide which step is taken where there are two."""
    picture = Picture(140, 124)
    for i, place in enumerate(MIDDLE):
        picture.step(ROOT, place, pale=i in pale, here=True)
        for j in (2 * i, 2 * i + 1):
            picture.step(place, LEAVES[j], pale=i in pale)
    if arcs:
        for i, (x, y) in enumerate(MIDDLE):
            if i not in pale:
                picture.arc(x, y + 30, x - 10, y + 22, x + 10, y + 22)
    picture.state(*ROOT, root, here=True)
    for i, place in enumerate(MIDDLE):
        picture.state(*place, middle[i], pale=i in pale)
    for j, place in enumerate(LEAVES):
        picture.state(*place, leaves[j], pale=j // 2 in pale)
    picture.write(name)


def views(name, states, links):
    """States in a row and who takes which for the same."""
    picture = Picture(70 * len(states) - 10, 44)
    places = [(30 + 70 * i, 26) for i in range(len(states))]
    for i, (place, holds) in enumerate(zip(places, states)):
        picture.state(*place, holds, here=i == 0)
    for i, who in enumerate(links):
        picture.same(places[i], places[i + 1], who)
    picture.write(name)


def pictures():
    """Names and texts of all of them."""
    run("next", ["", "f", "", ""])
    run("finally", ["", "", "f", ""])
    run("globally", ["f", "f", "f", "f"])
    run("until", ["f", "f", "g", ""])
    tree("all-globally", "f", "ff", "ffff")
    tree("some-finally", "", ["", ""], ["", "", "", "f"])
    tree("all-finally", "", ["f", ""], ["", "", "f", "f"])
    tree("some-globally", "f", ["f", ""], ["f", "", "", ""])
    tree("all-next", "", ["f", "f"], ["", "", "", ""])
    tree("some-next", "", ["f", ""], ["", "", "", ""])
    tree("all-until", "f", ["g", "f"], ["", "", "g", "g"])
    tree("some-until", "f", ["f", ""], ["g", "", "", ""])
    views("knows", ["f", "f"], ["a"])
    views("doubts", ["f", ""], ["a"])
    everybody()
    obligation()
    views("distributed", ["f", "f"], ["a and b"])
    views("common", ["f", "f", "f", "f"], ["a", "b", "a"])
    tree("can-next", "", ["f", ""], ["", "", "", ""], pale=(1,))
    tree("can-finally", "", ["", ""], ["f", "f", "", "f"], pale=(1,), arcs=True)
    tree("can-globally", "f", ["f", "f"], ["f", "f", "", "f"], pale=(1,), arcs=True)
    tree("can-until", "f", ["f", ""], ["g", "g", "", "g"], pale=(1,), arcs=True)
    return DRAWN


def obligation():
    """Of the states that can be reached, those that are not red."""
    picture = Picture(200, 44)
    for x, holds, red in ((30, "f", False), (100, "", True), (170, "f", False)):
        picture.state(x, 26, holds, here=x == 30)
        picture.text(x, 10, "red" if red else "green", SEEN if red else INK)
    picture.write("obligation")


def everybody():
    """One step by a or by b from the middle."""
    picture = Picture(200, 44)
    for x, here in ((30, False), (100, True), (170, False)):
        picture.state(x, 26, "f", here=here)
    picture.same((30, 26), (100, 26), "a")
    picture.same((100, 26), (170, 26), "b")
    picture.write("everybody")
