// Checking properties, and telling what came of it.

import * as vscode from "vscode";
import type { Answer, Answers } from "./answers";
import { chooseEngine, chooseProperty } from "./choosing";
import { activeModel, isModel, LANGUAGES, nameOf } from "./model";
import type { Question, Server } from "./server";

const MARKS = { holds: "✓", violated: "✗", bounded: "…", unknown: "?" };

/** Verdicts in few words, such as `3 hold, 1 violated`. */
function summary(answers: Answer[]): string {
  const count = (verdict: Answer["verdict"]): number => answers.filter((answer) => answer.verdict === verdict).length;
  const parts = [
    [count("holds"), count("holds") === 1 ? "holds" : "hold"],
    [count("violated"), "violated"],
    [count("bounded"), "bounded"],
    [count("unknown"), "unknown"],
  ] as const;
  return parts.flatMap(([number, word]) => (number > 0 ? [`${number} ${word}`] : [])).join(", ");
}

export class Checking implements vscode.Disposable {
  private readonly output = vscode.window.createOutputChannel("Synod Verdicts");
  private readonly status = vscode.languages.createLanguageStatusItem("synod.verdicts", LANGUAGES.map((language) => language.id));
  private readonly listeners: vscode.Disposable[];

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly server: Server,
    private readonly answers: Answers,
  ) {
    this.status.name = "Synod";
    this.status.command = { command: "synod.checkAll", title: "Check all" };
    this.listeners = [
      answers.onAnswer((news) => this.tell(news.uri)),
      answers.onForget(() => this.showStatus()),
      vscode.window.onDidChangeActiveTextEditor(() => this.showStatus()),
    ];
    this.showStatus();
  }

  dispose(): void {
    [this.output, this.status, ...this.listeners].forEach((part) => part.dispose());
  }

  private showStatus(): void {
    const model = vscode.window.activeTextEditor?.document;
    const known = isModel(model) ? this.answers.of(model.uri) : [];
    this.status.text = known.length === 0 ? "Synod: not checked" : `Synod: ${summary(known)}`;
    const isBad = known.some((answer) => answer.verdict === "violated");
    this.status.severity = isBad ? vscode.LanguageStatusSeverity.Error : vscode.LanguageStatusSeverity.Information;
  }

  private tell(uri: vscode.Uri): void {
    const known = this.answers.of(uri);
    this.output.clear();
    this.output.appendLine(`${uri.scheme === "file" ? uri.fsPath : uri.path}: ${summary(known)}`);
    for (const answer of known) {
      this.output.appendLine(`${MARKS[answer.verdict]} ${answer.name} ${answer.verdict}  ${answer.text}`);
      const seconds = answer.time_seconds === null ? "" : `, ${answer.time_seconds.toFixed(2)} s`;
      this.output.appendLine(`    ${answer.reason}, ${answer.engine ?? "no engine"}${seconds}`);
      [...answer.remarks.map((remark) => remark.text), answer.advice ?? ""]
        .filter((line) => line !== "")
        .forEach((line) => this.output.appendLine(`    ${line}`));
    }
    this.showStatus();
  }

  /** Checks properties, with a message of what came of it. */
  private async check(uri: vscode.Uri, question: Question): Promise<void> {
    await this.server.check(uri, question);
    const about = this.answers.of(uri).filter((answer) => question.properties?.includes(answer.name) ?? true);
    const violated = about.filter((answer) => answer.verdict === "violated");
    const text = `${nameOf(uri)}: ${about.length === 1 && about[0] !== undefined ? `${about[0].name}: ${about[0].reason}` : summary(about)}`;
    if (violated.length === 0) {
      const show = "Show Verdicts";
      void vscode.window.showInformationMessage(text, show).then((chosen) => chosen === show && this.output.show(true));
      return;
    }
    const [chart, debug] = ["Show Counterexample", "Debug"];
    void vscode.window.showWarningMessage(text, chart, debug).then((chosen) => {
      const command = chosen === chart ? "synod.showCounterexample" : chosen === debug ? "synod.debugCounterexample" : undefined;
      const [first] = violated;
      const which = violated.length === 1 && first !== undefined ? { uri: uri.toString(), properties: [first.name] } : undefined;
      return command && vscode.commands.executeCommand(command, which);
    });
  }

  async checkAll(): Promise<void> {
    const model = activeModel();
    if (model !== undefined) {
      await this.check(model.uri, {});
    }
  }

  async checkOne(): Promise<void> {
    const model = activeModel();
    const name = model && (await chooseProperty(this.server, this.answers, model, "Which property?"));
    if (model !== undefined && name !== undefined) {
      await this.check(model.uri, { properties: [name] });
    }
  }

  /** Checks with an engine and a bound: all properties, or those that a lens names. */
  async checkWith(asked?: { uri: string; properties: string[] }): Promise<void> {
    const uri = asked === undefined ? activeModel()?.uri : vscode.Uri.parse(asked.uri);
    const choice = uri && (await chooseEngine(this.context));
    if (uri !== undefined && choice !== undefined) {
      await this.check(uri, { ...choice, ...(asked === undefined ? {} : { properties: asked.properties }) });
    }
  }

  /** Checks all properties, and says how many commands no reachable step uses; the server dims them in the text. */
  async showCoverage(): Promise<void> {
    const model = activeModel();
    if (model === undefined) {
      return;
    }
    await this.server.check(model.uri, { coverage: true });
    const found = await this.server.coverage(model.uri);
    const name = nameOf(model.uri);
    const unused = found?.commands.filter((command) => command.count === 0).length ?? 0;
    const text =
      found === null
        ? `${name}: how often commands are used is not known.`
        : !found.complete
          ? `${name}: not all reachable states were visited, so that it is not known which commands are never used.`
          : unused === 0
            ? `${name}: every command is used.`
            : `${name}: ${unused} of ${found.commands.length} commands ${unused === 1 ? "is" : "are"} never used.`;
    void vscode.window.showInformationMessage(text);
  }

  showVerdicts(): void {
    this.output.show(true);
  }
}
