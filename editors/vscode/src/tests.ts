// Each property of an open model as a test in the Test Explorer.

import * as path from "node:path";
import * as vscode from "vscode";
import type { Answer, Answers } from "./answers";
import { isModel } from "./model";

export type Check = (uri: vscode.Uri, properties: string[]) => Promise<void>;
export type Properties = (document: vscode.TextDocument) => Promise<{ name: string; range: vscode.Range }[]>;

export function register(context: vscode.ExtensionContext, answers: Answers, properties: Properties, check: Check): void {
  const controller = vscode.tests.createTestController("synod", "Properties of models");
  context.subscriptions.push(controller);

  const list = async (document: vscode.TextDocument): Promise<void> => {
    if (!isModel(document)) {
      return;
    }
    const id = document.uri.toString();
    const model = controller.items.get(id) ?? controller.createTestItem(id, path.basename(document.uri.fsPath), document.uri);
    const found = await properties(document);
    model.children.replace(
      found.map((property) => {
        const item = controller.createTestItem(property.name, property.name, document.uri);
        item.range = property.range;
        return item;
      }),
    );
    if (found.length > 0) {
      controller.items.add(model);
    }
  };
  vscode.workspace.textDocuments.forEach((document) => void list(document));
  context.subscriptions.push(
    vscode.workspace.onDidOpenTextDocument((document) => void list(document)),
    vscode.workspace.onDidSaveTextDocument((document) => void list(document)),
    vscode.workspace.onDidCloseTextDocument((document) => controller.items.delete(document.uri.toString())),
  );
  controller.refreshHandler = async () => {
    await Promise.all(vscode.workspace.textDocuments.map(list));
  };

  const tell = (run: vscode.TestRun, item: vscode.TestItem, answer: Answer | undefined): void => {
    const said = answer === undefined ? "no answer" : `${answer.verdict}: ${answer.reason}`;
    if (answer?.verdict === "holds") {
      run.passed(item);
    } else if (answer?.verdict === "violated") {
      run.failed(item, new vscode.TestMessage(said));
    } else {
      run.errored(item, new vscode.TestMessage(said));
    }
  };
  controller.createRunProfile("Check", vscode.TestRunProfileKind.Run, async (request, token) => {
    const run = controller.createTestRun(request);
    const wanted: vscode.TestItem[] = [];
    const collect = (item: vscode.TestItem): void => {
      if (item.children.size > 0) {
        item.children.forEach(collect);
      } else if (!(request.exclude ?? []).includes(item)) {
        wanted.push(item);
      }
    };
    if (request.include !== undefined) {
      request.include.forEach(collect);
    } else {
      controller.items.forEach(collect);
    }
    const models = new Map<string, vscode.TestItem[]>();
    for (const item of wanted) {
      const model = item.uri?.toString() ?? "";
      models.set(model, [...(models.get(model) ?? []), item]);
    }
    for (const [model, items] of models) {
      if (token.isCancellationRequested) {
        break;
      }
      items.forEach((item) => run.started(item));
      const uri = vscode.Uri.parse(model);
      await check(uri, items.map((item) => item.id));
      const known = answers.of(uri);
      items.forEach((item) => tell(run, item, known.find((answer) => answer.name === item.id)));
    }
    run.end();
  }, true);
}
