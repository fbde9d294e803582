// Making a new model.

import * as vscode from "vscode";
import { LANGUAGES } from "./model";
import type { Program } from "./program";

/** Opens a small commented model in a language that is chosen. */
export async function createModel(program: Program): Promise<void> {
  const items = Object.entries(LANGUAGES).map(([language, { title, about }]) => ({ label: title, description: about, language }));
  const chosen = await vscode.window.showQuickPick(items, { title: "A new model in which language?", matchOnDescription: true });
  if (chosen !== undefined) {
    const content = await program.run(["init", chosen.language, "-"]);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content, language: chosen.language }));
  }
}
