// Synod in VS Code: the language server, commands, and the Test Explorer.

import * as vscode from "vscode";
import { LanguageClient, type LanguageClientOptions, type ServerOptions } from "vscode-languageclient/node";
import { Answers, type Answer } from "./answers";
import { activeModel, folder, isModel, LANGUAGES, parameters, saved } from "./model";
import { program, run } from "./program";
import * as tests from "./tests";
import { showPictures, showText } from "./views";

let client: LanguageClient | undefined;

function settings(): Record<string, unknown> {
  const all = vscode.workspace.getConfiguration("synod");
  const names = ["checkOnSave", "checkSeconds", "engine", "parameters", "notes"];
  return Object.fromEntries(names.map((name) => [name, all.get(name)]));
}

async function start(context: vscode.ExtensionContext, answers: Answers): Promise<void> {
  const server: ServerOptions = { command: program(context), args: ["lsp"] };
  const options: LanguageClientOptions = {
    documentSelector: LANGUAGES.map((language) => ({ language })),
    initializationOptions: settings(),
    synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.{rcp,labs,ispl,pispl,ccs,chor}") },
    middleware: {
      // The commands of lenses are those of the extension, which shows what comes of them.
      executeCommand: async (command, args, next) => next(command, args),
    },
  };
  client = new LanguageClient("synod", "Synod", server, options);
  client.onNotification("synod/answers", (params: { uri: string; report: { properties: Answer[] } }) => {
    answers.add(vscode.Uri.parse(params.uri), params.report.properties);
  });
  try {
    await client.start();
  } catch (error) {
    const set = "Open Settings";
    const message = `The program \`${program(context)}\` could not be started: ${String(error)}. Install Synod, or set \`synod.path\`.`;
    if ((await vscode.window.showErrorMessage(message, set)) === set) {
      await vscode.commands.executeCommand("workbench.action.openSettings", "synod.path");
    }
  }
}

/** Checks properties of a model and waits for the answers. */
async function check(answers: Answers, uri: vscode.Uri, properties: string[]): Promise<void> {
  const done = new Promise<void>((resolve) => {
    const listener = answers.onChange((changed) => {
      if (changed.toString() === uri.toString()) {
        listener.dispose();
        resolve();
      }
    });
  });
  await client?.sendRequest("workspace/executeCommand", {
    command: "synod.check",
    arguments: [{ uri: uri.toString(), properties }],
  });
  await done;
}

/** The properties of a model, from the lenses above them. */
async function properties(document: vscode.TextDocument): Promise<{ name: string; range: vscode.Range }[]> {
  const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", document.uri, 1000);
  return (lenses ?? [])
    .filter((lens) => lens.command?.command === "synod.check")
    .map((lens) => {
      const asked = lens.command?.arguments?.[0] as { properties: string[] };
      return { name: asked.properties[0] ?? "", range: lens.range };
    });
}

async function pick(document: vscode.TextDocument, placeHolder: string, names?: string[]): Promise<string | undefined> {
  const all = names ?? (await properties(document)).map((property) => property.name);
  if (all.length === 0) {
    void vscode.window.showInformationMessage("There is no such property.");
    return undefined;
  }
  return all.length === 1 ? all[0] : vscode.window.showQuickPick(all, { placeHolder });
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const answers = new Answers();
  const output = vscode.window.createOutputChannel("Synod verdicts");
  context.subscriptions.push(output);
  const command = (name: string, what: (...args: never[]) => unknown): void => {
    const guarded = async (...args: never[]): Promise<unknown> => {
      try {
        return await what(...args);
      } catch (error) {
        return vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error));
      }
    };
    context.subscriptions.push(vscode.commands.registerCommand(name, guarded));
  };
  const tell = (uri: vscode.Uri): void => {
    const marks = { holds: "✓", violated: "✗", bounded: "…", unknown: "?" };
    output.clear();
    output.appendLine(uri.fsPath);
    for (const answer of answers.of(uri)) {
      output.appendLine(`  ${marks[answer.verdict]} ${answer.name} ${answer.verdict}: ${answer.reason} (${answer.engine ?? "no engine"})`);
    }
  };
  context.subscriptions.push(answers.onChange(tell));

  const isOne = (): void => {
    void vscode.commands.executeCommand("setContext", "synod.isModel", isModel(vscode.window.activeTextEditor?.document));
  };
  isOne();
  context.subscriptions.push(
    vscode.window.onDidChangeActiveTextEditor(isOne),
    vscode.workspace.onDidChangeTextDocument((event) => {
      if (event.contentChanges.length > 0) {
        answers.forget(event.document.uri);
      }
    }),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("synod")) {
        void client?.sendNotification("workspace/didChangeConfiguration", { settings: { synod: settings() } });
      }
    }),
  );

  command("synod.checkAll", async () => {
    const model = activeModel();
    if (model !== undefined) {
      await check(answers, model.uri, []);
      output.show(true);
    }
  });
  command("synod.checkOne", async () => {
    const model = activeModel();
    const name = model && (await pick(model, "Which property?"));
    if (model !== undefined && name !== undefined) {
      await check(answers, model.uri, [name]);
      output.show(true);
    }
  });
  command("synod.stop", async () => client?.sendRequest("workspace/executeCommand", { command: "synod.cancel", arguments: [] }));
  command("synod.showCounterexample", async (asked?: { uri: string; properties: string[] }) => {
    const uri = asked === undefined ? activeModel()?.uri : vscode.Uri.parse(asked.uri);
    if (uri === undefined) {
      return;
    }
    const model = await vscode.workspace.openTextDocument(uri);
    const violated = answers.of(uri).filter((answer) => answer.verdict === "violated").map((answer) => answer.name);
    const name = asked?.properties[0] ?? (await pick(model, "Which counterexample?", violated));
    if (name !== undefined && (await saved(model))) {
      const seconds = vscode.workspace.getConfiguration("synod").get<number>("checkSeconds", 5);
      const svg = await chart(context, model, name, seconds);
      showPictures(`Counterexample of ${name}`, [{ title: name, svg }]);
    }
  });
  command("synod.showAutomata", async () => {
    const model = activeModel();
    if (model !== undefined && (await saved(model))) {
      const svg = await run(context, ["show", model.uri.fsPath, ...parameters(model), "--format", "svg"], folder(model));
      showPictures("Automata", [{ title: model.uri.path.split("/").pop() ?? "", svg }]);
    }
  });
  command("synod.openSimulator", async () => {
    const model = activeModel();
    if (model !== undefined && (await saved(model))) {
      const shellArgs = ["interact", model.uri.fsPath, ...parameters(model)];
      vscode.window.createTerminal({ name: "Synod simulator", shellPath: program(context), shellArgs, cwd: folder(model) }).show();
    }
  });
  command("synod.showAs", async () => {
    const model = activeModel();
    const formats = ["smv", "c", "lnt", "aiger", "btor2", "smt2", "mermaid", "dot", "json"];
    const format = model && (await vscode.window.showQuickPick(formats, { placeHolder: "In which form?" }));
    if (model !== undefined && format !== undefined && (await saved(model))) {
      await showText(await run(context, ["show", model.uri.fsPath, ...parameters(model), "--format", format], folder(model)), format);
    }
  });
  command("synod.explain", async () => {
    const model = activeModel();
    const at = vscode.window.activeTextEditor?.selection.active;
    if (model === undefined || at === undefined) {
      return;
    }
    const here = vscode.languages.getDiagnostics(model.uri).find((diagnostic) => diagnostic.range.contains(at));
    const code = typeof here?.code === "object" ? String(here.code.value) : here?.code?.toString();
    if (code === undefined) {
      void vscode.window.showInformationMessage("There is no message here.");
    } else {
      await showText(await run(context, ["help", code]), "markdown");
    }
  });
  command("synod.newModel", async () => {
    const language = await vscode.window.showQuickPick(LANGUAGES, { placeHolder: "In which language?" });
    if (language !== undefined) {
      const content = await run(context, ["init", language, "-"]);
      await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content, language }));
    }
  });
  command("synod.restart", async () => {
    await client?.stop();
    await start(context, answers);
  });

  await start(context, answers);
  tests.register(context, answers, properties, (uri, names) => check(answers, uri, names));
}

/** The sequence chart of the counterexample of a property. */
async function chart(context: vscode.ExtensionContext, model: vscode.TextDocument, property: string, seconds: number): Promise<string> {
  const { mkdtemp, readFile, rm } = await import("node:fs/promises");
  const { tmpdir } = await import("node:os");
  const { join } = await import("node:path");
  const place = await mkdtemp(join(tmpdir(), "synod-"));
  try {
    const file = join(place, "chart.svg");
    const asked = ["check", model.uri.fsPath, ...parameters(model), "--property", property, "--quiet"];
    await run(context, [...asked, "--timeout", String(Math.max(seconds, 60)), "--trace-out", file], folder(model));
    return await readFile(file, "utf8");
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}
