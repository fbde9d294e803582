// The model in the active editor.

import * as path from "node:path";
import * as vscode from "vscode";

export const LANGUAGES = ["rcheck", "labs", "ispl", "pispl", "ccs", "chor"];

export function isModel(document: vscode.TextDocument | undefined): document is vscode.TextDocument {
  return document !== undefined && LANGUAGES.includes(document.languageId);
}

/** The model in the active editor; a message if there is none. */
export function activeModel(): vscode.TextDocument | undefined {
  const document = vscode.window.activeTextEditor?.document;
  if (isModel(document)) {
    return document;
  }
  void vscode.window.showInformationMessage("Open a model first: R-CHECK, LAbS, ISPL, PISPL, CCS or a choreography.");
  return undefined;
}

/** Saves a model, so that other programs can read it. */
export async function saved(document: vscode.TextDocument): Promise<boolean> {
  return !document.isDirty || document.save();
}

/** Values of parameters: those that are set, and those that the text gives in a comment. */
export function parameters(document: vscode.TextDocument): string[] {
  const set = vscode.workspace.getConfiguration("synod").get<string[]>("parameters", []);
  const given = /^[ \t]*(?:#|\/\/|--)[ \t]*parameters:(.*)$/m.exec(document.getText())?.[1] ?? "";
  return [...set, ...given.split(/\s+/).filter((word) => word.includes("="))];
}

export function folder(document: vscode.TextDocument): string {
  return path.dirname(document.uri.fsPath);
}
