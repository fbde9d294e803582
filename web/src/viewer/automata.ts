// Pictures of automata that follow a run: which states are lit, which arrows are taken, and where their commands stand.

import type { ControlStates } from '../api/names';
import type { AutomatonPicture, TextRange } from '../api/types';
import { parsePicture } from './svg';

/** How much of the height of a picture its title takes. */
const TITLE = 32;

/** An automaton on the page. */
export interface Drawn {
  picture: AutomatonPicture;
  svg: SVGSVGElement;
  states: Map<string, SVGGElement>;
  arrows: Map<string, SVGGElement>;
}

export function draw(picture: AutomatonPicture): Drawn | null {
  const svg = parsePicture(picture.svg);
  if (!svg) return null;
  const find = (id: string) => svg.querySelector<SVGGElement>(`#${CSS.escape(id)}`);
  const states = new Map<string, SVGGElement>();
  for (const { key, id } of picture.states) {
    const element = find(id);
    if (element) states.set(key, element);
  }
  const arrows = new Map<string, SVGGElement>();
  for (const { id } of picture.arrows) {
    const element = find(id);
    if (element) arrows.set(id, element);
  }
  // The page tells the title itself.
  for (const title of svg.querySelectorAll('.synod-title, .synod-note')) title.remove();
  const [x = 0, y = 0, width = 0, height = 0] = (svg.getAttribute('viewBox') ?? '').split(' ').map(Number);
  if (height > TITLE) {
    svg.setAttribute('viewBox', `${x} ${y + TITLE} ${width} ${height - TITLE}`);
    svg.setAttribute('height', String(height - TITLE));
  }
  prefixIds(svg, 'page-');
  return { picture, svg, states, arrows };
}

/** The states of an automaton in which agents are, each with these agents. */
export function occupied(picture: AutomatonPicture, control: ControlStates | undefined): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [agent, key] of Object.entries(control?.[picture.id] ?? {})) found.set(key, [...(found.get(key) ?? []), agent]);
  return found;
}

/** Lights the states in which agents are, and marks the arrows that the last step took. */
export function light(drawn: Drawn, control: ControlStates | undefined, taken: string[]): void {
  for (const old of drawn.svg.querySelectorAll('text.who')) old.remove();
  const there = occupied(drawn.picture, control);
  for (const [key, element] of drawn.states) {
    const agents = there.get(key);
    element.classList.toggle('lit', agents !== undefined);
    if (agents && drawn.picture.agents.length > 1) element.append(badge(element, agents));
  }
  for (const [id, element] of drawn.arrows) element.classList.toggle('taken', taken.includes(id));
}

/** Marks the arrows whose commands stand at an offset of a file. */
export function point(drawn: Drawn, file: string, offset: number | null): void {
  for (const arrow of drawn.picture.arrows) {
    const isHere = offset !== null && arrow.commands.some(({ range }) => range && range.file === file && range.from <= offset && offset <= range.to);
    drawn.arrows.get(arrow.id)?.classList.toggle('pointed', isHere);
  }
}

/** The place of the command of an arrow, by an element of the picture. */
export function commandOf(drawn: Drawn, element: Element): TextRange | null {
  for (const [id, arrow] of drawn.arrows) {
    if (arrow.contains(element)) return drawn.picture.arrows.find((one) => one.id === id)?.commands.find((command) => command.range)?.range ?? null;
  }
  return null;
}

function badge(element: SVGGElement, names: string[]): SVGTextElement {
  const text = document.createElementNS('http://www.w3.org/2000/svg', 'text');
  const frame = element.querySelector<SVGGraphicsElement>('circle, rect');
  const bounds = frame && 'getBBox' in frame ? frame.getBBox() : { x: 0, y: 0, width: 0, height: 0 };
  text.setAttribute('class', 'who');
  text.setAttribute('x', String(bounds.x + bounds.width + 3));
  text.setAttribute('y', String(bounds.y + bounds.height + 6));
  text.textContent = names.length > 3 ? `${names.length} agents` : names.join(', ');
  return text;
}

/** Ids of pictures are made different from those of the page. */
export function prefixIds(svg: SVGSVGElement, prefix: string): void {
  for (const element of [svg, ...svg.querySelectorAll('[id]')]) if (element.id) element.id = prefix + element.id;
  for (const name of ['aria-labelledby', 'aria-describedby']) {
    const ids = svg.getAttribute(name);
    if (ids) svg.setAttribute(name, ids.split(/\s+/).map((id) => prefix + id).join(' '));
  }
}
