// Each property of an open model as a test in the Test Explorer.

import * as vscode from "vscode";
import type { Answer, Answers } from "./answers";
import { isModel, nameOf } from "./model";
import type { Coverage, Server } from "./server";

export class Tests implements vscode.Disposable {
  private readonly controller = vscode.tests.createTestController("synod", "Properties of models");
  private readonly listeners: vscode.Disposable[];
  /** Models whose tests are running: their answers belong to that run. */
  private readonly running = new Set<string>();
  /** How often each command of a file is used. */
  private readonly details = new WeakMap<vscode.FileCoverage, vscode.StatementCoverage[]>();

  constructor(
    private readonly server: Server,
    private readonly answers: Answers,
  ) {
    const run = async (request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> => this.run(request, token);
    this.controller.createRunProfile("Check", vscode.TestRunProfileKind.Run, run, true);
    const cover = async (request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> => this.run(request, token, true);
    const coverage = this.controller.createRunProfile("Check, and find commands that are never used", vscode.TestRunProfileKind.Coverage, cover, true);
    coverage.loadDetailedCoverage = async (_run, file) => this.details.get(file) ?? [];
    const debug = async (request: vscode.TestRunRequest): Promise<void> => this.debug(request);
    this.controller.createRunProfile("Debug the counterexample", vscode.TestRunProfileKind.Debug, debug, true);
    this.controller.refreshHandler = async () => {
      await Promise.all(vscode.workspace.textDocuments.map(async (document) => this.list(document)));
    };
    this.controller.resolveHandler = async (item) => {
      if (item?.uri !== undefined) {
        await this.list(await vscode.workspace.openTextDocument(item.uri));
      }
    };
    this.listeners = [
      server.onKnown((document) => void this.list(document)),
      vscode.workspace.onDidCloseTextDocument((document) => this.controller.items.delete(document.uri.toString())),
      answers.onAnswer(({ uri, answers: news }) => void this.tellAnswers(uri, news)),
    ];
  }

  dispose(): void {
    [this.controller, ...this.listeners].forEach((each) => each.dispose());
  }

  private async list(document: vscode.TextDocument): Promise<void> {
    if (!isModel(document)) {
      return;
    }
    const id = document.uri.toString();
    const properties = await this.server.properties(document).catch(() => undefined);
    if (properties === undefined) {
      return;
    }
    const model = this.controller.items.get(id) ?? this.controller.createTestItem(id, nameOf(document.uri), document.uri);
    const items = properties.map((property) => {
      const item = model.children.get(property.name) ?? this.controller.createTestItem(property.name, property.name, document.uri);
      item.range = property.range;
      return item;
    });
    model.children.replace(items);
    if (items.length > 0) {
      this.controller.items.add(model);
    } else {
      this.controller.items.delete(id);
    }
  }

  /** The tests that are asked for, by their models. */
  private wanted(request: vscode.TestRunRequest): Map<string, vscode.TestItem[]> {
    const models = new Map<string, vscode.TestItem[]>();
    const collect = (item: vscode.TestItem): void => {
      if (item.children.size > 0) {
        item.children.forEach(collect);
      } else if (!(request.exclude ?? []).includes(item)) {
        const model = item.uri?.toString() ?? "";
        models.set(model, [...(models.get(model) ?? []), item]);
      }
    };
    if (request.include === undefined) {
      this.controller.items.forEach(collect);
    } else {
      request.include.forEach(collect);
    }
    return models;
  }

  private async run(request: vscode.TestRunRequest, token: vscode.CancellationToken, coverage = false): Promise<void> {
    const run = this.controller.createTestRun(request);
    for (const [model, items] of this.wanted(request)) {
      if (token.isCancellationRequested) {
        break;
      }
      const uri = vscode.Uri.parse(model);
      items.forEach((item) => run.started(item));
      this.running.add(model);
      try {
        await vscode.workspace.openTextDocument(uri);
        await this.server.check(uri, { properties: items.map((item) => item.id), ...(coverage ? { coverage } : {}) }, token);
        items.forEach((item) => this.tell(run, item, this.answers.find(uri, item.id)));
        const counts = coverage ? await this.server.coverage(uri) : null;
        this.cover(run, counts?.commands ?? []);
      } catch (error) {
        const message = new vscode.TestMessage(error instanceof Error ? error.message : String(error));
        items.forEach((item) => run.errored(item, message));
      } finally {
        this.running.delete(model);
      }
    }
    run.end();
  }

  /** Tells how often commands are used, by their files. */
  private cover(run: vscode.TestRun, commands: Coverage["commands"]): void {
    for (const file of new Set(commands.map((command) => command.place.file))) {
      const own = commands.filter((command) => command.place.file === file);
      const statements = own.map(({ place, count }) => {
        const range = new vscode.Range(place.line - 1, place.column - 1, place.end_line - 1, place.end_column - 1);
        return new vscode.StatementCoverage(count, range);
      });
      const covered = vscode.FileCoverage.fromDetails(vscode.Uri.file(file), statements);
      this.details.set(covered, statements);
      run.addCoverage(covered);
    }
  }

  private async debug(request: vscode.TestRunRequest): Promise<void> {
    for (const [uri, items] of this.wanted(request)) {
      const [first] = items;
      if (first !== undefined) {
        await vscode.commands.executeCommand("synod.debugCounterexample", { uri, properties: [first.id] });
        return;
      }
    }
  }

  /** Answers that came without a run of tests, such as those after saving. */
  private async tellAnswers(uri: vscode.Uri, news: Answer[]): Promise<void> {
    const id = uri.toString();
    if (this.running.has(id)) {
      return;
    }
    const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === id);
    if (document !== undefined) {
      await this.list(document);
    }
    const model = this.controller.items.get(id);
    const items = news.flatMap((answer) => {
      const item = model?.children.get(answer.name);
      return item === undefined ? [] : [{ item, answer }];
    });
    if (items.length > 0) {
      const run = this.controller.createTestRun(new vscode.TestRunRequest(items.map(({ item }) => item)), "check", false);
      items.forEach(({ item, answer }) => this.tell(run, item, answer));
      run.end();
    }
  }

  private tell(run: vscode.TestRun, item: vscode.TestItem, answer: Answer | undefined): void {
    if (answer !== undefined) {
      const lines = [`${answer.name}: ${answer.verdict}  ${answer.text}`, `    ${answer.reason}, ${answer.engine ?? "no engine"}`, ""];
      run.appendOutput(lines.join("\r\n"), undefined, item);
    }
    const milliseconds = answer?.time_seconds == null ? undefined : answer.time_seconds * 1000;
    if (answer === undefined) {
      run.skipped(item);
    } else if (answer.verdict === "holds") {
      run.passed(item, milliseconds);
    } else {
      const message = new vscode.TestMessage(`${answer.name}: ${answer.reason}`);
      if (item.uri !== undefined && item.range !== undefined) {
        message.location = new vscode.Location(item.uri, item.range);
      }
      if (answer.verdict === "violated") {
        run.failed(item, message, milliseconds);
      } else {
        run.errored(item, message, milliseconds);
      }
    }
  }
}
