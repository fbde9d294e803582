// Explaining a message or a property.

import * as vscode from "vscode";
import type { Answer, Answers } from "./answers";
import { chooseProperty } from "./choosing";
import { activeModel } from "./model";
import type { Program } from "./program";
import type { Server } from "./server";
import type { Texts } from "./texts";

function codeOf(diagnostic: vscode.Diagnostic): string | undefined {
  return typeof diagnostic.code === "object" ? String(diagnostic.code.value) : diagnostic.code?.toString();
}

export class Explaining {
  constructor(
    private readonly program: Program,
    private readonly server: Server,
    private readonly answers: Answers,
    private readonly texts: Texts,
  ) {}

  /** Explains the message at the cursor. */
  async message(): Promise<void> {
    const model = activeModel();
    const at = vscode.window.activeTextEditor?.selection.active;
    if (model === undefined || at === undefined) {
      return;
    }
    const known = vscode.languages.getDiagnostics(model.uri).filter((each) => each.source === "synod");
    const here = known.find((each) => each.range.contains(at)) ?? known.find((each) => each.range.start.line === at.line);
    const code = here && codeOf(here);
    if (code === undefined) {
      void vscode.window.showInformationMessage("There is no message of Synod on this line.");
    } else if (code === "property::violated") {
      await this.property(model);
    } else {
      await this.texts.showMarkdown(code.replace(/::/g, "-"), `# ${await this.help(code)}`);
    }
  }

  /** Explains what was found out about a property. */
  async property(model = activeModel()): Promise<void> {
    const name = model && (await chooseProperty(this.server, this.answers, model, "Explain which property?"));
    if (model === undefined || name === undefined) {
      return;
    }
    if (this.answers.find(model.uri, name) === undefined) {
      await this.server.check(model.uri, { properties: [name] });
    }
    const answer = this.answers.find(model.uri, name);
    if (answer !== undefined) {
      await this.texts.showMarkdown(name, await this.wording(answer));
    }
  }

  /** What the program says about a code, beginning with the code itself. */
  private async help(code: string): Promise<string> {
    return this.program.run(["help", code]);
  }

  private async wording(answer: Answer): Promise<string> {
    const facts = [
      answer.engine === null ? undefined : `engine: ${answer.engine}`,
      answer.states === null ? undefined : `states: ${answer.states}`,
      answer.time_seconds === null ? undefined : `time: ${answer.time_seconds.toFixed(2)} s`,
    ].filter((fact) => fact !== undefined);
    const codes = [...new Set(answer.remarks.map((remark) => remark.code))];
    const help = await Promise.all(codes.map(async (code) => this.help(code).catch(() => "")));
    return [
      `# ${answer.name}: ${answer.verdict}`,
      `\`\`\`\n${answer.text}\n\`\`\``,
      `${answer.reason}.`,
      ...answer.remarks.map((remark) => `- ${remark.text}`),
      answer.advice ?? "",
      facts.length > 0 ? `*${facts.join(" · ")}*` : "",
      ...help.map((text) => (text === "" ? "" : `## ${text}`)),
    ]
      .filter((part) => part !== "")
      .join("\n\n");
  }
}
