// Highlighting from the words of a language: what the catalogue says of it is all that is needed.

import { HighlightStyle, StreamLanguage, syntaxHighlighting, type StreamParser } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { tags } from '@lezer/highlight';
import type { LanguageInfo } from '../api/types';

interface Reading {
  isInComment: boolean;
}

const OPERATOR = /^(<->|<--|<-|<~|->|=>|:=|<=|>=|!=|==|\+\+|\|\||&&|[-+*/=<>!&|?:~^])/;

/** Reads a text token by token. */
export function parser(language: LanguageInfo): StreamParser<Reading> {
  const keywords = new Set(language.words.filter((word) => !word.is_value).map((word) => word.word));
  const values = new Set(language.words.filter((word) => word.is_value).map((word) => word.word));
  // Words with other characters in them, such as `receive-guard` or `GET@`, the longest first.
  const odd = [...keywords, ...values].filter((word) => !/^\w+$/.test(word) && /\w/.test(word)).sort((a, b) => b.length - a.length);
  const [begin, end] = language.block_comment ?? ['', ''];
  return {
    name: language.name,
    startState: () => ({ isInComment: false }),
    token(stream, state) {
      if (state.isInComment || (begin !== '' && stream.match(begin))) {
        state.isInComment = !stream.skipTo(end);
        if (state.isInComment) stream.skipToEnd();
        else stream.match(end);
        return 'comment';
      }
      if (language.line_comments.some((mark) => stream.match(mark))) {
        stream.skipToEnd();
        return 'comment';
      }
      if (stream.eatSpace()) return null;
      if (stream.match(/^"[^"]*"?/)) return 'string';
      for (const word of odd) {
        const next = stream.string.charAt(stream.pos + word.length);
        if (stream.string.startsWith(word, stream.pos) && (!/\w$/.test(word) || !/[\w]/.test(next))) {
          stream.pos += word.length;
          return values.has(word) ? 'atom' : 'keyword';
        }
      }
      const name = stream.match(/^[A-Za-z_]\w*/) as RegExpMatchArray | null;
      if (name) return values.has(name[0]) ? 'atom' : keywords.has(name[0]) ? 'keyword' : null;
      if (stream.match(/^\d+/)) return 'number';
      if (stream.match(OPERATOR)) return 'operator';
      stream.next();
      return null;
    },
    languageData: {
      commentTokens: { line: language.line_comments[0], block: begin ? { open: begin, close: end } : undefined },
    },
  };
}

const style = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--blue)' },
  { tag: tags.atom, color: 'var(--green)' },
  { tag: tags.number, color: 'var(--green)' },
  { tag: tags.string, color: 'var(--green)' },
  { tag: tags.comment, color: 'var(--dim)', fontStyle: 'italic' },
]);

export function highlighting(language: LanguageInfo | undefined): Extension {
  return language ? [StreamLanguage.define(parser(language)), syntaxHighlighting(style)] : [];
}
