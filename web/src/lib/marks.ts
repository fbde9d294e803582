// Where in the text the commands of the last step stand.

import type { AutomatonPicture, TextRange } from '../api/types';

/** The places of the commands of some arrows, each once. */
export function placesOf(pictures: AutomatonPicture[], arrows: string[]): TextRange[] {
  const found = new Map<string, TextRange>();
  for (const picture of pictures) {
    for (const arrow of picture.arrows) {
      if (!arrows.includes(arrow.id)) continue;
      for (const { range } of arrow.commands) if (range) found.set(`${range.file} ${range.from}`, range);
    }
  }
  return [...found.values()].sort((a, b) => a.from - b.from);
}
