#!/usr/bin/env python3
"""Draws how long searches of philosophers took, from figures.csv: python3 benches/gpu/plot.py > docs/src/images/gpu.svg

Both axes are logarithmic. No libraries are needed; the same figures give the same picture.
"""

import csv
import math
import pathlib

WIDTH, HEIGHT = 640, 360
LEFT, RIGHT, TOP, BOTTOM = 70, 20, 20, 50
STATES, SECONDS = (6, 11), (-1, 2)  # powers of ten
COLOURS = {"NVIDIA H200": "#2a6fb0", "16 cores": "#b0562a"}


def x(states):
    share = (math.log10(states) - STATES[0]) / (STATES[1] - STATES[0])
    return LEFT + share * (WIDTH - LEFT - RIGHT)


def y(seconds):
    share = (math.log10(seconds) - SECONDS[0]) / (SECONDS[1] - SECONDS[0])
    return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)


def text(at_x, at_y, words, anchor="middle", colour="#444"):
    return f'<text x="{at_x:.1f}" y="{at_y:.1f}" text-anchor="{anchor}" fill="{colour}">{words}</text>'


def line(x1, y1, x2, y2, colour="#ddd"):
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}"/>'


def main():
    rows = list(csv.DictReader(pathlib.Path(__file__).with_name("figures.csv").open()))
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="13">',
        "<title>Seconds of a search by its number of states, on a card and on 16 cores</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
    ]
    for power in range(STATES[0], STATES[1] + 1):
        out.append(line(x(10**power), TOP, x(10**power), HEIGHT - BOTTOM))
        out.append(text(x(10**power), HEIGHT - BOTTOM + 18, f"{10**power:,}".replace(",", " ") if power < 9 else f"10^{power}"))
    for power in range(SECONDS[0], SECONDS[1] + 1):
        out.append(line(LEFT, y(10.0**power), WIDTH - RIGHT, y(10.0**power)))
        out.append(text(LEFT - 8, y(10.0**power) + 4, f"{10.0**power:g} s", "end"))
    for device, colour in COLOURS.items():
        points = sorted((int(row["states"]), float(row["seconds"])) for row in rows if row["device"] == device)
        path = " ".join(f"{x(states):.1f},{y(seconds):.1f}" for states, seconds in points)
        out.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        out += [f'<circle cx="{x(states):.1f}" cy="{y(seconds):.1f}" r="4" fill="{colour}"/>' for states, seconds in points]
        states, seconds = points[-1] if device == "16 cores" else points[2]
        out.append(text(x(states) + 8, y(seconds) + 18, device, "start", colour))
    # What a billion states a second would be.
    out.append(line(x(10**8), y(0.1), x(10**11), y(100), "#999").replace("/>", ' stroke-dasharray="4 4"/>'))
    out.append(text(x(4 * 10**8), y(0.17), "a billion states a second", "start", "#777"))
    out.append(text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 10, "states"))
    out.append("</svg>")
    print("\n".join(out))


if __name__ == "__main__":
    main()
