// Finding and running the program `synod`.

import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import * as path from "node:path";
import * as vscode from "vscode";

/** The program: as set, as packaged, or as on the path. */
export function program(context: vscode.ExtensionContext): string {
  const set = vscode.workspace.getConfiguration("synod").get<string>("path", "");
  if (set !== "") {
    return set;
  }
  const name = process.platform === "win32" ? "synod.exe" : "synod";
  const packaged = path.join(context.extensionPath, "bin", name);
  return existsSync(packaged) ? packaged : name;
}

/** What the program prints when it is run with these arguments, the last one being a model that is perhaps not saved. */
export async function run(context: vscode.ExtensionContext, args: string[], cwd?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(program(context), args, { cwd, maxBuffer: 1 << 28 }, (error, stdout, stderr) => {
      // Verdicts are in the exit code too: 1 and 3 are answers.
      const code = error === null ? 0 : error.code;
      if (code === 0 || code === 1 || code === 3) {
        resolve(stdout);
      } else {
        reject(new Error(stderr.trim() === "" ? String(error) : stderr.trim()));
      }
    });
  });
}
