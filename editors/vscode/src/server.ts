// The language server: `synod lsp`.

import * as vscode from "vscode";
import { LanguageClient, type LanguageClientOptions, type Range, type ServerOptions } from "vscode-languageclient/node";
import type { Answer, Answers, Trace } from "./answers";
import { asInput, FILES, type Input, LANGUAGES } from "./model";
import type { Place } from "./panels/messages";
import type { Program } from "./program";

/** A property with its place in the text. */
export interface Property {
  name: string;
  range: vscode.Range;
}

/** What is asked of properties. */
export interface Question {
  properties?: string[];
  engine?: string;
  depth?: number;
  seconds?: number;
  /** Whether to find out how often commands are used. */
  coverage?: boolean;
}

/** How often the commands of a model are used, as in the document `check`. */
export interface Coverage {
  /** Whether all reachable states were looked at, so that 0 means never. */
  complete: boolean;
  commands: { kind: string; text: string; place: Place; count: number }[];
}

/** A form in which models can be shown. */
export interface Form {
  name: string;
  meaning: string;
  /** The ending of its files, with the dot. */
  ending: string;
  subject: "model" | "property" | "run";
}

/** What the program reads and writes, as far as it matters here. */
export interface Catalogue {
  languages: { name: string; title: string; meaning: string; forms: Form[]; template: { path: string; text: string } | null }[];
  forms: Form[];
}

/** A run as the viewer of the workbench reads it; only its chart is looked at here. */
export interface ViewedRun {
  view: { chart_svg: string };
}

/** The settings that the server reads. */
const SETTINGS = ["checkOnSave", "checkSeconds", "coverage", "engine", "parameters", "notes", "book"];

/** Lenses that stand behind one of the server, about the same property. */
const FOLLOWING: Record<string, { title: string; command: string }> = {
  "synod.check": { title: "check with…", command: "synod.checkWith" },
  "synod.showCounterexample": { title: "debug", command: "synod.debugCounterexample" },
};

function withFollowing(lens: vscode.CodeLens): vscode.CodeLens[] {
  const next = FOLLOWING[lens.command?.command ?? ""];
  return next === undefined ? [lens] : [lens, new vscode.CodeLens(lens.range, { ...next, arguments: lens.command?.arguments })];
}

export class Server implements vscode.Disposable {
  private client: LanguageClient | undefined;
  private readonly known = new vscode.EventEmitter<vscode.TextDocument>();
  /** A text that the server has come to know, or that was saved. */
  readonly onKnown = this.known.event;

  constructor(
    private readonly program: Program,
    private readonly answers: Answers,
  ) {}

  async start(): Promise<void> {
    const server: ServerOptions = { command: this.program.path, args: ["lsp"] };
    const options: LanguageClientOptions = {
      documentSelector: LANGUAGES.map((language) => ({ language: language.id })),
      initializationOptions: this.settings(),
      synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher(FILES) },
      middleware: {
        didOpen: async (document, next) => {
          await next(document);
          this.known.fire(document);
        },
        provideCodeLenses: async (document, token, next) => (await next(document, token))?.flatMap(withFollowing),
        didSave: async (document, next) => {
          await next(document);
          this.known.fire(document);
        },
      },
      // One message tells that the program cannot be started; see below.
      initializationFailedHandler: () => false,
    };
    const client = new LanguageClient("synod", "Synod", server, options);
    client.onNotification("synod/answers", (params: { uri: string; report: { properties: Answer[] } }) => {
      this.answers.add(vscode.Uri.parse(params.uri), params.report.properties);
    });
    try {
      await this.program.run(["--version"]);
      await client.start();
      this.client = client;
    } catch (error) {
      void this.tellMissing(error);
    }
  }

  private async tellMissing(error: unknown): Promise<void> {
    const [set, again] = ["Open Settings", "Try Again"];
    const said = error instanceof Error ? error.message : String(error);
    const why = said.includes("ENOENT") ? "there is no such program" : said;
    const message = `Synod could not be started: ${this.program.path}: ${why}. Install it, or set synod.path.`;
    const chosen = await vscode.window.showErrorMessage(message, set, again);
    if (chosen === set) {
      await vscode.commands.executeCommand("workbench.action.openSettings", "synod.path");
    } else if (chosen === again) {
      await this.restart();
    }
  }

  async restart(): Promise<void> {
    const before = this.client;
    this.client = undefined;
    await before?.dispose();
    await this.start();
  }

  async dispose(): Promise<void> {
    await this.client?.dispose();
  }

  private settings(): Record<string, unknown> {
    const all = vscode.workspace.getConfiguration("synod");
    return Object.fromEntries(SETTINGS.map((name) => [name, all.get(name)]));
  }

  async settingsChanged(): Promise<void> {
    await this.client?.sendNotification("workspace/didChangeConfiguration", { settings: { synod: this.settings() } });
  }

  private running(): LanguageClient {
    if (this.client === undefined) {
      throw new Error("Synod is not running: see synod.path in the settings, and the command “Synod: Restart the Language Server”.");
    }
    return this.client;
  }

  private async execute<T>(command: string, argument: unknown): Promise<T> {
    return this.running().sendRequest<T>("workspace/executeCommand", { command, arguments: [argument] });
  }

  /** Checks properties of a model; all if none is named. Ends when they are answered, or when it is cancelled. */
  async check(uri: vscode.Uri, question: Question, token?: vscode.CancellationToken): Promise<void> {
    const seconds = vscode.workspace.getConfiguration("synod").get<number>("timeout", 0);
    const asked = { uri: uri.toString(), ...(seconds > 0 ? { seconds } : {}), ...question };
    const wanted = question.properties ?? [];
    const listeners: vscode.Disposable[] = [];
    const answered = new Promise<void>((resolve) => {
      listeners.push(
        this.answers.onAnswer((news) => {
          const isAbout = (name: string): boolean => news.answers.some((answer) => answer.name === name);
          if (news.uri.toString() === uri.toString() && wanted.every(isAbout)) {
            resolve();
          }
        }),
      );
      if (token !== undefined) {
        listeners.push(token.onCancellationRequested(() => resolve(this.stop())));
      }
    });
    try {
      await this.execute("synod.check", asked);
      await answered;
    } finally {
      listeners.forEach((listener) => listener.dispose());
    }
  }

  /** How often the commands of a text are used, if that was found out about the text as it is. */
  async coverage(uri: vscode.Uri): Promise<Coverage | null> {
    return this.execute("synod.coverage", { uri: uri.toString() });
  }

  /** The runs of properties that were answered, or a walk, as the viewer of the workbench reads them. */
  async runs(uri: vscode.Uri, which: { properties: string[] } | { trace: Trace; title: string }): Promise<ViewedRun[]> {
    return this.execute("synod.runs", { uri: uri.toString(), ...which });
  }

  /** Stops all checks. */
  async stop(): Promise<void> {
    await this.execute("synod.cancel", {});
  }

  /** The properties of a model with their places. */
  async properties(document: vscode.TextDocument): Promise<Property[]> {
    const { protocol2CodeConverter } = this.running();
    const found = await this.execute<{ name: string; range: Range }[]>("synod.properties", { uri: document.uri.toString() });
    return found.map(({ name, range }) => ({ name, range: protocol2CodeConverter.asRange(range) }));
  }

  /** What the program reads and writes. */
  async catalogue(): Promise<Catalogue> {
    return this.execute("synod.catalogue", {});
  }

  /** How the program reads a model as it is in the editor, with the parameters that the server reads it with. */
  async asInput(model: vscode.TextDocument): Promise<Input> {
    const { given } = await this.execute<{ given: Record<string, number> }>("synod.parameters", { uri: model.uri.toString() });
    return asInput(model, given);
  }
}
