// What an example is to be read with: the values and options of the first command that its comment gives.

import type { LanguageOptionInfo } from '../api/types';

export interface Suggested {
  parameters: Record<string, number>;
  options: Record<string, string>;
}

/** Reads a line such as `synod check flock.labs birds=3 --fair --steps 12`. Options that the language does not have are left out. */
export function suggestedBy(text: string, known: LanguageOptionInfo[]): Suggested {
  const found: Suggested = { parameters: {}, options: {} };
  const words = /synod (?:check|simulate) (\S.*)/.exec(text)?.[1]?.split(/\s+/) ?? [];
  for (let at = 0; at < words.length; at += 1) {
    const value = /^(\w+)=(-?\d+)$/.exec(words[at]!);
    const option = known.find((one) => `--${one.name}` === words[at]);
    if (value) found.parameters[value[1]!] = Number(value[2]);
    else if (option && (option.choices.length > 0 || option.numbers)) {
      const next = words[at + 1];
      if (next !== undefined && !next.startsWith('--')) found.options[option.name] = next;
    } else if (option) found.options[option.name] = 'true';
  }
  return found;
}
