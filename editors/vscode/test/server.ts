// A real VS Code in a browser: started here by a command, or already served somewhere.

import { spawn, type ChildProcess } from "node:child_process";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

export interface Served {
  url: string;
  stop(): void;
}

/** A port that nobody uses. */
async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

/** Serves a folder: at `VSCODE_URL`, or by the command `VSCODE_SERVER`, which is given the folder, a port and the package. */
export async function serve(folder: string, extension: string): Promise<Served> {
  const given = process.env["VSCODE_URL"];
  if (given !== undefined && given !== "") {
    return { url: given, stop: () => undefined };
  }
  const command = process.env["VSCODE_SERVER"];
  if (command === undefined || command === "") {
    throw new Error("Set VSCODE_SERVER to a command that serves VS Code (COMMAND FOLDER PORT EXTENSION.vsix), or VSCODE_URL to a VS Code that is served already.");
  }
  const port = await freePort();
  const child = spawn(command, [folder, String(port), extension], { stdio: ["ignore", "pipe", "pipe"], detached: true });
  let said = "";
  child.stdout.on("data", (data: Buffer) => (said += data.toString()));
  child.stderr.on("data", (data: Buffer) => (said += data.toString()));
  const url = `http://127.0.0.1:${port}`;
  await answers(url, child, () => said);
  return { url, stop: () => void process.kill(-(child.pid ?? 0), "SIGTERM") };
}

async function answers(url: string, child: ChildProcess, said: () => string): Promise<void> {
  for (let tried = 0; tried < 600; tried += 1) {
    if (child.exitCode !== null) {
      throw new Error(`The command ended: ${said()}`);
    }
    try {
      await fetch(url);
      return;
    } catch {
      await sleep(500);
    }
  }
  throw new Error(`Nothing is served at ${url}: ${said()}`);
}
