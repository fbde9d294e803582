// Highlighting follows the words of a language.
import { StringStream } from '@codemirror/language';
import { expect, test } from 'vitest';
import type { LanguageInfo } from '../../src/api/types';
import { parser } from '../../src/editor/language';

const word = (text: string, is_value = false) => ({ word: text, meaning: '', is_value });
const language = { name: 'l', title: 'L', meaning: '', endings: ['l'], line_comments: ['//'], block_comment: ['/*', '*/'], words: [word('agent'), word('receive-guard'), word('GET@'), word('true', true)], snippets: [], options: [], parameters: null, forms: [], template: null } as LanguageInfo;

function tokens(...lines: string[]): [string, string | null][] {
  const reads = parser(language);
  const state = reads.startState!(2);
  return lines.flatMap((line) => {
    const stream = new StringStream(line, 4, 2);
    const found: [string, string | null][] = [];
    while (!stream.eol()) {
      stream.start = stream.pos;
      const kind = reads.token(stream, state);
      if (stream.current().trim() !== '') found.push([stream.current(), kind]);
    }
    return found;
  });
}

test('words, values, numbers and names', () => {
  expect(tokens('agent agents receive-guard GET@x true 12')).toEqual([['agent', 'keyword'], ['agents', null], ['receive-guard', 'keyword'], ['GET@', 'keyword'], ['x', null], ['true', 'atom'], ['12', 'number']]);
});
test('comments to the end of the line, and over lines', () => {
  expect(tokens('x // agent')).toEqual([['x', null], ['// agent', 'comment']]);
  expect(tokens('/* agent', 'agent */ agent')).toEqual([['/* agent', 'comment'], ['agent */', 'comment'], ['agent', 'keyword']]);
});
test('operators are read whole', () => {
  expect(tokens('a<->b:=c').map(([text]) => text)).toEqual(['a', '<->', 'b', ':=', 'c']);
});
