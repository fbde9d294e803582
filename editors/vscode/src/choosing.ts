// Asking which property, engine and bound are meant.

import * as vscode from "vscode";
import type { Answers } from "./answers";
import type { Property, Server } from "./server";

const MARKS = { holds: "$(pass)", violated: "$(error)", bounded: "$(circle-outline)", unknown: "$(question)" };

/** Lets somebody choose a property; the one at the cursor comes first. `null` if there is none. */
export async function chooseProperty(
  server: Server,
  answers: Answers,
  model: vscode.TextDocument,
  title: string,
  isMeant: (property: Property) => boolean = () => true,
): Promise<string | undefined> {
  const properties = (await server.properties(model)).filter(isMeant);
  const [only] = properties;
  if (only === undefined) {
    void vscode.window.showInformationMessage("There is no such property in this model. Check it first where a verdict is needed.");
    return undefined;
  }
  if (properties.length === 1) {
    return only.name;
  }
  const at = vscode.window.activeTextEditor?.document === model ? vscode.window.activeTextEditor.selection.active : undefined;
  const distance = (property: Property): number => Math.abs(property.range.start.line - (at?.line ?? 0));
  const nearest = at === undefined ? undefined : [...properties].sort((a, b) => distance(a) - distance(b))[0];
  const items = properties.map((property) => {
    const answer = answers.find(model.uri, property.name);
    const label = answer === undefined ? property.name : `${MARKS[answer.verdict]} ${property.name}`;
    return { label, name: property.name, description: answer?.text ?? "", detail: answer?.reason };
  });
  items.sort((a, b) => Number(b.name === nearest?.name) - Number(a.name === nearest?.name));
  return (await vscode.window.showQuickPick(items, { title, matchOnDescription: true }))?.name;
}

/** Lets somebody choose an engine and a bound. */
export async function chooseEngine(context: vscode.ExtensionContext): Promise<{ engine: string; depth?: number } | undefined> {
  // The engines stand in one place: the setting.
  type Setting = { enum: string[]; enumDescriptions: string[] };
  const manifest = context.extension.packageJSON as {
    contributes: { configuration: { properties: Record<string, Setting | undefined> } };
  };
  const setting = manifest.contributes.configuration.properties["synod.engine"];
  const items = (setting?.enum ?? []).map((engine, at) => ({
    label: engine === "" ? "automatic" : engine,
    description: setting?.enumDescriptions[at] ?? "",
    engine,
  }));
  const chosen = await vscode.window.showQuickPick(items, { title: "Which engine?", matchOnDescription: true });
  if (chosen === undefined) {
    return undefined;
  }
  const bound = await vscode.window.showInputBox({
    title: "How many steps deep, at most?",
    prompt: "Empty: as deep as it takes. With a bound, what holds is not proved.",
    validateInput: (text) => (/^\s*\d*\s*$/.test(text) ? undefined : "A whole number, or nothing."),
  });
  if (bound === undefined) {
    return undefined;
  }
  return { engine: chosen.engine, ...(bound.trim() === "" ? {} : { depth: Number(bound) }) };
}
