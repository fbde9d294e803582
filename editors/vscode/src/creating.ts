// Making a new model.

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import * as path from "node:path";
import * as vscode from "vscode";
import { LANGUAGES } from "./model";
import type { Program } from "./program";

/** Opens a small commented model in a language that is chosen. */
export async function createModel(program: Program): Promise<void> {
  const items = Object.entries(LANGUAGES).map(([language, { title, about, ending }]) => ({ label: title, description: about, language, ending }));
  const chosen = await vscode.window.showQuickPick(items, { title: "A new model in which language?", matchOnDescription: true });
  if (chosen !== undefined) {
    const content = await template(program, chosen.language, chosen.ending);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content, language: chosen.language }));
  }
}

/** What `synod init` writes; comments in it name the file. */
async function template(program: Program, language: string, ending: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "synod-"));
  try {
    await program.run(["init", language, `model.${ending}`], { cwd: folder });
    return await readFile(path.join(folder, `model.${ending}`), "utf8");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
