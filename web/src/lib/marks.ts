// Where in the text the commands of a step stand.

import type { AutomatonPicture, Step, TextRange } from '../api/types';

/** The places of the commands that a step takes, each once. Its arrows may stand for others too: all commands of one kind between the same two states. */
export function placesOf(pictures: AutomatonPicture[], arrows: string[], step: Step | null): TextRange[] {
  const taken = step?.kind === 'step' ? step.participants : [];
  const found = new Map<string, TextRange>();
  for (const picture of pictures) {
    const own = taken.filter((participant) => picture.agents.includes(participant.agent));
    for (const arrow of picture.arrows) {
      if (!arrows.includes(arrow.id)) continue;
      const named = arrow.commands.filter((command) => own.some((participant) => command.text.endsWith(participant.command)));
      for (const { range } of named.length > 0 ? named : arrow.commands) if (range) found.set(`${range.file} ${range.from}`, range);
    }
  }
  return [...found.values()].sort((a, b) => a.from - b.from);
}
