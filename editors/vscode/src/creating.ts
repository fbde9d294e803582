// Making a new model.

import * as vscode from "vscode";
import type { Server } from "./server";

/** Opens a small commented model in a language that is chosen. */
export async function createModel(server: Server): Promise<void> {
  const { languages } = await server.catalogue();
  const items = languages.flatMap(({ name, title, meaning, template }) =>
    template === null ? [] : [{ label: title, description: meaning, language: name, content: template.text }],
  );
  const chosen = await vscode.window.showQuickPick(items, { title: "A new model in which language?", matchOnDescription: true });
  if (chosen !== undefined) {
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content: chosen.content, language: chosen.language }));
  }
}
