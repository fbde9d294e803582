// The arena on a canvas: a grid, links and messages as lines, agents as dots with what stands beside them.

import type { Axis, Dot, Link } from './arena';

/** All that is drawn; what takes time to find out is found out before, so that a frame is only drawing. */
export interface Scene {
  x: Axis;
  y: Axis;
  /** Names are short; labels have what agents carry behind them. */
  dots: (Dot & { name: string; label: string; isActive: boolean })[];
  links: Link[];
  /** What the step of the position sends, from whom to whom. */
  messages: { from: string; to: string }[];
}

export interface Colours {
  line: string;
  dim: string;
  ink: string;
  pane: string;
  blue: string;
  amber: string;
  violet: string;
  hl: string;
}

/** The colours of the theme. */
export function coloursOf(element: Element): Colours {
  const style = getComputedStyle(element);
  const colour = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return { line: colour('line'), dim: colour('dim'), ink: colour('ink'), pane: colour('pane'), blue: colour('blue'), amber: colour('amber'), violet: colour('violet'), hl: colour('hl') };
}

const LEFT = 36;
const RIGHT = 48;
const TOP = 16;
const BOTTOM = 30;
/** The height of a line of text. */
const LINE = 13;
const FONT = '11px sans-serif';

export type Places = Map<string, { x: number; y: number }>;

/** Where things are on the canvas. */
export interface Geometry {
  w: number;
  h: number;
  /** The size of a dot. */
  size: number;
  unit: number;
  px(value: number): number;
  py(value: number): number;
}

export function geometry({ x, y }: Scene, room: number): Geometry {
  const [spanX, spanY] = [Math.max(1, x.high - x.low), Math.max(1, y.high - y.low)];
  const unit = Math.max(6, Math.min((Math.min(room, 760) - LEFT - RIGHT) / spanX, (620 - TOP - BOTTOM) / spanY, 90));
  const [w, h] = [spanX * unit + LEFT + RIGHT, spanY * unit + TOP + BOTTOM];
  return { w, h, unit, size: Math.max(4, Math.min(10, unit * 0.2)), px: (value) => LEFT + (value - x.low) * unit, py: (value) => h - BOTTOM - (value - y.low) * unit };
}

/** What stands beside a dot, and where its text begins, from the middle of the dot. */
export interface Label {
  text: string;
  dx: number;
  dy: number;
}

/**
 * Puts names where they cover no dot and no other name: beside, under or over their dots, without what agents carry if there is no room
 * for it. It is done once for the places that agents move to, so that names do not jump on the way.
 */
export function labels(scene: Scene, at: Places, { w, size, px, py }: Geometry, widthOf: (text: string) => number): Map<string, Label> {
  type Box = { left: number; right: number; top: number; bottom: number };
  const meets = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const taken: Box[] = scene.dots.flatMap(({ agent }) => {
    const place = at.get(agent);
    return place ? [{ left: px(place.x) - size, right: px(place.x) + size, top: py(place.y) - size, bottom: py(place.y) + size }] : [];
  });
  const found = new Map<string, Label>();
  for (const { agent, label, name } of scene.dots) {
    const place = at.get(agent);
    if (!place) continue;
    const [x, y] = [px(place.x), py(place.y)];
    const ways = [...new Set([label, name])].flatMap((text) => {
      const width = widthOf(text);
      const [right, left, middle] = [size + 3, -size - 3 - width, -width / 2];
      return [[right, 0], [left, 0], [middle, size + 9], [middle, -size - 9], [right, LINE], [right, -LINE], [left, LINE], [left, -LINE]].map(([dx, dy]) => ({ text, dx: dx!, dy: dy!, width }));
    });
    const boxOf = ({ dx, dy, width }: { dx: number; dy: number; width: number }): Box => ({ left: x + dx, right: x + dx + width, top: y + dy - LINE / 2, bottom: y + dy + LINE / 2 });
    const free = ways.find((way) => { const box = boxOf(way); return box.left >= 0 && box.right <= w && !taken.some((one) => meets(one, box)); });
    // Where there is no room at all, a short name over others is better than none.
    const chosen = free ?? ways.at(-8)!;
    taken.push(boxOf(chosen));
    found.set(agent, { text: chosen.text, dx: chosen.dx, dy: chosen.dy });
  }
  return found;
}

const widths = new Map<string, number>();

/** The width of a text, measured once. */
export function widthOn(on: HTMLCanvasElement): (text: string) => number {
  const g = on.getContext('2d')!;
  g.font = FONT;
  if (widths.size > 5000) widths.clear();
  return (text) => {
    const known = widths.get(text) ?? g.measureText(text).width;
    widths.set(text, known);
    return known;
  };
}

/** Draws a scene with agents at these places. */
export function paint(on: HTMLCanvasElement, scene: Scene, at: Places, colours: Colours, where: Geometry, names: Map<string, Label>): void {
  const { w, h, unit, size, px, py } = where;
  const ratio = devicePixelRatio || 1;
  if (on.width !== Math.round(w * ratio) || on.height !== Math.round(h * ratio)) {
    on.width = Math.round(w * ratio);
    on.height = Math.round(h * ratio);
    on.style.width = `${w}px`;
    on.style.height = `${h}px`;
  }
  const g = on.getContext('2d')!;
  g.setTransform(ratio, 0, 0, ratio, 0, 0);
  g.clearRect(0, 0, w, h);
  grid(g, scene, px, py, h, colours, unit);

  g.lineWidth = 1;
  g.strokeStyle = colours.violet;
  g.globalAlpha = scene.links.length > 200 ? 0.25 : 0.6;
  for (const { from, to, isMutual } of scene.links) {
    const [a, b] = [at.get(from), at.get(to)];
    if (a && b) arrow(g, px(a.x), py(a.y), px(b.x), py(b.y), isMutual ? 0 : size);
  }
  g.globalAlpha = 1;
  g.strokeStyle = colours.blue;
  g.lineWidth = 1.8;
  for (const { from, to } of scene.messages) {
    const [a, b] = [at.get(from), at.get(to)];
    if (a && b) arrow(g, px(a.x), py(a.y), px(b.x), py(b.y), size);
  }
  for (const { agent, isActive } of scene.dots) {
    const place = at.get(agent);
    if (!place) continue;
    g.beginPath();
    g.arc(px(place.x), py(place.y), size, 0, 2 * Math.PI);
    g.fillStyle = isActive ? colours.hl : colours.pane;
    g.strokeStyle = isActive ? colours.amber : colours.ink;
    g.lineWidth = isActive ? 2.4 : 1.4;
    g.fill();
    g.stroke();
  }
  // Names over everything, with a rim so that lines do not cross them out.
  g.font = FONT;
  g.textAlign = 'left';
  g.textBaseline = 'middle';
  g.lineJoin = 'round';
  g.lineWidth = 3;
  g.strokeStyle = colours.pane;
  g.fillStyle = colours.ink;
  for (const [agent, { text, dx, dy }] of names) {
    const place = at.get(agent);
    if (!place) continue;
    g.strokeText(text, px(place.x) + dx, py(place.y) + dy);
    g.fillText(text, px(place.x) + dx, py(place.y) + dy);
  }
}

function grid(g: CanvasRenderingContext2D, { x, y }: Scene, px: (value: number) => number, py: (value: number) => number, h: number, colours: Colours, unit: number): void {
  g.strokeStyle = colours.line;
  g.fillStyle = colours.dim;
  g.lineWidth = 1;
  g.font = '10px sans-serif';
  g.textBaseline = 'alphabetic';
  // Numbers stand apart enough to be read.
  const every = Math.max(1, Math.ceil(22 / unit));
  g.textAlign = 'center';
  for (let at = x.low; at <= x.high; at += every) { line(g, px(at), py(y.low), px(at), py(y.high)); g.fillText(String(at), px(at), h - 12); }
  g.textAlign = 'right';
  for (let at = y.low; at <= y.high; at += every) { line(g, px(x.low), py(at), px(x.high), py(at)); g.fillText(String(at), LEFT - 14, py(at) + 3); }
}

function line(g: CanvasRenderingContext2D, x1: number, y1: number, x2: number, y2: number): void {
  g.beginPath();
  g.moveTo(x1, y1);
  g.lineTo(x2, y2);
  g.stroke();
}

/** A line with a head before the dot that it leads to, or without one. */
function arrow(g: CanvasRenderingContext2D, x1: number, y1: number, x2: number, y2: number, size: number): void {
  line(g, x1, y1, x2, y2);
  if (size === 0) return;
  const angle = Math.atan2(y2 - y1, x2 - x1);
  const [tx, ty] = [x2 - (size + 1) * Math.cos(angle), y2 - (size + 1) * Math.sin(angle)];
  g.beginPath();
  g.moveTo(tx - 7 * Math.cos(angle - 0.4), ty - 7 * Math.sin(angle - 0.4));
  g.lineTo(tx, ty);
  g.lineTo(tx - 7 * Math.cos(angle + 0.4), ty - 7 * Math.sin(angle + 0.4));
  g.stroke();
}
