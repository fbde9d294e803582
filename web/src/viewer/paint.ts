// The arena on a canvas: a grid, links and messages as lines, agents as dots with what stands beside them.

import type { Axis, Dot, Link } from './arena';

/** All that is drawn; what takes time to find out is found out before, so that a frame is only drawing. */
export interface Scene {
  x: Axis;
  y: Axis;
  dots: (Dot & { label: string; isActive: boolean })[];
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
const RIGHT = 84;
const TOP = 16;
const BOTTOM = 30;

/** Draws a scene with agents at these places, as wide as there is room. */
export function paint(on: HTMLCanvasElement, scene: Scene, at: Map<string, { x: number; y: number }>, colours: Colours, room: number): void {
  const { x, y } = scene;
  const [spanX, spanY] = [Math.max(1, x.high - x.low), Math.max(1, y.high - y.low)];
  const unit = Math.max(6, Math.min((Math.min(room, 760) - LEFT - RIGHT) / spanX, (620 - TOP - BOTTOM) / spanY, 90));
  const [w, h] = [spanX * unit + LEFT + RIGHT, spanY * unit + TOP + BOTTOM];
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
  const px = (value: number) => LEFT + (value - x.low) * unit;
  const py = (value: number) => h - BOTTOM - (value - y.low) * unit;
  const size = Math.max(4, Math.min(10, unit * 0.2));
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
  g.font = '11px sans-serif';
  g.textAlign = 'left';
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
  g.lineJoin = 'round';
  g.lineWidth = 3;
  g.strokeStyle = colours.pane;
  g.fillStyle = colours.ink;
  for (const { agent, label } of scene.dots) {
    const place = at.get(agent);
    if (!place) continue;
    g.strokeText(label, px(place.x) + size + 3, py(place.y) + 3.5);
    g.fillText(label, px(place.x) + size + 3, py(place.y) + 3.5);
  }
}

function grid(g: CanvasRenderingContext2D, { x, y }: Scene, px: (value: number) => number, py: (value: number) => number, h: number, colours: Colours, unit: number): void {
  g.strokeStyle = colours.line;
  g.fillStyle = colours.dim;
  g.lineWidth = 1;
  g.font = '10px sans-serif';
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
