// What is known about the properties of models.

import * as vscode from "vscode";

export interface Answer {
  name: string;
  verdict: "holds" | "violated" | "bounded" | "unknown";
  reason: string;
  engine: string | null;
  trace: unknown;
}

/** The last answers about each model, by its URI. */
export class Answers {
  private readonly known = new Map<string, Map<string, Answer>>();
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onChange = this.changed.event;

  add(uri: vscode.Uri, answers: Answer[]): void {
    const known = this.known.get(uri.toString()) ?? new Map<string, Answer>();
    answers.forEach((answer) => known.set(answer.name, answer));
    this.known.set(uri.toString(), known);
    this.changed.fire(uri);
  }

  forget(uri: vscode.Uri): void {
    if (this.known.delete(uri.toString())) {
      this.changed.fire(uri);
    }
  }

  of(uri: vscode.Uri): Answer[] {
    return [...(this.known.get(uri.toString())?.values() ?? [])];
  }
}
