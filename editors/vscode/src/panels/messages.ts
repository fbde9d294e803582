// What the extension and its panels tell each other.

/** A place in a text, as in Synod's documents: lines and columns count from 1. */
export interface Place {
  file: string;
  line: number;
  column: number;
  end_line: number;
  end_column: number;
}

/** A part of a text, in UTF-16 units from its start. */
export interface TextRange {
  file: string;
  from: number;
  to: number;
}

export type Value = boolean | number | string | (boolean | number | string)[];
export type State = Record<string, Value>;

export interface Participant {
  agent: string;
  command: string;
  place?: Place | null;
}

export interface Step {
  text: string;
  actor?: string | null;
  participants?: Participant[];
}

/** Where a walk is: the document `walk`, with the step that comes next if nothing else is chosen. */
export interface Position {
  depth: number;
  state: State;
  steps: { number: number; step: Step; changes: State }[];
  step_count: number;
  faults: { step: Step; fault: string }[];
  at_loop_start: boolean;
  blocked: { agent: string | null; action: string; command: string; place: Place | null; text: string[] }[];
  planned?: number | null;
}

export type ToPanel =
  | { kind: "position"; position: Position; agents: string[]; history: string[] }
  | { kind: "said"; text: string }
  | { kind: "refused"; text: string }
  | { kind: "ended" };

export type FromPanel =
  | { kind: "ready" }
  | { kind: "take"; number: number }
  | { kind: "go"; depth: number }
  | { kind: "next" }
  | { kind: "ask"; text: string }
  | { kind: "chart" }
  | { kind: "again" }
  | { kind: "stop" }
  | { kind: "highlight"; places: Place[] }
  | { kind: "show"; place: Place };

export type FromRunPanel =
  | { kind: "save" }
  | { kind: "moved"; ranges: TextRange[] }
  | { kind: "show"; range: TextRange }
  | { kind: "place"; place: Place };
