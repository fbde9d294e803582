// What is known about the properties of models.

import * as vscode from "vscode";

/** The answer about a property, as in the document `check` of `synod schema`. */
export interface Answer {
  name: string;
  text: string;
  verdict: "holds" | "violated" | "bounded" | "unknown";
  reason: string;
  advice: string | null;
  remarks: { code: string; severity: string; text: string }[];
  engine: string | null;
  states: number | null;
  time_seconds: number | null;
  trace: Trace | null;
  witness: Trace | null;
}

/** A run, as in the document `trace`. It is handed on as it is. */
export type Trace = Record<string, unknown>;

export interface Answered {
  uri: vscode.Uri;
  /** Those that are new. */
  answers: Answer[];
}

/** The last answers about each model. */
export class Answers {
  private readonly known = new Map<string, Map<string, Answer>>();
  private readonly added = new vscode.EventEmitter<Answered>();
  private readonly forgotten = new vscode.EventEmitter<vscode.Uri>();
  readonly onAnswer = this.added.event;
  readonly onForget = this.forgotten.event;

  add(uri: vscode.Uri, answers: Answer[]): void {
    const known = this.known.get(uri.toString()) ?? new Map<string, Answer>();
    answers.forEach((answer) => known.set(answer.name, answer));
    this.known.set(uri.toString(), known);
    this.added.fire({ uri, answers });
  }

  forget(uri: vscode.Uri): void {
    if (this.known.delete(uri.toString())) {
      this.forgotten.fire(uri);
    }
  }

  of(uri: vscode.Uri): Answer[] {
    return [...(this.known.get(uri.toString())?.values() ?? [])];
  }

  find(uri: vscode.Uri, name: string): Answer | undefined {
    return this.known.get(uri.toString())?.get(name);
  }
}
