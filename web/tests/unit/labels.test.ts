// Names in the arena: none over another, none outside.
import { describe, expect, it } from 'vitest';
import { geometry, labels, type Scene } from '../../src/viewer/paint';

const widthOf = (text: string) => 6 * text.length;
const scene = (places: [number, number][]): Scene => ({
  x: { name: 'x', low: 0, high: 9 }, y: { name: 'y', low: 0, high: 9 }, links: [], messages: [],
  dots: places.map(([x, y], at) => ({ agent: `Bird ${at}`, x, y, name: `Bird ${at}`, label: `Bird ${at} · dirx -1 · diry 1`, isActive: false })),
});

describe('labels', () => {
  it('puts names beside each other where agents are close, and inside where they are at the edge', () => {
    const what = scene([[0, 6], [1, 6], [9, 8], [9, 7], [2, 6]]);
    const where = geometry(what, 560);
    const at = new Map(what.dots.map((dot) => [dot.agent, { x: dot.x, y: dot.y }]));
    const boxes = [...labels(what, at, where, widthOf)].map(([agent, { text, dx, dy }]) => {
      const place = at.get(agent)!;
      return { left: where.px(place.x) + dx, right: where.px(place.x) + dx + widthOf(text), middle: where.py(place.y) + dy };
    });
    expect(boxes).toHaveLength(5);
    for (const box of boxes) expect(box.left >= 0 && box.right <= where.w).toBe(true);
    boxes.forEach((a, i) => boxes.slice(i + 1).forEach((b) => expect(a.left < b.right && b.left < a.right && Math.abs(a.middle - b.middle) < 12).toBe(false)));
  });

  it('leaves out what agents carry rather than a name', () => {
    const what = scene(Array.from({ length: 40 }, (_, at): [number, number] => [at % 10, Math.floor(at / 10)]));
    const where = geometry(what, 420);
    const found = labels(what, new Map(what.dots.map((dot) => [dot.agent, { x: dot.x, y: dot.y }])), where, widthOf);
    expect([...found.values()].every(({ text }) => text.startsWith('Bird'))).toBe(true);
    expect(found.size).toBe(40);
  });
});
