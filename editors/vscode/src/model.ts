// Models: the texts in the languages that Synod reads.

import * as path from "node:path";
import * as vscode from "vscode";
import manifest from "../package.json";

/** The languages as the manifest declares them, where VS Code needs them before the server is up. */
export const LANGUAGES = manifest.contributes.languages;

/** Files of all languages. */
export const FILES = `**/*{${LANGUAGES.flatMap((language) => language.extensions).join(",")}}`;

export function isModel(document: vscode.TextDocument | undefined): document is vscode.TextDocument {
  return document !== undefined && LANGUAGES.some((language) => language.id === document.languageId);
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
  const titles = LANGUAGES.map((language) => language.aliases[0]).join(", ");
  void vscode.window.showInformationMessage(`Open a model first, in one of these languages: ${titles}.`);
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
