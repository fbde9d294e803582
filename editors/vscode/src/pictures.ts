// Pictures beside a model: automata, and runs in the viewer of the workbench, which begins with the sequence chart.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import * as path from "node:path";
import * as vscode from "vscode";
import type { Answers, Trace } from "./answers";
import { chooseProperty } from "./choosing";
import { activeModel, nameOf } from "./model";
import type { FromRunPanel } from "./panels/messages";
import type { Places } from "./places";
import type { Program } from "./program";
import type { Server, ViewedRun } from "./server";
import { page } from "./webview";

export class Pictures {
  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly program: Program,
    private readonly server: Server,
    private readonly answers: Answers,
    private readonly places: Places,
  ) {}

  /** A panel beside the text. */
  private panel(kind: string, title: string): vscode.WebviewPanel {
    return vscode.window.createWebviewPanel(kind, title, vscode.ViewColumn.Beside, {
      enableScripts: true,
      retainContextWhenHidden: true,
      localResourceRoots: [this.context.extensionUri],
    });
  }

  private async save(svg: string, name: string): Promise<void> {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    const defaultUri = folder === undefined ? undefined : vscode.Uri.joinPath(folder, `${name}.svg`);
    const place = await vscode.window.showSaveDialog({ defaultUri, filters: { "SVG pictures": ["svg"] } });
    if (place !== undefined) {
      await vscode.workspace.fs.writeFile(place, Buffer.from(svg));
    }
  }

  /** Shows an SVG picture that can be zoomed, moved and saved. */
  private show(title: string, svg: string, name: string): void {
    const panel = this.panel("synod.picture", title);
    const tools = ["fit:Fit", "actual:100 %", "in:+", "out:−", "save:Save as SVG…"].map((tool) => {
      const [id, label] = tool.split(":");
      return `<button id="${id ?? ""}">${label ?? ""}</button>`;
    });
    const body = `<header>${tools.join("")}</header><main id="picture">${svg}</main>`;
    panel.webview.html = page(this.context, panel.webview, "picture", body);
    panel.webview.onDidReceiveMessage(async () => this.save(svg, name));
  }

  /** Shows a run in the viewer of the workbench; the commands of the step that it shows are marked in the text. */
  private view(title: string, run: ViewedRun, name: string): void {
    const panel = this.panel("synod.run", title);
    // Nothing in the data can end the element that it stands in.
    const data = JSON.stringify(run).replace(/</g, "\\u003c");
    const body = `<header><button id="save">Save chart as SVG…</button></header><main id="run"></main><script type="application/json" id="data">${data}</script>`;
    panel.webview.html = page(this.context, panel.webview, "run", body, "synod-run");
    panel.webview.onDidReceiveMessage(async (message: FromRunPanel) => {
      switch (message.kind) {
        case "save":
          return this.save(run.view.chart_svg, name);
        case "moved":
          return this.places.highlight(message.ranges);
        case "show":
          return this.places.goTo(message.range);
        case "place":
          return this.places.goTo(message.place);
      }
    });
    panel.onDidDispose(() => this.places.highlight([]));
  }

  async showAutomata(): Promise<void> {
    const model = activeModel();
    if (model !== undefined) {
      const { args, cwd, input } = await this.server.asInput(model);
      const svg = await this.program.run(["show", ...args, "--format", "svg"], { cwd, input });
      this.show(`Automata: ${nameOf(model.uri)}`, svg, `${nameOf(model.uri)}-automata`);
    }
  }

  /** Shows the counterexample of a property, or the witness of one that says that something is possible. */
  async showCounterexample(asked?: { uri: string; properties: string[] }): Promise<void> {
    const model = asked === undefined ? activeModel() : await vscode.workspace.openTextDocument(vscode.Uri.parse(asked.uri));
    if (model === undefined) {
      return;
    }
    const run = await this.chooseRun(model, "Show which counterexample?", asked?.properties[0]);
    if (run !== undefined) {
      await this.showRun(model, run.trace, { properties: [run.property] }, `Counterexample: ${run.property}`, `${nameOf(model.uri)}-${run.property}`);
    }
  }

  /** Shows a walk through a model. */
  async showWalk(model: vscode.TextDocument, trace: Trace): Promise<void> {
    const title = `Walk: ${nameOf(model.uri)}`;
    await this.showRun(model, trace, { trace, title }, title, `${nameOf(model.uri)}-walk`);
  }

  /** A property with its run, which is chosen unless it is named. Answers that are not known yet are asked for. */
  async chooseRun(model: vscode.TextDocument, title: string, named?: string): Promise<{ property: string; trace: Trace } | undefined> {
    const runOf = (name: string): Trace | undefined => {
      const answer = this.answers.find(model.uri, name);
      return answer?.trace ?? answer?.witness ?? undefined;
    };
    if (this.answers.of(model.uri).length === 0) {
      await this.server.check(model.uri, named === undefined ? {} : { properties: [named] });
    }
    const property = named ?? (await chooseProperty(this.server, this.answers, model, title, (each) => runOf(each.name) !== undefined));
    const trace = property === undefined ? undefined : runOf(property);
    if (property !== undefined && trace === undefined) {
      void vscode.window.showInformationMessage(`There is no counterexample of ${property}.`);
    }
    return property === undefined || trace === undefined ? undefined : { property, trace };
  }

  /** Shows a run of a model. One that is too long for the viewer is a chart alone. */
  private async showRun(
    model: vscode.TextDocument,
    trace: Trace,
    which: { properties: string[] } | { trace: Trace; title: string },
    title: string,
    name: string,
  ): Promise<void> {
    const [run] = await this.server.runs(model.uri, which).catch(() => []);
    if (run !== undefined) {
      this.view(title, run, name);
      return;
    }
    const folder = await mkdtemp(path.join(tmpdir(), "synod-"));
    try {
      const file = path.join(folder, "trace.json");
      await writeFile(file, JSON.stringify(trace));
      const { args, cwd, input } = await this.server.asInput(model);
      this.show(title, await this.program.run(["show", ...args, "--format", "sequence", "--trace", file], { cwd, input }), name);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}
