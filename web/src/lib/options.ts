// Sentences of Synod name options of its command line, between backticks: here they are told in the words of the page, which has
// fields for some of them.

/** The fields of “Check with…”, by the option that each stands for. */
const LIMITS: Record<string, string> = { engine: 'engine', timeout: 'seconds', memory: 'megabytes', depth: 'depth' };

/** The options of models that the page has fields for; null where there is no page, but a run in a file of its own. */
let ofModels: ReadonlySet<string> | null = null;

/** Says that this is the page, and which options of models it has fields for. */
export function speakAsPage(options: Iterable<string>): void {
  ofModels = new Set(options);
}

/** A sentence in the words of the page. */
export function inPageWords(text: string): string {
  if (ofModels === null || !/`(--|synod )/.test(text)) return text;
  // What stands against a step is shown where one walks.
  return text.replace(/`synod interact` and `why`/g, '“Explore”').replace(/`synod interact`/g, '“Explore”')
    .replace(/`--([a-z-]+)(?:[ =]([^`]*))?`/g, (whole, name: string, value: string | undefined) => field(name, value) ?? `${whole} (on the command line)`);
}

/** Where the page has what an option is for. */
function field(name: string, value: string | undefined): string | undefined {
  if (name === 'property') return value === undefined ? 'the list of properties' : `“${value}” in the list of properties`;
  const [label, place] = name in LIMITS ? [LIMITS[name], 'Check with…'] : ofModels?.has(name) ? [name, 'Options'] : [];
  if (label === undefined) return undefined;
  return `“${value === undefined ? label : `${label}: ${value}`}” under “${place}”`;
}
