// The extension in a real VS Code, driven by a browser: what somebody sees and does. See README.md beside this file.

import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import * as path from "node:path";
import { test } from "node:test";
import * as assert from "node:assert/strict";
import { serve } from "./server";
import { scenarios } from "./scenarios";
import { terminals } from "./terminals";
import { browse, Workbench } from "./workbench";

const here = process.cwd();
const examples = path.join(here, "..", "..", "examples");
const program = path.resolve(process.env["SYNOD"] ?? path.join(here, "..", "..", "target", "release", "synod"));
const pictures = path.resolve(process.env["PICTURES"] ?? path.join(here, "dist", "pictures"));

/** A folder with models to work on. */
function workspace(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "synod-vscode-"));
  const copy = (from: string, change: (text: string) => string = (text) => text, to = path.basename(from)): void =>
    writeFileSync(path.join(folder, to), change(readFileSync(path.join(examples, from), "utf8")));
  copy("rcheck/philosophers.rcp");
  copy("rcheck/philosophers-fixed.rcp", (text) => text.replace("repeat:", "repaet:"), "mistake.rcp");
  copy("rcheck/philosophers-fixed.rcp", undefined, "thinkers.rcp");
  copy("rcheck/philosophers.rcp", undefined, "unfinished.rcp");
  copy("rcheck/philosophers.rcp", (text) => text.replace("\n      + putDown", "\n      + sulk: {hasSecond & !hasFirst} *! false ()[hasFirst := true]\n      + putDown"), "unused.rcp");
  copy("labs/leader.labs", (text) => `# parameters: n=3\n${text}`);
  copy("labs/leader.labs", undefined, "elected.labs");
  writeFileSync(path.join(folder, "synod.toml"), '[parameters."elected.labs"]\nn = 2\n');
  for (const from of ["ispl/bit-transmission.ispl", "pispl/camp.pispl", "process/vending.ccs", "process/stock.chor"]) {
    cpSync(path.join(examples, from), path.join(folder, path.basename(from)));
  }
  mkdirSync(path.join(folder, ".vscode"));
  const settings = {
    "synod.path": program,
    "synod.checkOnSave": false,
    "workbench.startupEditor": "none",
    "window.commandCenter": false,
    "files.autoSave": "off",
    "editor.minimap.enabled": false,
    "security.workspace.trust.enabled": false,
    "terminal.integrated.gpuAcceleration": "off",
    "terminal.integrated.fontSize": 13,
    "terminal.integrated.enablePersistentSessions": false,
    "workbench.colorTheme": process.env["THEME"] ?? "Default Light Modern",
  };
  writeFileSync(path.join(folder, ".vscode", "settings.json"), JSON.stringify(settings, undefined, 2));
  return folder;
}

void test("the extension in VS Code", async (context) => {
  const folder = workspace();
  const served = await serve(folder, path.join(here, "synod.vsix"));
  const browser = await browse();
  const wanted = new RegExp(process.argv[2] ?? "");
  try {
    for (const [name, scenario] of Object.entries({ ...scenarios, ...terminals(program) }).filter(([name]) => wanted.test(name))) {
      await context.test(name, async () => {
        const workbench = await Workbench.open(browser, served.url, folder, pictures);
        try {
          await scenario(workbench, folder);
          assert.deepEqual(workbench.errors, [], "the pages have no errors");
        } catch (error) {
          await workbench.picture(`failed-${name.replace(/\W+/g, "-")}`);
          throw error;
        } finally {
          await workbench.close();
        }
      });
    }
  } finally {
    await browser.close();
    served.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
