// Options of the command line, in the words of the page.
import { describe, expect, it } from 'vitest';
import { inPageWords, speakAsPage } from '../../src/lib/options';

describe('sentences of Synod', () => {
  it('are as they are where there is no page', () => {
    expect(inPageWords('allow more time (`--timeout`)')).toBe('allow more time (`--timeout`)');
  });

  it('name the fields of the page', () => {
    speakAsPage(['deadlock']);
    expect(inPageWords('allow more time (`--timeout`)')).toBe('allow more time (“seconds” under “Check with…”)');
    expect(inPageWords('look no further than `--depth N`')).toBe('look no further than “depth: N” under “Check with…”');
    expect(inPageWords('try `--engine bdd`, which does not list states')).toBe('try “engine: bdd” under “Check with…”, which does not list states');
    expect(inPageWords('see `--property no-fault`')).toBe('see “no-fault” in the list of properties');
    expect(inPageWords('(see `--deadlock`)')).toBe('(see “deadlock” under “Options”)');
    expect(inPageWords('see where it is blocked with `synod interact` and `why`')).toBe('see where it is blocked with “Explore”');
  });

  it('tell what the page has not, and leave the rest alone', () => {
    expect(inPageWords('keep the states in files with `--disk FOLDER`')).toBe('keep the states in files with `--disk FOLDER` (on the command line)');
    for (const text of ['`x` is never read', 'a -- b', 'no options']) expect(inPageWords(text)).toBe(text);
  });
});
