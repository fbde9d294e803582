// Texts about a model, to be read beside it: other forms, and explanations.

import * as vscode from "vscode";
import { activeModel, nameOf } from "./model";
import type { Program } from "./program";
import type { Server } from "./server";

const SCHEME = "synod";

/** Read-only documents that the program writes. */
export class Texts implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly contents = new Map<string, string>();
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly registration: vscode.Disposable;
  readonly onDidChange = this.changed.event;

  constructor(
    private readonly program: Program,
    private readonly server: Server,
  ) {
    this.registration = vscode.workspace.registerTextDocumentContentProvider(SCHEME, this);
  }

  dispose(): void {
    this.registration.dispose();
    this.changed.dispose();
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.contents.get(uri.toString()) ?? "";
  }

  private remember(name: string, content: string): vscode.Uri {
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${name}` });
    this.contents.set(uri.toString(), content);
    this.changed.fire(uri);
    return uri;
  }

  /** Shows a text in an editor beside. */
  async show(name: string, content: string): Promise<void> {
    const document = await vscode.workspace.openTextDocument(this.remember(name, content));
    await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: true });
  }

  /** Shows a text in Markdown as it is meant to look. */
  async showMarkdown(name: string, content: string): Promise<void> {
    await vscode.commands.executeCommand("markdown.showPreviewToSide", this.remember(`${name}.md`, content));
  }

  /** Shows the model in a form that is chosen. */
  async showModel(chooseProperty: (model: vscode.TextDocument) => Promise<string | undefined>): Promise<void> {
    const model = activeModel();
    if (model === undefined) {
      return;
    }
    const { forms, languages } = await this.server.catalogue();
    const own = languages.find((language) => language.name === model.languageId)?.forms ?? [];
    // A picture has a panel of its own, and a chart is one of a run.
    const texts = [...forms, ...own].filter((form) => form.ending !== ".svg" && form.subject !== "run");
    const items = texts.map((form) => ({ ...form, label: form.name, description: form.meaning }));
    const form = await vscode.window.showQuickPick(items, { title: `Show ${nameOf(model.uri)} as …`, matchOnDescription: true });
    const property = form?.subject === "property" ? await chooseProperty(model) : undefined;
    if (form === undefined || (form.subject === "property" && property === undefined)) {
      return;
    }
    const { args, cwd, input } = await this.server.asInput(model);
    const about = property === undefined ? [] : ["--property", property];
    const text = await this.program.run(["show", ...args, "--format", form.name, ...about], { cwd, input });
    const base = nameOf(model.uri).replace(/\.\w+$/, "");
    await this.show(`${base}${property === undefined ? "" : `-${property}`}${form.ending}`, text);
  }
}
