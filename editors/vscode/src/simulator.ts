// The simulator: a panel on a walk through a model. The walk is a debug session, so that the panel and the editor's own buttons
// move the same thing.

import * as vscode from "vscode";
import type { Trace } from "./answers";
import { TYPE, type Debugger } from "./debugger";
import { activeModel, nameOf } from "./model";
import type { FromPanel, Position, ToPanel } from "./panels/messages";
import type { Pictures } from "./pictures";
import type { Places } from "./places";
import { page } from "./webview";

export class Simulator implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  private session: vscode.DebugSession | undefined;
  /** Any agent: a step is one of the whole system. */
  private thread = 1;
  private readonly listeners: vscode.Disposable[];

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly debug: Debugger,
    private readonly pictures: Pictures,
    private readonly places: Places,
  ) {
    this.listeners = [
      vscode.debug.onDidReceiveDebugSessionCustomEvent((event) => {
        if (event.session === this.session && event.event === "synod/moved") {
          void this.refresh();
        }
      }),
      vscode.debug.onDidStartDebugSession((session) => {
        if (session.type === TYPE && this.panel !== undefined) {
          this.follow(session);
        }
      }),
      vscode.debug.onDidTerminateDebugSession((session) => {
        if (session === this.session) {
          this.session = undefined;
          this.send({ kind: "ended" });
        }
      }),
    ];
  }

  dispose(): void {
    this.panel?.dispose();
    this.listeners.forEach((each) => each.dispose());
  }

  /** Opens the panel on the walk that is under way, or begins one through the active model. */
  async open(): Promise<void> {
    const under = vscode.debug.activeDebugSession;
    if (under?.type === TYPE) {
      this.reveal();
      this.follow(under);
      return;
    }
    const model = activeModel();
    if (model !== undefined) {
      this.reveal();
      await this.begin(model);
    }
  }

  /** Begins a walk; the panel stands for the views of the debugger. */
  private async begin(model: vscode.TextDocument): Promise<void> {
    const name = `Simulator: ${nameOf(model.uri)}`;
    const options = { suppressDebugView: true, suppressDebugToolbar: true, suppressDebugStatusbar: true };
    await this.debug.start(model, { name, internalConsoleOptions: "neverOpen" }, options);
  }

  private reveal(): void {
    if (this.panel !== undefined) {
      this.panel.reveal(undefined, true);
      return;
    }
    const place = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    this.panel = vscode.window.createWebviewPanel("synod.simulator", "Simulator", place, {
      enableScripts: true,
      retainContextWhenHidden: true,
      localResourceRoots: [this.context.extensionUri],
    });
    this.panel.webview.html = page(this.context, this.panel.webview, "simulator", `<main id="simulator"></main>`);
    this.panel.webview.onDidReceiveMessage((message: FromPanel) => {
      this.act(message).catch((error: unknown) => {
        this.send({ kind: "refused", text: error instanceof Error ? error.message : String(error) });
      });
    });
    this.panel.onDidDispose(() => {
      this.panel = undefined;
      this.places.highlight([]);
    });
  }

  private send(message: ToPanel): void {
    void this.panel?.webview.postMessage(message);
  }

  private follow(session: vscode.DebugSession): void {
    this.session = session;
    if (this.panel !== undefined) {
      this.panel.title = session.name;
    }
    void this.refresh();
  }

  private async request<T>(name: string, argument: unknown = {}): Promise<T> {
    if (this.session === undefined) {
      throw new Error("The walk has ended.");
    }
    return (await this.session.customRequest(name, argument)) as T;
  }

  private async refresh(): Promise<void> {
    try {
      const position = await this.request<Position>("synod/steps");
      const { trace } = await this.request<{ trace: { steps: { text: string }[] } }>("synod/history");
      const { threads } = await this.request<{ threads: { id: number; name: string }[] }>("threads");
      this.thread = threads[0]?.id ?? 1;
      const agents = threads.map((thread) => thread.name);
      this.send({ kind: "position", position, agents, history: trace.steps.map((step) => step.text) });
    } catch {
      // It has not begun yet, or has just ended: the next event tells more.
    }
  }

  private async act(message: FromPanel): Promise<void> {
    switch (message.kind) {
      case "ready":
        return this.session === undefined ? undefined : this.refresh();
      case "take":
        await this.request("synod/take", { number: message.number });
        return;
      case "go":
        await this.request("synod/back", { depth: message.depth });
        return;
      case "next":
        await this.request("next", { threadId: this.thread });
        return;
      case "ask": {
        const answer = await this.request<{ result: string }>("evaluate", { expression: message.text, context: "repl" });
        this.send({ kind: "said", text: answer.result });
        return this.refresh();
      }
      case "chart": {
        const { trace } = await this.request<{ trace: Trace }>("synod/history");
        const program = this.session?.configuration["program"] as string;
        const model = await vscode.workspace.openTextDocument(program);
        await this.pictures.showWalk(model, trace);
        return;
      }
      case "again": {
        const model = await vscode.workspace.openTextDocument((this.session?.configuration["program"] as string | undefined) ?? activeModel()?.uri.fsPath ?? "");
        await vscode.debug.stopDebugging(this.session);
        await this.begin(model);
        return;
      }
      case "stop":
        await vscode.debug.stopDebugging(this.session);
        return;
      case "highlight":
        this.places.highlight(message.places);
        return;
      case "show":
        await this.places.goTo(message.place);
        return;
    }
  }
}
