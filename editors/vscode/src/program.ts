// Finding and running the program `synod`.

import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import * as path from "node:path";
import * as vscode from "vscode";

export class Program {
  constructor(private readonly context: vscode.ExtensionContext) {}

  /** The program: as set, as packaged with the extension, or as on the path. */
  get path(): string {
    const set = vscode.workspace.getConfiguration("synod").get<string>("path", "").trim();
    if (set !== "") {
      return set.replace(/^~(?=[\\/])/, homedir());
    }
    const name = process.platform === "win32" ? "synod.exe" : "synod";
    const packaged = path.join(this.context.extensionPath, "bin", name);
    return existsSync(packaged) ? packaged : name;
  }

  /** What the program prints with these arguments; `input` is what it reads. */
  async run(args: string[], options: { cwd?: string; input?: string; token?: vscode.CancellationToken } = {}): Promise<string> {
    return new Promise((resolve, reject) => {
      const child = execFile(this.path, args, { cwd: options.cwd, maxBuffer: 1 << 28 }, (error, stdout, stderr) => {
        // Verdicts are in the exit code too: 1 and 3 are answers.
        const code = error === null ? 0 : error.code;
        if (code === 0 || code === 1 || code === 3) {
          resolve(stdout);
        } else {
          reject(new Error(stderr.trim() === "" ? String(error) : stderr.trim()));
        }
      });
      options.token?.onCancellationRequested(() => child.kill());
      child.stdin?.on("error", () => undefined);
      child.stdin?.end(options.input ?? "");
    });
  }
}
