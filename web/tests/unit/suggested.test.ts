// The comment of an example says what it is to be read with.
import { expect, test } from 'vitest';
import { suggestedBy } from '../../src/lib/suggested';

const option = (name: string, numbers: [number, number] | null) => ({ name, meaning: '', choices: [], numbers, default: null });

test('values and options of the first command', () => {
  const text = '# Flocking\n#   synod check flock.labs birds=3 grid=10 --fair --steps 12 --engine bdd\n#   synod check flock.labs birds=9\n';
  expect(suggestedBy(text, [option('fair', null), option('steps', [0, 100])])).toEqual({ parameters: { birds: 3, grid: 10 }, options: { fair: 'true', steps: '12' } });
});

test('a text without a command suggests nothing', () => {
  expect(suggestedBy('agent A', [])).toEqual({ parameters: {}, options: {} });
});
