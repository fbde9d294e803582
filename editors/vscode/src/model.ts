// Models: the texts in the languages that Synod reads.

import * as path from "node:path";
import * as vscode from "vscode";

/** The languages by their identifiers, with a word about each. */
export const LANGUAGES: Record<string, { title: string; ending: string; about: string }> = {
  rcheck: { title: "R-CHECK", ending: "rcp", about: "agents that send messages on channels and reconfigure" },
  labs: { title: "LAbS", ending: "labs", about: "agents that share what they know by stigmergies" },
  ispl: { title: "ISPL", ending: "ispl", about: "interpreted systems with knowledge and strategies, as in MCMAS" },
  pispl: { title: "PISPL", ending: "pispl", about: "templates for any number of agents" },
  ccs: { title: "CCS", ending: "ccs", about: "processes that synchronise on actions" },
  chor: { title: "Choreography", ending: "chor", about: "who does what, and who tells whom" },
  aiger: { title: "AIGER", ending: "aag", about: "circuits of gates and latches" },
  btor2: { title: "BTOR2", ending: "btor2", about: "circuits of words" },
};

export function isModel(document: vscode.TextDocument | undefined): document is vscode.TextDocument {
  return document !== undefined && document.languageId in LANGUAGES;
}

/** The model in the active editor; or else the only one that is visible, as when a panel has the focus. */
export function activeModel(): vscode.TextDocument | undefined {
  const active = vscode.window.activeTextEditor?.document;
  if (isModel(active)) {
    return active;
  }
  const visible = vscode.window.visibleTextEditors.map((editor) => editor.document).filter(isModel);
  if (visible.length === 1) {
    return visible[0];
  }
  void vscode.window.showInformationMessage("Open a model first: R-CHECK, LAbS, ISPL, PISPL, CCS, a choreography or a circuit.");
  return undefined;
}

/** The name of a model for titles. */
export function nameOf(uri: vscode.Uri): string {
  return path.basename(uri.path);
}

/** How the program is to read a model: the arguments that name it, and what it reads. */
export interface Input {
  args: string[];
  cwd?: string;
  input?: string;
}

/** How the program reads a model as it is in the editor, with values for its parameters. */
export function asInput(model: vscode.TextDocument, given: Record<string, number>): Input {
  const parameters = Object.entries(given).map(([name, value]) => `${name}=${value}`);
  if (model.uri.scheme === "file") {
    const cwd = path.dirname(model.uri.fsPath);
    if (!model.isDirty) {
      return { args: [model.uri.fsPath, ...parameters], cwd };
    }
    return { args: ["-", "--language", model.languageId, ...parameters], cwd, input: model.getText() };
  }
  return { args: ["-", "--language", model.languageId, ...parameters], input: model.getText() };
}
