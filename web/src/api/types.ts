// Generated from the types of crates/service: SYNOD_BLESS=1 cargo test -p synod-service --test types

/** A request that needs to say nothing. */
export type Nothing = Record<string, never>;

/** All that is the same for every model. */
export interface Catalogue {
  /** The version of Synod. */
  synod: string;
  /** The languages. */
  languages: LanguageInfo[];
  /** The engines that can be asked for; `auto` comes first. */
  engines: Named[];
  /** Properties that can be asked of every model. */
  built_in: Named[];
  /** Forms in which models can be shown. */
  forms: FormInfo[];
  /** Forms in which runs can be written. */
  run_forms: Named[];
  /** Models that teach. */
  examples: ExampleInfo[];
}

/** A language. */
export interface LanguageInfo {
  /** Its unique name. */
  name: string;
  /** Its name in sentences. */
  title: string;
  /** What it is. */
  meaning: string;
  /** The endings of its files, without the dot. */
  endings: string[];
  /** What comments begin with that end with their line. */
  line_comments: string[];
  /** What comments begin and end with that do not; null if there are none. */
  block_comment: [string, string] | null;
  /** Its words. */
  words: LanguageWord[];
  /** Forms to fill in. */
  snippets: LanguageSnippet[];
  /** The options that its models are read with. */
  options: LanguageOptionInfo[];
  /** What the parameters of its models are; null if they have none. */
  parameters: string | null;
  /** Forms in which only its models can be shown. */
  forms: FormInfo[];
  /** A model to begin with. */
  template: NamedText | null;
}

/** A word of a language. */
export interface LanguageWord {
  /** The word. */
  word: string;
  /** What it means. */
  meaning: string;
  /** Whether it is a value, such as `true`. */
  is_value: boolean;
}

/** A form to fill in. */
export interface LanguageSnippet {
  /** Its name. */
  name: string;
  /** What it is. */
  meaning: string;
  /** Its text, with places `${1:…}` to fill in. */
  text: string;
}

/** An option of a language. */
export interface LanguageOptionInfo {
  /** Its name. */
  name: string;
  /** What it does. */
  meaning: string;
  /** The words that it takes; empty if it takes a number or nothing. */
  choices: Named[];
  /** The least and the greatest number that it takes; null if it takes none. */
  numbers: [number, number] | null;
  /** Its value if none is given; null if it is then off. */
  default: string | null;
}

/** Something that can be asked for by its name. */
export interface Named {
  /** Its name. */
  name: string;
  /** What it is. */
  meaning: string;
}

/** A form in which models can be shown. */
export interface FormInfo {
  /** Its name. */
  name: string;
  /** What it is. */
  meaning: string;
  /** The ending of its files, with the dot. */
  ending: string;
  /** What a text of this form is about. */
  subject: FormSubject;
}

/** What a model in another form is about. */
export type FormSubject = "model" | "property" | "run";

/** A file with its text. */
export interface NamedText {
  /** Its name. */
  path: string;
  /** Its text. */
  text: string;
}

/** A model that teaches. */
export interface ExampleInfo {
  /** Its path among the examples. */
  path: string;
  /** Its language. */
  language: string;
  /** What it shows: the first lines of its text. */
  about: string;
  /** Whether it has a mistake, which a diagnostic explains. */
  is_mistake: boolean;
}

/** Asks for an example. */
export interface ExampleRequest {
  /** Its path among the examples. */
  path: string;
}

/** Asks what a code of a diagnostic or of a remark means. */
export interface ExplainRequest {
  /** The code. */
  code: string;
}

/** What a code means. */
export interface Explanation {
  /** The code. */
  code: string;
  /** What it means, in paragraphs. */
  text: string;
}

/** Asks about a text. */
export interface ModelRequest {
  /** The text. */
  model: Model;
}

/** A model as it is now: its text, the texts that it includes, and how it is to be read. */
export interface Model {
  /** The name of its file, whose ending tells the language. */
  path: string;
  /** Its text. */
  text: string;
  /** The texts of other files that it may include, by their names. */
  files?: Record<string, string>;
  /** Values of its parameters. */
  parameters?: Record<string, number>;
  /** Its language, if the name of the file does not tell. */
  language?: string | null;
  /** Options of its language, by name; a flag has the value `true`. */
  options?: Record<string, string>;
}

/** A text as far as it is understood. */
export interface TextAnalysis {
  /** The name of its language. */
  language: string;
  /** What it is a model of. */
  kind: ModelKind;
  /** The files that it is made of, the main one first. */
  files: string[];
  /** What is to be said about it, in the order of the text. */
  findings: TextFinding[];
  /** The properties that it asks. */
  properties: PropertyInfo[];
  /** Its parameters. */
  parameters: ParameterInfo[];
  /** Its agents; empty while it has errors, and for any number of agents. */
  agents: AgentInfo[];
  /** Its variables; empty while it has errors, and for any number of agents. */
  variables: VariableInfo[];
  /** What it declares, as a tree. */
  outline: OutlineNode[];
  /** Every name whose meaning is known, in the order of the text. */
  tokens: TextToken[];
  /** Parts that can be folded away. */
  folds: TextFold[];
}

/** What a text is a model of. */
export type ModelKind = "system" | "family" | "unusable";

/** Something to be said about a place. */
export interface TextFinding {
  /** How bad it is. */
  severity: Severity;
  /** The stable name of this kind of message; `explain` tells more. */
  code: string;
  /** Where. */
  range: TextRange;
  /** What is wrong; explanations follow on lines of their own. */
  message: string;
  /** Other places that explain it. */
  related: RelatedPlace[];
  /** Changes of the text that may be the way out. */
  fixes: TextFix[];
}

/** How bad it is. Errors stop the work; warnings and notes do not. */
export type Severity = "note" | "warning" | "error";

/** A part of the text of a file. */
export interface TextRange {
  /** The file: the model, or one that it includes. */
  file: string;
  /** The first UTF-16 unit, from 0. */
  from: number;
  /** The first UTF-16 unit behind it. */
  to: number;
  /** The line in which it begins, from 1. */
  line: number;
}

/** A second place that explains the first. */
export interface RelatedPlace {
  /** Where. */
  range: TextRange;
  /** What is to be seen there. */
  text: string;
}

/** A change of the text that may be the way out. */
export interface TextFix {
  /** What it does. */
  title: string;
  /** The change. */
  edit: TextEdit;
}

/** A part of a text that is replaced. */
export interface TextEdit {
  /** What is replaced. */
  range: TextRange;
  /** By what. */
  text: string;
}

/** A property that a text asks. */
export interface PropertyInfo {
  /** Its name. */
  name: string;
  /** The property in the words of the model. */
  text: string;
  /** Where it is written. */
  range: TextRange;
}

/** A parameter of a model. */
export interface ParameterInfo {
  /** Its name, as in the parameters of the model. */
  name: string;
  /** The value that the text suggests for itself, in a comment such as `# parameters: n=3`; null if it suggests none. */
  suggested: number | null;
  /** The value that was given with the request; null if none was. */
  given: number | null;
  /** Whether the model can be used without a value. */
  is_optional: boolean;
}

/** An agent of a model. */
export interface AgentInfo {
  /** Its name. */
  name: string;
  /** What it is an instance of. */
  role: string;
  /** Where it is declared. */
  range: TextRange;
}

/** A variable of a model. */
export interface VariableInfo {
  /** Its full name, as in runs. */
  name: string;
  /** Its name without that of its owner. */
  short: string;
  /** Whose it is; null if it is shared. */
  agent: string | null;
  /** Its type, in words. */
  kind: string;
  /** Whether it holds numbers, or an array of them. */
  is_numeric: boolean;
  /** Whether it is the place of an agent in its program. */
  is_control: boolean;
}

/** A part of the outline of a text. */
export interface OutlineNode {
  /** Its name. */
  name: string;
  /** What kind of thing it is. */
  kind: SymbolKind;
  /** Its type, its values or its parameters. */
  detail: string;
  /** Where its name stands. */
  name_range: TextRange;
  /** All of its declaration. */
  range: TextRange;
  /** What it contains. */
  children: OutlineNode[];
}

/** What a name stands for. */
export type SymbolKind = "agent" | "instance" | "enumeration" | "case" | "channel" | "constant" | "variable" | "field" | "guard" | "parameter" | "process" | "action" | "label" | "group" | "section" | "proposition" | "property";

/** A name whose meaning is known, in the main file. */
export interface TextToken {
  /** The first UTF-16 unit, from 0. */
  from: number;
  /** The first UTF-16 unit behind it. */
  to: number;
  /** What it stands for. */
  kind: SymbolKind;
  /** Whether it is declared there. */
  is_declaration: boolean;
}

/** A part of the main file that can be folded away. */
export interface TextFold {
  /** The first UTF-16 unit, from 0. */
  from: number;
  /** The first UTF-16 unit behind it. */
  to: number;
  /** Whether it is a comment. */
  is_comment: boolean;
}

/** Asks what may be written next. */
export interface CompleteRequest {
  /** The text. */
  model: Model;
  /** The UTF-16 unit of the text, or of the formula, from 0. */
  offset: number;
  /** A formula or an expression that is not in the text, if that is what is being written. */
  formula?: string | null;
}

/** What may be written next. */
export interface Completions {
  /** The first UTF-16 unit of the word that is being written. */
  from: number;
  /** The first UTF-16 unit behind it. */
  to: number;
  /** What it may become. */
  items: CompletionItem[];
}

/** Something that may be written next. */
export interface CompletionItem {
  /** As it is shown. */
  label: string;
  /** What it is. */
  kind: CompletionKind;
  /** For names: what the name stands for. */
  name_kind: SymbolKind | null;
  /** A few words beside it. */
  detail: string;
  /** What is written; a snippet has places `${1:…}` to fill in. */
  insert: string;
}

/** What is offered. */
export type CompletionKind = "name" | "keyword" | "snippet";

/** Asks about a place of a text. */
export interface PlaceRequest {
  /** The text. */
  model: Model;
  /** The UTF-16 unit, from 0. */
  offset: number;
  /** The file, if it is not the main one. */
  file?: string | null;
}

/** What is shown about a place. */
export interface HoverText {
  /** What it is about. */
  range: TextRange;
  /** In Markdown. */
  markdown: string;
}

/** A name where it stands. */
export interface NameMention {
  /** Where. */
  range: TextRange;
  /** What it stands for. */
  kind: SymbolKind;
  /** Whether it is declared there. */
  is_declaration: boolean;
}

/** Asks for another name. */
export interface RenameRequest {
  /** The text. */
  model: Model;
  /** A UTF-16 unit of the name, from 0. */
  offset: number;
  /** The file, if it is not the main one. */
  file?: string | null;
  /** The new name. */
  name: string;
}

/** Changes of texts; none overlap. */
export interface TextEdits {
  /** The changes, in the order of the text. */
  edits: TextEdit[];
}

/** Asks for the usual layout of a text. */
export interface FormatRequest {
  /** The text. */
  model: Model;
  /** The first and the last UTF-16 unit of the part to lay out; all of it if there is none. */
  part?: [number, number] | null;
}

/** Asks for the automata of agents. */
export interface AutomataRequest {
  /** The text. */
  model: Model;
  /** Only these agents, or agents of these types; all if there are none. */
  agents?: string[];
  /** Whether arrows have no guards on them. */
  short?: boolean;
}

/** The automata of agents. */
export interface Automata {
  /** One for each thread of each type of agents whose instances look alike. */
  automata: AutomatonPicture[];
}

/** An automaton. */
export interface AutomatonPicture {
  /** The type of agents, or the agent; and which of its threads it is. */
  title: string;
  /** The agents that it stands for. */
  agents: string[];
  /** What it leaves out, as a phrase; null if nothing. */
  note: string | null;
  /** The picture, a document of its own. */
  svg: string;
  /** The id of the group in the picture that holds the automaton. */
  id: string;
  /** Its states. */
  states: AutomatonState[];
  /** Its arrows. */
  arrows: AutomatonArrow[];
}

/** A state of an automaton. */
export interface AutomatonState {
  /** What stands for it in runs: see `control` there. */
  key: string;
  /** The id of its element in the picture. */
  id: string;
  /** The whole truth about it. */
  title: string;
  /** Whether agents begin there. */
  is_initial: boolean;
}

/** An arrow of an automaton: all commands of one kind between two states. */
export interface AutomatonArrow {
  /** The id of its element in the picture. */
  id: string;
  /** The key of the state from which it leads. */
  from: string;
  /** The key of the state to which it leads. */
  to: string;
  /** What is done. */
  role: ParticipantRole;
  /** The commands. */
  commands: AutomatonCommand[];
}

/** The part an agent plays in a step. */
export type ParticipantRole = "sends" | "receives" | "gets" | "supplies" | "acts";

/** A command of an automaton. */
export interface AutomatonCommand {
  /** The command, as the model wrote it. */
  text: string;
  /** Where it is written; null if nowhere. */
  range: TextRange | null;
}

/** Asks for verdicts. */
export interface CheckRequest {
  /** The text. */
  model: Model;
  /** The names of the properties, built-in ones among them; all of the model if there are neither these nor formulas. */
  properties?: string[];
  /** Formulas that are not in the text. In the report their names are `asked-1`, `asked-2`, … */
  formulas?: string[];
  /** The engine; the one that fits if there is none. */
  engine?: string | null;
  /** Whether properties about what is possible get a witness when they hold. */
  witnesses?: boolean;
  /** Whether to look for smaller counterexamples. */
  minimise?: boolean;
  /** Whether to count how often each command is used. */
  coverage?: boolean;
  /** What is assumed of runs. */
  fairness?: FairnessChoice | null;
  /** Limits. */
  limits?: Limits;
}

/** What is assumed of runs: only such runs count. */
export interface FairnessChoice {
  /** Agents that begin steps again and again if they can: by name, by type or `all`; with `strong:` before it, strong fairness. */
  agents?: string[];
  /** Conditions that hold infinitely often. */
  weak?: string[];
  /** Pairs of conditions: if the first holds infinitely often, so does the second. */
  strong?: ([string, string])[];
}

/** Limits of work. Whoever does the work may have narrower ones. */
export interface Limits {
  /** How many seconds it may take. */
  seconds?: number | null;
  /** How many bytes it may use. */
  memory_bytes?: number | null;
  /** How many steps from the initial states to look. */
  depth?: number | null;
  /** The greatest absolute value of unbounded integers. */
  int_bound?: number | null;
}

/** What `synod check` found out. */
export interface CheckReport {
  /** The version of Synod. */
  synod: string;
  /** The file, as it was given. */
  model: string;
  /** The language of the model. */
  language: string;
  /** The SHA-256 of its text, in hexadecimal. */
  sha256: string;
  /** The values of its parameters: those that were given, then others that are in force. */
  parameters: Record<string, number>;
  /** The options of its language that are in force, and the engine and limits of a check that are given, by name; a flag that is given is `true`. */
  options: Record<string, string>;
  /** What is assumed of runs: only such runs count. Absent if nothing is. */
  fairness?: string[];
  /** One answer for each property asked for: those of the model in its order, then built-in ones. */
  properties: PropertyReport[];
  /** Warnings and notes about the model. */
  warnings: Diagnostic[];
  /** All answers together. */
  summary: Summary;
  /** How often each command of the model is used; absent unless asked for. */
  coverage?: CoverageReport | null;
}

/** The answer to one property. */
export interface PropertyReport {
  /** The name of the property. */
  name: string;
  /** The property in the words of the model. */
  text: string;
  /** Where it is written; null for built-in ones. */
  place: Place | null;
  /** Who asks it. */
  origin: PropertyOrigin;
  /** The answer. */
  verdict: Verdict;
  /** The verdicts that are as expected. Absent unless expectations were asked for. */
  expected?: Verdict[] | null;
  /** How the verdict is known, or why there is none. */
  reason: string;
  /** What to try when there is no verdict. */
  advice: string | null;
  /** What the user should know besides. */
  remarks: Remark[];
  /** The passes that reduced the model for this property, in order. */
  passes: Pass[];
  /** The engine that gave the answer. */
  engine: string | null;
  /** The other program that this engine asked, with its version. */
  program: string | null;
  /** Where it is not settled: how far the other engines came that were asked. */
  others: EngineReason[];
  /** Reachable states of the model, if all were counted. */
  states: number | null;
  /** Steps between them. */
  transitions: number | null;
  /** Greatest distance from the initial states. */
  depth: number | null;
  /** How long it took. */
  time_seconds: number;
  /** Most bytes in use at a time for what is stored. */
  memory_bytes: number | null;
  /** What a search of single states did, with `--stats`. */
  search?: SearchFigures | null;
  /** How likely it is that states were left out, where a search kept less of them than tells them apart. */
  omission?: Omission | null;
  /** What a search on a device spent its time on, with `--stats`. */
  device?: DeviceTimes | null;
  /** The counterexample of a violated property. */
  trace: Trace | null;
  /** Why the counterexample is fair, for each assumption. Absent if nothing is assumed. */
  fair_because?: string[];
  /** What shows that a property holds: a strategy, or a run if witnesses were asked for. */
  witness: Trace | null;
  /** For models of any number of agents: what is known about all sizes. Absent for others. */
  any_number?: AnyNumber | null;
}

/** A place in a text. Lines and columns count from 1, columns in characters; the end is the first place after it. */
export interface Place {
  /** The file, as it was given. */
  file: string;
  /** Where it begins. */
  line: number;
  /** Where it begins. */
  column: number;
  /** Where it ends. */
  end_line: number;
  /** Where it ends. */
  end_column: number;
}

/** Who asks a property. */
export type PropertyOrigin = "model" | "built-in";

/** The answer to a property, in one word. */
export type Verdict = "holds" | "violated" | "bounded" | "unknown";

/** Something the user should know about an answer. */
export interface Remark {
  /** The stable name of this kind of remark; `synod help CODE` explains it. */
  code: string;
  /** How much it matters. */
  severity: Severity;
  /** The remark as a sentence. */
  text: string;
}

/** A pass that reduced the model before the engine was asked. */
export interface Pass {
  /** Its name. */
  name: string;
  /** What it removed, as a phrase. */
  removed: string;
}

/** What an engine says that did not settle a question. */
export interface EngineReason {
  /** Its name. */
  engine: string;
  /** Its verdict. */
  verdict: Verdict;
  /** How far it came, as a phrase. */
  reason: string;
}

/** What a search of single states did, whether it came to an end or not. */
export interface SearchFigures {
  /** States visited. */
  states: number;
  /** Steps that were followed. */
  transitions: number;
  /** Steps that were found but not followed, by partial-order reduction. */
  steps_left_out: number;
  /** Bytes that the states and the table that finds them take. */
  bytes: number;
  /** Bytes that they take in files, at the most at a time; 0 without `--disk`. */
  file_bytes: number;
  /** The bytes in memory, for each state. */
  bytes_per_state: number | null;
  /** States visited in a second. */
  states_per_second: number | null;
  /** Steps followed from a state, on average. */
  branching: number | null;
  /** How many times fewer steps were followed than found. */
  reduction: number | null;
}

/** Upper bounds on how likely it is that a search left out states. */
export interface Omission {
  /** That a given state was taken for another when it was met first. */
  of_state: number;
  /** That this happened to any state. */
  of_any: number;
}

/** What a search on a device spent its time on, in seconds. */
export interface DeviceTimes {
  /** Finding the device, and writing its program. */
  opening_seconds: number;
  /** Building the program, by the driver of the device. */
  building_seconds: number;
  /** The search. */
  searching_seconds: number;
  /** Finding again how a violation is reached. */
  rebuilding_seconds: number;
}

/** A run of a model. Step `i` leads from state `i` to state `i + 1`. Without a loop there is one step less than states; with a loop there are as many, and the last leads back to the state at `loop_start`. */
export interface Trace {
  /** What this document is. */
  format: TraceFormat;
  /** The version of the format. */
  version: 1;
  /** The name of the model. */
  model: string;
  /** The states; at least one. */
  states: (Record<string, Value>)[];
  /** The steps between them. */
  steps: Step[];
  /** The position of the state to which the last step leads back; null for a finite run. */
  loop_start: number | null;
  /** Further runs that explain a position of this one: what an agent considers possible, how a branch goes on. */
  companions: Companion[];
  /** What coalitions, or their opponents, do from a position of this run on. */
  strategies: Strategy[];
  /** What happens in the words of the language, for languages that have their own (LAbS). Absent for others. */
  events?: Event[] | null;
  /** Where no step can be taken in the last state: what agents would do there but cannot, and why. Absent where one can be, and where all agents have come to their end. */
  dead_end?: BlockedStep[] | null;
}

/** The name of the format. */
export type TraceFormat = "synod-trace";

/** The value of a variable. */
export type Value = Scalar | Scalar[];

/** A truth value, an integer, or the name of a value of an enumeration. */
export type Scalar = boolean | number | string;

/** A step of a run. */
export type Step = { kind: "step"; text: string; rule: string; choices: Scalar[]; alternatives: number[]; mode: Mode; actor: string | null; partner: string | null; channel: string | null; broadcast: boolean; data: Datum[]; participants: Participant[] } | { kind: "stutter"; text: string };

/** How the participants of a step meet. */
export type Mode = "message" | "point-to-point" | "local" | "joint";

/** A named value that an agent contributes to a step. */
export interface Datum {
  /** Its name in the model. */
  name: string;
  /** Its value in the words of the model. */
  value: string;
  /** Who gives it. */
  from: string;
}

/** Who takes part in a step, and how. */
export interface Participant {
  /** The agent; empty for a part that is no agent's. */
  agent: string;
  /** The part it plays. */
  role: ParticipantRole;
  /** The label of its command. */
  label: string | null;
  /** Its whole command. */
  command: string;
}

/** A run that explains a position of another. */
export interface Companion {
  /** The position explained. */
  at: number;
  /** The agents that cannot distinguish the last state of the companion from that position. */
  indistinguishable_to: string[];
  /** What it shows, as a sentence. */
  text: string;
  /** The run, with what explains it in turn. */
  trace: Trace;
}

/** Why a coalition can, or cannot, enforce something. */
export interface Strategy {
  /** The position explained. */
  at: number;
  /** The members of the coalition. */
  coalition: string[];
  /** What it shows, as a sentence. */
  text: string;
  /** What one side does, whatever the other does. */
  plan: Plan;
}

/** What one side does, whatever the other does. */
export type Plan = { kind: "wins"; starts: (Record<string, Value>)[]; decisions: Decision[] } | { kind: "loses"; responses: Response[] } | { kind: "unwritten" };

/** What a coalition does in a state. */
export interface Decision {
  /** The state. */
  state: Record<string, Value>;
  /** What it chooses. */
  choices: CoalitionChoice[];
}

/** What a coalition chooses of a rule: values for the choices that are its own. */
export interface CoalitionChoice {
  /** The rule. */
  rule: string;
  /** The values. */
  values: ChosenValue[];
  /** The same in words. */
  text: string;
}

/** The value of a choice. */
export interface ChosenValue {
  /** The name of the choice. */
  choice: string;
  /** Whose choice it is. */
  agent: string | null;
  /** What is chosen. */
  value: Scalar;
}

/** What the others do in a state. */
export interface Response {
  /** The state. */
  state: Record<string, Value>;
  /** A step for each thing that the coalition may choose. */
  replies: Reply[];
}

/** A step in response to what a coalition chooses. */
export interface Reply {
  /** What the coalition chooses; null where no step can be taken and the state repeats. */
  to: CoalitionChoice | null;
  /** The step that the others bring about. */
  step: Step;
}

/** Something that happens in a run, in the words of the language. */
export type Event = { kind: "assignment"; step: number | null; agent: string | null; text: string; variable: string; arrow: string; index: number | null; value: number | null; stamp: number | null; from: string | null } | { kind: "message"; step: number | null; agent: string | null; text: string; message: string; is_end: boolean; tuple: string } | { kind: "idle"; step: number | null; agent: string | null; text: string };

/** Something that an agent would do in a state, but cannot. */
export interface BlockedStep {
  /** Who would do it; null if it is nobody's. */
  agent: string | null;
  /** The part that the agent would play. */
  role: ParticipantRole;
  /** What it would do, in a few words. */
  action: string;
  /** The command, as the model wrote it. */
  command: string;
  /** Where it was written. */
  place: Place | null;
  /** Each of these would have to be otherwise. None: it goes with nothing that others can do here. */
  obstacles: Obstacle[];
  /** Why it is blocked, in words, a line each. */
  text: string[];
}

/** What keeps something from being done. */
export type Obstacle = { kind: "guard"; conditions: Condition[] } | { kind: "participant"; agent: string | null; because: string; picked: string[]; closed: ClosedCommand[] } | { kind: "waits"; what: string; closed: ClosedCommand[] } | { kind: "fault"; step: string; text: string };

/** A condition that is false. */
export interface Condition {
  /** The condition. */
  text: string;
  /** The values of what it reads. */
  values: Record<string, Value>;
}

/** Something that a participant cannot do. */
export interface ClosedCommand {
  /** Whose it is, where that is not said around it. */
  agent: string | null;
  /** The command, as the model wrote it; null for staying out of the step. */
  command: string | null;
  /** Where it was written. */
  place: Place | null;
  /** What is false. */
  conditions: Condition[];
}

/** What is known about all sizes, and how. */
export interface AnyNumber {
  /** How many agents of each role the property names. */
  indices: Record<string, number>;
  /** The sizes that the question is about. */
  domain: Record<string, Extent>;
  /** How the verdict is known. */
  procedure: Procedure;
  /** The instance that speaks for all others, for proofs by a cutoff. */
  cutoff: Record<string, number> | null;
  /** The cases of a proof by abstraction: sizes that were checked together. */
  covers: SizeCover[];
  /** How many minimal configurations a proof by backward search excludes. */
  excluded_configurations: number | null;
  /** The sizes of an instance that violates it. */
  violated_at: Record<string, number> | null;
  /** From which sizes on it holds; null if that was not asked. */
  emergence: Emergence | null;
  /** Membership in each class with a known cutoff. */
  classes: ClassMembership[];
  /** Why there is no proof by abstraction. */
  abstraction_obstacle: string | null;
  /** What was asked of instances and abstractions, in order. */
  trials: Trial[];
}

/** A range of numbers of agents. */
export interface Extent {
  /** The least number. */
  min: number;
  /** The greatest number; null if there is none. */
  max: number | null;
}

/** How a verdict about all sizes is known. */
export type Procedure = "SFE" | "SGS" | "SMR" | "independent" | "abstraction" | "backward-search" | "instance" | "none";

/** Sizes that were checked together. */
export interface SizeCover {
  /** The sizes. */
  sizes: Record<string, Extent>;
  /** The threshold of the counting abstraction; null for a single instance. */
  threshold: number | null;
}

/** From which sizes on a property holds. */
export interface Emergence {
  /** What is known. */
  kind: EmergenceKind;
  /** From which sizes on; null if that is not known. */
  sizes: Record<string, number> | null;
  /** Sizes with one agent less that violate it. */
  violated_just_below: (Record<string, number>)[];
  /** The same as a sentence. */
  text: string;
}

/** What is known about the sizes from which on a property holds. */
export type EmergenceKind = "from" | "never" | "unknown";

/** Whether the system is in a class with a known cutoff. */
export interface ClassMembership {
  /** The class. */
  name: ClassName;
  /** The cutoff, if it is. */
  cutoff: Record<string, number> | null;
  /** Why there is no cutoff. */
  obstacle: string | null;
}

/** A class of systems with a known cutoff. */
export type ClassName = "SFE" | "SGS" | "SMR";

/** Something that was asked of an instance or an abstraction. */
export interface Trial {
  /** What was asked. */
  kind: TrialKind;
  /** The sizes that it stands for. */
  sizes: Record<string, Extent> | null;
  /** The threshold of the counting abstraction. */
  threshold: number | null;
  /** The answer. */
  verdict: Verdict;
  /** Why there was none. */
  reason: string | null;
  /** How many states there are, if they were counted. */
  states: number | null;
  /** How long it took. */
  time_seconds: number;
}

/** What a question was asked of. */
export type TrialKind = "instance" | "abstraction" | "backward-search" | "inexact-backward-search";

/** A message about a model. */
export interface Diagnostic {
  /** How bad it is. */
  severity: Severity;
  /** The stable name of this kind of message; `synod help CODE` explains it. */
  code: string;
  /** What is wrong, in one sentence. */
  message: string;
  /** A few words about the place. */
  caption: string;
  /** Explanations, a paragraph each. */
  notes: string[];
  /** What to do about it. */
  help: string | null;
  /** Other places that explain it. */
  labels: Label[];
  /** The file, as it was given. */
  file: string;
  /** Where it begins. */
  line: number;
  /** Where it begins. */
  column: number;
  /** Where it ends. */
  end_line: number;
  /** Where it ends. */
  end_column: number;
}

/** A second place that explains a diagnostic. */
export interface Label {
  /** The file, as it was given. */
  file: string;
  /** Where it begins. */
  line: number;
  /** Where it begins. */
  column: number;
  /** Where it ends. */
  end_line: number;
  /** Where it ends. */
  end_column: number;
  /** What is to be seen there. */
  text: string;
}

/** All answers together. */
export interface Summary {
  /** How many properties hold. */
  holds: number;
  /** How many are violated. */
  violated: number;
  /** How many are not violated within the limits given. */
  bounded: number;
  /** How many are not decided. */
  unknown: number;
  /** How many are not as expected; left out where nothing was compared with expectations. */
  unexpected?: number | null;
  /** How long all of them took. */
  time_seconds: number;
  /** 0 if all hold (or are as expected), 1 if some are violated (or not as expected), else 3. */
  exit_code: number;
}

/** How often the commands of a model are used in its reachable states. */
export interface CoverageReport {
  /** How many states were looked at. */
  states: number;
  /** Whether these are all reachable states, so that a count of 0 means never. */
  complete: boolean;
  /** The commands, in the order of the text. */
  commands: CommandCount[];
}

/** How often a command is used. */
export interface CommandCount {
  /** What it is, in a word or two. */
  kind: string;
  /** The command, as the model wrote it. */
  text: string;
  /** Where it was written. */
  place: Place;
  /** In how many steps between the states it is taken; of a condition on states, in how many it is true. */
  count: number;
  /** Whether some agent has come to it; true where that is not known. */
  reached: boolean;
}

/** Asks for a view of a run. */
export interface RunRequest {
  /** The text. */
  model: Model;
  /** The run. */
  run: RunSource;
  /** The name of the property whose parts are judged along the run. */
  property?: string | null;
  /** A formula that is not in the text and whose parts are judged along the run. */
  formula?: string | null;
  /** Expressions to watch. */
  watch?: string[];
  /** Only these agents, or agents of these types, in the chart; all if there are none. */
  agents?: string[];
  /** What the run shows, for the title of the chart. */
  title?: string | null;
}

/** Where a run comes from. */
export type RunSource = { trace: Trace } | { file: NamedText } | { walk: WalkPath };

/** A walk: where it begins, and the numbers of the steps that are taken. */
export interface WalkPath {
  /** It begins in an initial state that satisfies this; any if there is none. */
  constraint?: string | null;
  /** The number of that initial state, from 1. */
  start?: number | null;
  /** The number of each step that is taken, from 1, among those that can be taken there. */
  choices?: number[];
}

/** A run, ready to be looked at. Position 0 is the start; step `i` leads from position `i` to `i + 1`, or, the last of a lasso, back to `loop_start`. */
export interface RunView {
  /** The run with its states, its steps and what explains it. */
  trace: Trace;
  /** The steps, in order. */
  steps: RunStep[];
  /** The position to which the last step of a lasso leads back; null for a finite run. */
  loop_start: number | null;
  /** How the run ends, as a sentence. */
  ending: string;
  /** The run as a sequence chart, a document of its own. The group of step `n` (from 1) has the id `step-n`. */
  chart_svg: string;
  /** The same as data. */
  chart: Chart;
  /** For each position: the key of the state in which each agent is, by the id of its automaton, and then by its name. */
  control: (Record<string, Record<string, string>>)[];
  /** Watched expressions. */
  watches: WatchRow[];
  /** The variables that hold numbers, for axes and plots. */
  numeric: NumericRow[];
  /** Who hears whom, where the language says so by conditions on states: by what links them. */
  links: LinkRow[];
  /** The parts of the property, the whole first, each before its own parts; empty if none was asked for. */
  formula: FormulaRow[];
}

/** A step of a run. */
export interface RunStep {
  /** Its number, from 1. */
  number: number;
  /** What happens, in one sentence. */
  text: string;
  /** The agents that take part, the one that begins first. */
  agents: string[];
  /** The values that are different afterwards. */
  changes: RunChange[];
  /** The ids of the arrows that are taken in pictures of automata. */
  arrows: string[];
}

/** A value that is different after a step. */
export interface RunChange {
  /** The full name of the variable. */
  variable: string;
  /** Whose it is; null if it is shared. */
  agent: string | null;
  /** Its name without that of its owner. */
  short: string;
  /** Its value before. */
  before: Value;
  /** Its value afterwards. */
  after: Value;
  /** Whether it is the place of an agent in its program. */
  is_control: boolean;
}

/** A run as a sequence chart. */
export interface Chart {
  /** What this document is. */
  format: ChartFormat;
  /** The version of the format. */
  version: 1;
  /** What the run shows, such as the name of a property. */
  title: string;
  /** The name of the model. */
  model: string;
  /** Who takes part, from left to right. */
  lifelines: Lifeline[];
  /** The values at the start. */
  start: ChartChange[];
  /** Watched expressions at the start. */
  watched: string[];
  /** The steps, in order. */
  steps: ChartStep[];
  /** The position, from 0, of the step with which the loop of an infinite run begins; null for a finite one. */
  loop_start: number | null;
  /** Where the run ends in a dead end: what is blocked there. Null if it does not. */
  dead_end: DeadEnd | null;
  /** Charts of further runs that explain this one. */
  companions: ChartCompanion[];
}

/** The name of the format. */
export type ChartFormat = "synod-chart";

/** An agent, or what all share. */
export interface Lifeline {
  /** The name of the agent; `environment` or `shared` for what all share. */
  name: string;
  /** What it is an instance of; null for what all share. */
  role: string | null;
  /** Whether it takes part in some step, or a value of it changes. */
  is_active: boolean;
}

/** A value of a lifeline. */
export interface ChartChange {
  /** The position of the lifeline. */
  lifeline: number;
  /** The variable, without the name of its owner; empty if the value tells all. */
  variable: string;
  /** The value from here on, in the words of the model. */
  value: string;
  /** Whether it is the place of an agent in its program. */
  is_control: boolean;
}

/** A step. */
export interface ChartStep {
  /** Its number, from 1. */
  number: number;
  /** What happens, in one sentence. */
  text: string;
  /** Whether what agents do is one thing that they do together. */
  is_round: boolean;
  /** What agents do alone, or each for itself. */
  deeds: Deed[];
  /** What passes between them, in order. */
  messages: ChartMessage[];
  /** The values that are different afterwards. */
  changes: ChartChange[];
  /** What is known afterwards: watched expressions, and what has become of properties. */
  remarks: string[];
}

/** Something that an agent does. */
export interface Deed {
  /** The position of the lifeline. */
  lifeline: number;
  /** In short. */
  text: string;
  /** The whole command, as the model wrote it. */
  command: string;
}

/** Something that passes from one to others. */
export interface ChartMessage {
  /** How it travels. */
  kind: MessageKind;
  /** The position of the lifeline of the sender. */
  from: number;
  /** What is sent: the label of the command, or what stands for it. */
  label: string;
  /** The channel; null where there is none or everybody listens. */
  channel: string | null;
  /** The data, such as `MSG = call`. */
  data: string[];
  /** Who is reached, in the order of the lifelines. */
  to: Receiver[];
  /** The positions of those who are not reached: they do not listen, or are not concerned. */
  missed: number[];
  /** The whole command of the sender, as the model wrote it. */
  command: string;
}

/** How a message travels. */
export type MessageKind = "broadcast" | "multicast" | "get" | "supply" | "handshake" | "propagate" | "confirm" | "write";

/** Who is reached by a message. */
export interface Receiver {
  /** The position of the lifeline. */
  lifeline: number;
  /** The label of its command. */
  label: string | null;
  /** Its whole command, as the model wrote it. */
  command: string;
}

/** The end of a run where no step can be taken. */
export interface DeadEnd {
  /** What it is, as a sentence. */
  text: string;
  /** What would be sent, and who stands against it. */
  blocked: BlockedMessage[];
}

/** Something that cannot be sent because others are not ready for it. */
export interface BlockedMessage {
  /** The position of the lifeline of who would send it. */
  from: number;
  /** What it is. */
  label: string;
  /** The positions of those who are not ready. */
  by: number[];
}

/** A run that explains a position of another. */
export interface ChartCompanion {
  /** The position explained: that of the state after so many steps. */
  at: number;
  /** What it shows, as a sentence. */
  text: string;
  /** The run. */
  chart: Chart;
}

/** A watched expression along a run. */
export interface WatchRow {
  /** The expression. */
  text: string;
  /** Why it cannot be watched; null if it can. */
  problem: string | null;
  /** Its value at each position; null where it has none. */
  values: (Value | null)[];
}

/** A number along a run. */
export interface NumericRow {
  /** The full name of the variable, with the index of an element of an array. */
  variable: string;
  /** Whose it is; null if it is shared. */
  agent: string | null;
  /** Its name without that of its owner. */
  short: string;
  /** The least value that its type allows; null if there is none. */
  least: number | null;
  /** The greatest value that its type allows; null if there is none. */
  greatest: number | null;
  /** Its value at each position. */
  values: number[];
}

/** Who hears whom along a run. */
export interface LinkRow {
  /** What links them, such as the name of a stigmergy. */
  name: string;
  /** The agents. */
  agents: string[];
  /** For each position: who speaks and who hears, by their places among the agents. */
  pairs: (([number, number])[])[];
}

/** A part of a formula along a run. */
export interface FormulaRow {
  /** The part. */
  text: string;
  /** How deep it stands in the formula; the whole is 0. */
  depth: number;
  /** The position of the part of which it is a direct part; null for the whole. */
  parent: number | null;
  /** Its truth at each position. */
  truth: RunTruth[];
  /** States that look the same to an agent, and where what it should know is false. */
  look_alikes: LookAlike[];
}

/** Whether something holds at a position, as far as the run tells. */
export type RunTruth = "true" | "false" | "unknown";

/** A reachable state that looks the same to an agent. */
export interface LookAlike {
  /** The position of the run that it looks like. */
  at: number;
  /** To whom. */
  agents: string[];
  /** What it shows, as a sentence. */
  text: string;
  /** The values that are different there. */
  differences: Record<string, Value>;
  /** The position of the companion of the run that leads to it; null if it has none. */
  companion: number | null;
}

/** Asks where a walk leads. */
export interface WalkRequest {
  /** The text. */
  model: Model;
  /** The walk so far. */
  path: WalkPath;
  /** How it goes on; not at all if there is nothing. */
  go?: WalkStep | null;
  /** Limits. */
  limits?: Limits;
}

/** How a walk goes on. */
export type WalkStep = { take: number } | { random: { count: number; seed: number } } | { find: string } | { follow: Trace };

/** Where a walk leads. */
export interface WalkView {
  /** The walk as it is now. */
  path: WalkPath;
  /** Where it is, what can be done there, and why other things cannot. */
  position: WalkPosition;
  /** The steps that can be taken, by the agent that begins them, in the order of the model. */
  groups: StepGroup[];
  /** The initial states to choose from. */
  starts: Starts;
  /** What became of a search or of steps at random, as a sentence; null if there is nothing to say. */
  message: string | null;
  /** The walk as a run. */
  trace: Trace;
  /** In which state of its automaton each agent is, as in views of runs. */
  control: Record<string, Record<string, string>>;
}

/** Where a walk is. */
export interface WalkPosition {
  /** How many steps were taken. */
  depth: number;
  /** The current state. */
  state: Record<string, Value>;
  /** The first steps that can be taken, in the order of their numbers, which count from 1. */
  steps: OfferedStep[];
  /** How many steps can be taken, listed or not. */
  step_count: number;
  /** Steps that are not taken because they meet a fault. */
  faults: FaultedStep[];
  /** Whether the loop of the trace that the walk follows begins here. */
  at_loop_start: boolean;
  /** What agents would do here but cannot, and why. */
  blocked: BlockedStep[];
}

/** A step that can be taken. */
export interface OfferedStep {
  /** Its number. */
  number: number;
  /** The step. */
  step: Step;
  /** The variables that it changes, with their new values. */
  changes: Record<string, Value>;
}

/** A step that meets a fault, and so is not taken. */
export interface FaultedStep {
  /** The step. */
  step: Step;
  /** The fault, in the words of the model. */
  fault: string;
}

/** Steps that an agent begins. */
export interface StepGroup {
  /** The agent; null for steps that nobody begins. */
  agent: string | null;
  /** The numbers of the steps. */
  steps: number[];
}

/** Initial states to choose from. */
export interface Starts {
  /** The values in which the first of them differ, in the order of their numbers. */
  states: (Record<string, Value>)[];
  /** Whether there are more. */
  more: boolean;
}

/** Asks for a run as a file. */
export interface ExportRequest {
  /** The text. */
  model: Model;
  /** The run. */
  run: RunSource;
  /** The form: one of `run_forms` of the catalogue. */
  form: string;
  /** Expressions to watch. */
  watch?: string[];
  /** What the run shows. */
  title?: string | null;
}

/** A file to save. */
export interface ShownFile {
  /** What it may be called. */
  name: string;
  /** Its media type. */
  media_type: string;
  /** Its text. */
  text: string;
  /** What it leaves out, as sentences. */
  notes: string[];
}

/** Asks for random runs. */
export interface SimulateRequest {
  /** The text. */
  model: Model;
  /** The seed: with the same one the runs are the same. */
  seed: number;
  /** How many runs. */
  runs: number;
  /** How many steps a run has at most. */
  steps: number;
  /** The number of the first run, from 1. */
  first_run?: number | null;
  /** Runs begin in initial states that satisfy this. */
  constraint?: string | null;
  /** Whether only the figures about all runs are wanted. */
  summary_only?: boolean;
  /** Limits. */
  limits?: Limits;
}

/** Random runs of a model. */
export interface SimulateReport {
  /** The version of Synod. */
  synod: string;
  /** The file, as it was given. */
  model: string;
  /** The language of the model. */
  language: string;
  /** The SHA-256 of its text, in hexadecimal. */
  sha256: string;
  /** The values of its parameters: those that were given, then others that are in force. */
  parameters: Record<string, number>;
  /** The options of its language that are in force, and the engine and limits of a check that are given, by name; a flag that is given is `true`. */
  options: Record<string, string>;
  /** The runs; none if only the summary was asked for. */
  runs: RandomRun[];
  /** Figures about all runs. */
  summary: SimulationSummary;
  /** Warnings and notes about the model. */
  warnings: Diagnostic[];
}

/** A random run. */
export interface RandomRun {
  /** The seed of all runs. */
  seed: number;
  /** The number of the run, from 1: with the seed it gives this run again. */
  number: number;
  /** Whether no step can be taken where the run ends. */
  dead_end: boolean;
  /** The run. */
  trace: Trace;
}

/** Figures about random runs. */
export interface SimulationSummary {
  /** How many runs there are. */
  runs: number;
  /** How many of them end where no step can be taken. */
  dead_ends: number;
  /** The length of the shortest. */
  min_steps: number | null;
  /** The mean length. */
  mean_steps: number;
  /** The length of the longest. */
  max_steps: number | null;
  /** What became of those properties of the model that single runs can settle. */
  properties: SimulatedProperty[];
}

/** What became of a property on random runs. */
export interface SimulatedProperty {
  /** The name of the property. */
  name: string;
  /** The runs that satisfy it, however they go on. */
  satisfied: SettledRuns;
  /** How many of these only got stuck without what is asked for. */
  stuck: number;
  /** The runs that violate it, however they go on. */
  violated: SettledRuns;
  /** How many runs may still do either. */
  undecided: number;
}

/** Runs that settle a property in one way. */
export interface SettledRuns {
  /** How many there are. */
  runs: number;
  /** After how many steps it is settled, on average. */
  mean_steps: number | null;
}

/** Asks how likely properties are to hold on random runs. */
export interface EstimateRequest {
  /** The text. */
  model: Model;
  /** The names of the properties; all of the model if there are neither these nor formulas. */
  properties?: string[];
  /** Formulas that are not in the text. */
  formulas?: string[];
  /** The seed: with the same one the runs are the same. */
  seed: number;
  /** How many steps a run has at most. */
  horizon?: number | null;
  /** The least probability that an answer is right; 0.95 if there is none. */
  confidence?: number | null;
  /** Half of the width that an interval may have; 0.01 if there is none. */
  error?: number | null;
  /** Test that the probability is at least this, instead of estimating it. */
  at_least?: number | null;
  /** What runs count for that are undecided at the horizon; they are counted apart if there is none. */
  bounded?: BoundedClaim | null;
  /** Limits. */
  limits?: Limits;
}

/** What is asked of the steps up to the horizon. */
export type BoundedClaim = "not-violated" | "satisfied";

/** Estimates from random runs: nothing in this document is proved. */
export interface EstimateReport {
  /** The version of Synod. */
  synod: string;
  /** The file, as it was given. */
  model: string;
  /** The language of the model. */
  language: string;
  /** The SHA-256 of its text, in hexadecimal. */
  sha256: string;
  /** The values of its parameters: those that were given, then others that are in force. */
  parameters: Record<string, number>;
  /** The options of its language that are in force, and the engine and limits of a check that are given, by name; a flag that is given is `true`. */
  options: Record<string, string>;
  /** The seed of all runs. */
  seed: number;
  /** How many steps a run has at most. */
  horizon: number;
  /** What runs count for that are undecided there; null if they are counted apart. */
  bounded: BoundedClaim | null;
  /** The least probability that an answer is right. */
  confidence: number;
  /** Half of the width that an interval may have. */
  error: number;
  /** One answer for each property asked for. */
  properties: EstimatedProperty[];
  /** Warnings and notes about the model. */
  warnings: Diagnostic[];
}

/** How likely a property is to hold on a random run. */
export interface EstimatedProperty {
  /** The name of the property. */
  name: string;
  /** The property in the words of the model. */
  text: string;
  /** Whether there is an estimate. */
  verdict: EstimateVerdict;
  /** What the runs say, as a sentence. */
  reason: string;
  /** The probability; null for a test. */
  probability: Probability | null;
  /** The claim that was tested; null if none was. */
  claim: Claim | null;
  /** What was counted. */
  runs: RunCounts | null;
  /** Why the answer is not as exact as asked for. */
  stopped: string | null;
  /** The device that made the runs, if another than the processor was asked for and did. */
  device?: string | null;
  /** How long it took. */
  time_seconds: number;
}

/** Whether there is an estimate. */
export type EstimateVerdict = "estimate" | "unknown";

/** The property holds on a random run with a probability from `low` to `high`. */
export interface Probability {
  /** The share of the runs that satisfy the property: the point estimate; null if some are undecided. */
  estimate: number | null;
  /** The lower end of the interval. */
  low: number;
  /** The upper end of the interval. */
  high: number;
}

/** A claim about a probability, and what became of it. */
export interface Claim {
  /** The probability is claimed to be at least this. */
  at_least: number;
  /** What became of it. */
  decision: ClaimDecision;
}

/** What became of a claim. */
export type ClaimDecision = "accepted" | "rejected" | "undecided";

/** How many runs did what. */
export interface RunCounts {
  /** All runs. */
  total: number;
  /** Those that satisfy the property. */
  satisfied: number;
  /** Of the satisfied ones, those that only got stuck without what is asked for. */
  stuck: number;
  /** Those that violate it. */
  violated: number;
  /** Those that are open at the horizon: counted neither as satisfied nor as violated. */
  undecided: number;
  /** The steps of all runs together. */
  steps: number;
  /** `synod simulate` with the seed and this number of a run gives the first violating one. */
  first_violation_run: number | null;
}

/** Asks what holds for any number of agents. */
export interface CutoffRequest {
  /** The text. */
  model: Model;
  /** For a model of one system: the role of which there is to be any number of agents. */
  role?: string | null;
  /** The names of the properties; all if there are neither these nor formulas. */
  properties?: string[];
  /** Formulas that are not in the text. */
  formulas?: string[];
  /** The engine for instances and abstractions. */
  engine?: string | null;
  /** Whether to find out from which size on a property holds. */
  emergence?: boolean;
  /** Limits. */
  limits?: Limits;
}

/** What `synod cutoff` found out. */
export interface CutoffReport {
  /** The version of Synod. */
  synod: string;
  /** The file, as it was given. */
  model: string;
  /** The language of the model. */
  language: string;
  /** The SHA-256 of its text, in hexadecimal. */
  sha256: string;
  /** The values of its parameters: those that were given, then others that are in force. */
  parameters: Record<string, number>;
  /** The options of its language that are in force, and the engine and limits of a check that are given, by name; a flag that is given is `true`. */
  options: Record<string, string>;
  /** How the agents take steps. */
  semantics: Semantics;
  /** When the null step, in which nothing happens, may be taken; null for synchronous systems. */
  null_step: NullStep | null;
  /** The roles that agents have. */
  roles: Role[];
  /** The properties in the order of the model. */
  properties: CutoffProperty[];
  /** Warnings and notes about the model. */
  warnings: Diagnostic[];
  /** All answers together. */
  summary: Summary;
}

/** How agents take steps. */
export type Semantics = "interleaved" | "synchronous";

/** When the null step may be taken. */
export type NullStep = "always" | "when-stuck";

/** A role that agents have. */
export interface Role {
  /** Its name. */
  name: string;
  /** How many local states an agent of this role has. */
  local_states: number;
}

/** What is known about one property. */
export interface CutoffProperty {
  /** The name of the property. */
  name: string;
  /** The property in the words of the model. */
  text: string;
  /** The answer. */
  verdict: Verdict;
  /** How the verdict is known, or why there is none. */
  reason: string;
  /** What to try when there is no verdict. */
  advice: string | null;
  /** What the user should know besides. */
  remarks: Remark[];
  /** How long it took. */
  time_seconds: number;
  /** What is known about all sizes. */
  any_number: AnyNumber;
}

/** Asks for a model in another form. */
export interface ShowRequest {
  /** The text. */
  model: Model;
  /** The form: one of `forms` of the catalogue, or of the language. */
  form: string;
  /** The property of a circuit, or the only one of a program. */
  property?: string | null;
  /** The only agent of a picture, or the type of its agents. */
  agent?: string | null;
  /** How many steps a program takes. */
  steps?: number | null;
  /** The verifier that a C program is for. */
  verifier?: string | null;
  /** The run of a chart. */
  run?: RunSource | null;
}

/** Asks for the state graph. */
export interface GraphRequest {
  /** The text. */
  model: Model;
  /** How many states there are at most; 2000 if there is none. */
  most_states?: number | null;
  /** Only states that satisfy this. */
  filter?: string | null;
  /** States with the same value of this belong together. */
  cluster?: string | null;
  /** Limits. */
  limits?: Limits;
}

/** A state graph. */
export interface StateGraph {
  /** The states, in the order in which they are found; their positions are their numbers. */
  nodes: GraphNode[];
  /** The steps between them. */
  edges: GraphEdge[];
  /** Whether these are all reachable states. */
  is_complete: boolean;
  /** The variables whose values are not the same in all states. */
  varying: string[];
}

/** A state of a graph. */
export interface GraphNode {
  /** Its values. */
  state: Record<string, Value>;
  /** How many steps it is from an initial state. */
  depth: number;
  /** Whether it is an initial one. */
  is_initial: boolean;
  /** Whether no step can be taken in it. */
  is_dead_end: boolean;
  /** Whether its steps were looked at, so that no edges are missing. */
  is_explored: boolean;
  /** The value by which states are put together; null if none was asked for. */
  cluster: Value | null;
}

/** A step of a graph. */
export interface GraphEdge {
  /** The number of the state from which it leads. */
  from: number;
  /** The number of the state to which it leads. */
  to: number;
  /** What happens, in one sentence. */
  text: string;
  /** Who begins it; null if nobody does. */
  agent: string | null;
}

/** Asks how a play goes on. */
export interface PlayRequest {
  /** The text. */
  model: Model;
  /** The run with the strategy in it, as an answer had it. */
  trace: Trace;
  /** The position of the strategy among those of the run. */
  strategy: number;
  /** The number of each choice that the person made, from 1, among those that there were. */
  choices?: number[];
}

/** How a play goes on. */
export interface PlayView {
  /** Who is played by the page. */
  played: PlayedSide;
  /** The members of the coalition. */
  coalition: string[];
  /** What the strategy shows, as a sentence. */
  goal: string;
  /** The state. */
  state: Record<string, Value>;
  /** What the page does here, in words; null if it is not its turn, or it does not matter. */
  decision: string | null;
  /** What the person may choose. */
  options: PlayOption[];
  /** Whether the play is over, and why, as a sentence; null if it is not. */
  over: string | null;
  /** What happened so far. */
  history: PlayMove[];
  /** In which state of its automaton each agent is, as in views of runs. */
  control: Record<string, Record<string, string>>;
}

/** Which side is played by the page. */
export type PlayedSide = "coalition" | "others";

/** Something that the person may choose. */
export interface PlayOption {
  /** Its number, from 1. */
  number: number;
  /** What it is, in words. */
  text: string;
  /** The step that comes of it. */
  step: Step | null;
}

/** Something that happened in a play. */
export interface PlayMove {
  /** What the page did, in words; null if it did nothing. */
  decision: string | null;
  /** What the person chose, in words. */
  choice: string;
  /** The step that came of it. */
  step: Step;
  /** The state afterwards. */
  state: Record<string, Value>;
}

/** Asks for a report that can be read without anything else. */
export interface ReportRequest {
  /** The text. */
  model: Model;
  /** What was found out. */
  report: CheckReport;
  /** The form: `html`, `sarif`, `junit` or `csv`. */
  form: string;
}

/** News of work that is going on, in the order in which it comes. */
export type JobEvent = { kind: "begins"; property: string } | JobProgress & { kind: "progress" } | { kind: "answer"; property: PropertyReport } | { kind: "cutoff-answer"; property: CutoffProperty } | { kind: "finding"; finding: Diagnostic } | { kind: "interval"; property: string; probability: Probability; runs: RunCounts };

/** How far a question is. */
export interface JobProgress {
  /** What is being worked on: the name of a property. */
  property: string;
  /** States stored so far. */
  states: number;
  /** Steps computed so far. */
  transitions: number;
  /** Distance from the initial states. */
  depth: number;
  /** Nodes of what stands for sets of states or runs: decision diagrams, or the circuit of a bounded search. */
  nodes: number;
  /** Bytes in use. */
  memory_bytes: number;
  /** Runs made so far, for an estimate. */
  runs: number | null;
  /** How many runs there will be at most, if that is known. */
  most_runs: number | null;
  /** How long it has taken so far. */
  time_seconds: number;
  /** The engine that tells this; null if it is not known. */
  engine: string | null;
  /** How many states a second there were since the last news. */
  rate: number;
}

/** Why there is no answer to a request. */
export interface Failure {
  /** What kind of failure it is. */
  kind: FailureKind;
  /** What is wrong, in one sentence. */
  message: string;
  /** What is wrong with the model, if that is what is wrong. */
  rejection?: Rejection | null;
}

/** What kind of failure it is. */
export type FailureKind = "malformed" | "rejected" | "interrupted" | "missing" | "forbidden" | "conflict" | "too-large" | "busy" | "crashed";

/** A request that cannot be met, most often because the model cannot be used (exit code 2). */
export interface Rejection {
  /** The version of Synod. */
  synod: string;
  /** The file, as it was given. */
  model: string;
  /** The values of its parameters that were given. */
  parameters: Record<string, number>;
  /** The language of the model, if it is known. */
  language: string | null;
  /** What is wrong, in one sentence. */
  error: string;
  /** What is wrong in the model. */
  diagnostics: Diagnostic[];
  /** Whether a limit or the user stopped the work, so that it might be done with more time or memory. */
  interrupted: boolean;
}

/** What a server is, and what it allows. */
export interface ServerInfo {
  /** The version of Synod. */
  synod: string;
  /** The name of the folder that is served; null if there are no files. */
  folder: string | null;
  /** Whether anybody may come: there are no files, and quotas. */
  is_public: boolean;
  /** Whether engines may run other programs. */
  runs_programs: boolean;
  /** How many seconds a job may take. */
  most_seconds: number;
  /** How many bytes a job may use. */
  most_memory_bytes: number;
  /** How many bytes a request may have. */
  most_request_bytes: number;
  /** How many jobs of one client may wait or run. */
  most_jobs: number;
}

/** Asks for a job. */
export interface NewJob {
  /** The name of the method. */
  method: string;
  /** The request. */
  request: unknown;
  /** What the client calls it: it finds it again by that. */
  label?: string;
}

/** A job. */
export interface JobInfo {
  /** Its id. */
  id: string;
  /** The name of the method. */
  method: string;
  /** What the client calls it. */
  label: string;
  /** What became of it. */
  state: JobState;
  /** How many jobs come before it; null if it does not wait. */
  waits_for: number | null;
  /** How long it has run. */
  time_seconds: number;
  /** The answer; null unless it is done, and in lists. */
  answer: unknown;
  /** Why there is none; null unless it failed. */
  failure: Failure | null;
}

/** What became of a job. */
export type JobState = "waits" | "runs" | "done" | "failed";

/** A file or folder that is served. */
export interface FileEntry {
  /** Its path in the folder, with `/` between names. */
  path: string;
  /** Whether it is a folder. */
  is_folder: boolean;
  /** How many bytes it has. */
  bytes: number;
  /** The language that its name tells; null if it tells none. */
  language: string | null;
  /** Whether there is a draft of it that was not saved. */
  has_draft: boolean;
}

/** The text of a file. */
export interface FileText {
  /** Its path. */
  path: string;
  /** Its text as it is saved; null if there is only a draft. */
  text: string | null;
  /** What stands for this text when it is saved again; null if there is none. */
  version: string | null;
  /** Its text as it was last written, if that was not saved. */
  draft: string | null;
}

/** Asks for a text to be saved. */
export interface SaveText {
  /** The text. */
  text: string;
  /** The version that it is based on: it is refused if the file is another by now. Null for a new file. */
  version?: string | null;
}

/** What can be asked. */
export interface Methods {
  /** All that is the same for every model: languages, examples, engines, forms. */
  catalogue: { request: Nothing; answer: Catalogue; isJob: false };
  /** The text of an example. */
  example: { request: ExampleRequest; answer: NamedText; isJob: false };
  /** What a code of a diagnostic or of a remark means. */
  explain: { request: ExplainRequest; answer: Explanation; isJob: false };
  /** What a text is, as far as it is understood: findings with fixes, properties, parameters, outline, tokens. */
  analyse: { request: ModelRequest; answer: TextAnalysis; isJob: false };
  /** What may be written next, in the text or in a formula beside it. */
  complete: { request: CompleteRequest; answer: Completions; isJob: false };
  /** What is to be known about a place of a text; null if nothing is. */
  hover: { request: PlaceRequest; answer: HoverText | null; isJob: false };
  /** Where that which is named at a place is declared. */
  definition: { request: PlaceRequest; answer: TextRange[]; isJob: false };
  /** All places where that is mentioned which is named at a place. */
  references: { request: PlaceRequest; answer: NameMention[]; isJob: false };
  /** The changes that give a new name to what is named at a place. */
  rename: { request: RenameRequest; answer: TextEdits; isJob: false };
  /** The changes that lay a text out as usual. */
  format: { request: FormatRequest; answer: TextEdits; isJob: false };
  /** The automata of the agents as pictures, with the places of their commands. */
  automata: { request: AutomataRequest; answer: Automata; isJob: false };
  /** Verdicts on properties and formulas, with evidence. */
  check: { request: CheckRequest; answer: CheckReport; isJob: true };
  /** A run, ready to be looked at: chart, changes, control states, watches, the truth of each part of a property. */
  run: { request: RunRequest; answer: RunView; isJob: false };
  /** Where a walk leads: what can be done there, and why other things cannot. */
  walk: { request: WalkRequest; answer: WalkView; isJob: false };
  /** A run as a file. */
  export: { request: ExportRequest; answer: ShownFile; isJob: false };
  /** Random runs, and figures about them. */
  simulate: { request: SimulateRequest; answer: SimulateReport; isJob: true };
  /** How likely properties are to hold on random runs. */
  estimate: { request: EstimateRequest; answer: EstimateReport; isJob: true };
  /** What holds for any number of agents. */
  cutoff: { request: CutoffRequest; answer: CutoffReport; isJob: true };
  /** A model in another form. */
  show: { request: ShowRequest; answer: ShownFile; isJob: false };
  /** The state graph of a small model. */
  graph: { request: GraphRequest; answer: StateGraph; isJob: true };
  /** How a play against a strategy goes on. */
  play: { request: PlayRequest; answer: PlayView; isJob: false };
  /** A report of a check that can be read without anything else. */
  report: { request: ReportRequest; answer: ShownFile; isJob: false };
}

/** The methods that may take long and tell news. */
export const JOBS = ["check", "simulate", "estimate", "cutoff", "graph"] as const;
