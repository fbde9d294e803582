// The commands of a step in the text.
import { expect, test } from 'vitest';
import type { AutomatonPicture, Step } from '../../src/api/types';
import { placesOf } from '../../src/lib/marks';

const range = (from: number) => ({ file: 'm.rcp', from, to: from + 5, line: 1 });
const picture: AutomatonPicture = {
  title: 'Guest', agents: ['guest1'], note: null, svg: '', id: 'a', states: [],
  arrows: [{ id: 'a-edge-0', from: '0', to: '0', role: 'sends', commands: [
    { text: 'enter: {!inside} door!', range: range(10) },
    { text: 'leave: {inside} door!', range: range(30) },
    { text: 'nowhere', range: null },
  ] }],
};
const taken = (command: string, agent = 'guest1'): Step => ({
  kind: 'step', text: '', rule: '', choices: [], alternatives: [], mode: 'message', actor: agent, partner: null, channel: null, broadcast: false, data: [],
  participants: [{ agent, role: 'sends', label: null, command }],
});

test('only the command that is taken is marked, of all that share an arrow', () => {
  expect(placesOf([picture], ['a-edge-0'], taken('{inside} door!'))).toEqual([range(30)]);
  expect(placesOf([picture], ['a-edge-1'], taken('{inside} door!'))).toEqual([]);
});

test('where the command is not told, all of the arrow are marked', () => {
  expect(placesOf([picture], ['a-edge-0'], taken('something else'))).toEqual([range(10), range(30)]);
  expect(placesOf([picture], ['a-edge-0'], null)).toEqual([range(10), range(30)]);
});
