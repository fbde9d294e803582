// The panel of the simulator: the state, the steps that can be taken, what is blocked and why, and the way so far.

import type { FromPanel, Place, Position, State, Step, ToPanel, Value } from "./messages";

declare function acquireVsCodeApi(): { postMessage(message: FromPanel): void };

const api = acquireVsCodeApi();
const root = document.querySelector<HTMLElement>("#simulator");

type Child = Node | string | undefined;

/** An element with its class, what it does when it is clicked, and what is in it. */
function element(name: string, kind: string, children: Child[], click?: () => void): HTMLElement {
  const made = document.createElement(name);
  made.className = kind;
  made.append(...children.filter((child) => child !== undefined));
  if (click !== undefined) {
    made.addEventListener("click", click);
  }
  return made;
}

function tool(title: string, label: string, message: FromPanel, isOff = false): HTMLElement {
  const made = element("button", "tool", [label], () => api.postMessage(message)) as HTMLButtonElement;
  made.title = title;
  made.disabled = isOff;
  return made;
}

function shown(value: Value): string {
  return Array.isArray(value) ? `[${value.join(", ")}]` : String(value);
}

/** The agent that a variable belongs to, and its name there. */
function owner(variable: string, agents: string[]): [string, string] {
  const of = agents.filter((agent) => variable.startsWith(`${agent}-`)).sort((a, b) => b.length - a.length)[0];
  return of === undefined ? ["", variable] : [of, variable.slice(of.length + 1)];
}

/** Marks the commands of a step in the text while the mouse is over it. */
function marking(made: HTMLElement, places: Place[]): HTMLElement {
  if (places.length > 0) {
    made.addEventListener("mouseenter", () => api.postMessage({ kind: "highlight", places }));
    made.addEventListener("mouseleave", () => api.postMessage({ kind: "highlight", places: [] }));
  }
  return made;
}

function placesOf(step: Step): Place[] {
  return (step.participants ?? []).flatMap((participant) => (participant.place ? [participant.place] : []));
}

let before: State = {};
let depthBefore = 0;
let said = "";
let history: string[] = [];

function stateTable(position: Position, agents: string[]): HTMLElement {
  const rows = new Map<string, [string, Value, boolean][]>();
  for (const [variable, value] of Object.entries(position.state)) {
    const [agent, name] = owner(variable, agents);
    const isNew = depthBefore !== position.depth && variable in before && shown(before[variable] ?? "") !== shown(value);
    rows.set(agent, [...(rows.get(agent) ?? []), [name, value, isNew]]);
  }
  const body = [...rows].map(([agent, variables]) => {
    const values = variables.map(([name, value, isNew]) =>
      element("span", isNew ? "variable new" : "variable", [element("span", "name", [name]), " = ", element("span", "value", [shown(value)])]),
    );
    return element("tr", "", [element("th", "", [agent === "" ? "shared" : agent]), element("td", "", values)]);
  });
  return element("table", "state", body);
}

function changes(changed: State, position: Position): HTMLElement {
  const parts = Object.entries(changed).map(([name, value]) =>
    element("span", "change", [`${name}: ${shown(position.state[name] ?? "")} → `, element("b", "", [shown(value)])]),
  );
  return element("div", "changes", parts);
}

function stepList(position: Position): HTMLElement {
  const items = position.steps.map(({ number, step, changes: changed }) => {
    const isPlanned = number === position.planned;
    const row = element(
      "button",
      isPlanned ? "step planned" : "step",
      [element("span", "number", [String(number)]), element("div", "what", [element("div", "text", [step.text]), changes(changed, position)])],
      () => api.postMessage({ kind: "take", number }),
    );
    row.title = isPlanned ? "Take this step: it is the one that “step over” takes." : "Take this step.";
    return marking(row, placesOf(step));
  });
  const faults = position.faults.map(({ step, fault }) => element("div", "fault", [`${step.text}: not taken, ${fault}`]));
  const more = position.step_count - position.steps.length;
  const nothing = items.length === 0 ? element("div", "deadlock", ["No step is enabled here: deadlock."]) : undefined;
  return element("div", "steps", [nothing, ...items, ...faults, more > 0 ? element("div", "more", [`and ${more} more`]) : undefined]);
}

/** A sentence whose parts in backticks are code. */
function withCode(sentence: string): (HTMLElement | string)[] {
  return sentence.split("`").map((part, at) => (at % 2 === 1 ? element("code", "", [part]) : part));
}

function blockedList(position: Position): HTMLElement {
  const items = position.blocked.map(({ agent, place, text }) => {
    const who = agent === null ? undefined : element("b", "", [`${agent}: `]);
    const lines = text.map((line, at) => element("div", "", [at === 0 ? who : undefined, ...withCode(line)]));
    const row = element("div", "blocked", lines, place === null ? undefined : () => api.postMessage({ kind: "show", place }));
    return marking(row, place === null ? [] : [place]);
  });
  const list = element("details", "", [element("summary", "", [`Blocked (${items.length})`]), ...items]) as HTMLDetailsElement;
  list.open = position.steps.length === 0 || blockedIsOpen;
  list.addEventListener("toggle", () => (blockedIsOpen = list.open));
  return list;
}
let blockedIsOpen = false;

function historyList(position: Position): HTMLElement {
  const start = element("button", position.depth === 0 ? "past here" : "past", ["0  start"], () => api.postMessage({ kind: "go", depth: 0 }));
  const items = history.map((text, at) =>
    element("button", position.depth === at + 1 ? "past here" : "past", [`${at + 1}  ${text}`], () => api.postMessage({ kind: "go", depth: at + 1 })),
  );
  return element("div", "history", [start, ...items]);
}

function ask(): HTMLElement {
  const input = document.createElement("input");
  input.placeholder = "An expression, or: find CONDITION, check FORMULA, why AGENT, help";
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && input.value.trim() !== "") {
      api.postMessage({ kind: "ask", text: input.value.trim() });
    }
  });
  return element("div", "ask", [input, element("pre", "said", [said])]);
}

function section(title: string, ...children: HTMLElement[]): HTMLElement {
  return element("section", "", [element("h2", "", [title]), ...children]);
}

function show(position: Position, agents: string[]): void {
  const { depth } = position;
  const tools = element("header", "", [
    tool("Go back to the initial state", "Start", { kind: "go", depth: 0 }, depth === 0),
    tool("Step back", "◀ Back", { kind: "go", depth: depth - 1 }, depth === 0),
    tool("Take the step that comes next", "Step ▶", { kind: "next" }, position.steps.length === 0),
    tool("Read the model again and begin a new walk", "⟳ Reload", { kind: "again" }),
    tool("The way so far as a sequence chart", "Chart", { kind: "chart" }, depth === 0),
    tool("End the walk", "■ Stop", { kind: "stop" }),
    element("span", "depth", [`state ${depth}${position.at_loop_start ? ", where the loop begins" : ""}`]),
  ]);
  root?.replaceChildren(
    tools,
    section("State", stateTable(position, agents)),
    section(`Steps (${position.step_count})`, stepList(position), blockedList(position)),
    section("Ask", ask()),
    section("Way", historyList(position)),
  );
  before = position.state;
  depthBefore = depth;
}

let last: { position: Position; agents: string[] } | undefined;

window.addEventListener("message", (event: MessageEvent<ToPanel>) => {
  const message = event.data;
  if (message.kind === "position") {
    last = { position: message.position, agents: message.agents };
    history = message.history;
    show(message.position, message.agents);
  } else if (message.kind === "ended") {
    const again = tool("Begin a new walk", "⟳ Begin again", { kind: "again" });
    root?.replaceChildren(element("p", "ended", ["The walk has ended. ", again]));
    before = {};
  } else {
    said = message.text;
    if (last !== undefined) {
      show(last.position, last.agents);
    }
  }
});

api.postMessage({ kind: "ready" });
