// Other editors, as they look in the terminal of VS Code: pictures for the book, where these editors are installed.

import { execFileSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import * as path from "node:path";
import type { Workbench } from "./workbench";

const editors = path.resolve(process.cwd(), "..");

/** Whether a program is on the path. */
function has(program: string): boolean {
  try {
    execFileSync("which", [program], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** Runs an editor in a folder until something is seen; what it is to do then is typed, and the picture taken. */
async function inTerminal(workbench: Workbench, folder: string, name: string, command: string, seen: RegExp, then = ""): Promise<void> {
  // What is typed is short: one row of the terminal tells whether all of it has arrived.
  const script = `.vscode/${name}.sh`;
  writeFileSync(path.join(folder, script), `exec ${command}\n`);
  const line = `clear; sh ${script}`;
  await workbench.command("Terminal: Create New Terminal");
  const area = workbench.page.locator(".terminal-groups-container").first();
  // The window remembers how large it was.
  if (((await area.boundingBox())?.height ?? 0) < 500) {
    await workbench.command("View: Toggle Maximized Panel").catch(() => undefined);
  }
  // Whatever VS Code shows at its first start may take the focus, and what is typed before the shell listens may be lost.
  await workbench.focus(area.locator(".xterm-screen").first(), area.locator(".xterm.focus"));
  const typed = area.getByText(new RegExp(`[#$] ${line.replaceAll(".", "\\.")}`)).locator("visible=true");
  await workbench.until(async () => {
    await workbench.keys("Control+C");
    await workbench.type(line);
    await workbench.page.waitForTimeout(1000);
    return (await typed.count()) > 0;
  });
  await workbench.keys("Enter");
  await workbench.terminal(seen);
  if (then !== "") {
    await workbench.type(then);
    await workbench.terminal(seen);
  }
  await workbench.page.addStyleTag({ content: ".notifications-toasts { display: none !important; }" });
  await workbench.picture(name, area);
  await workbench.command("Terminal: Kill All Terminals");
}

type Scenario = (workbench: Workbench, folder: string) => Promise<void>;

export function terminals(program: string): Record<string, Scenario> {
  const found: Record<string, Scenario> = {};
  if (has("nvim")) {
    found["a picture of Neovim"] = async (workbench, folder) => {
      const init = path.join(folder, ".vscode", "init.lua");
      writeFileSync(
        init,
        `vim.opt.runtimepath:append(${JSON.stringify(path.join(editors, "vim"))})
vim.cmd("filetype plugin on | syntax on | source ${path.join(editors, "vim", "ftdetect", "synod.vim")}")
dofile(${JSON.stringify(path.join(editors, "neovim", "synod.lua"))}).setup({ cmd = { ${JSON.stringify(program)}, "lsp" } })
vim.opt.number = true
vim.opt.signcolumn = "yes"
`,
      );
      // Neovim 0.7 takes late answers of the terminal about its colours for keys: the file is read once more.
      await inTerminal(workbench, folder, "neovim", `nvim -n -u ${init} +18 mistake.rcp`, /expected `local:`/, "\u001b:edit!\n18G:echo\n");
    };
  }
  const ale = "/usr/share/vim-ale";
  if (has("vim") && existsSync(ale)) {
    found["a picture of Vim"] = async (workbench, folder) => {
      const init = path.join(folder, ".vscode", "vimrc");
      writeFileSync(
        init,
        `set nocompatible number background=light
set runtimepath+=${path.join(editors, "vim")},${ale}
filetype plugin on
syntax on
let g:ale_synod_executable = '${program}'
let g:ale_virtualtext_cursor = 1
`,
      );
      await inTerminal(workbench, folder, "vim", `vim -n -u ${init} +18 mistake.rcp`, /repaet`/);
    };
  }
  if (has("emacs")) {
    found["a picture of Emacs"] = async (workbench, folder) => {
      const init = path.join(folder, ".vscode", "init.el");
      writeFileSync(
        init,
        `(add-to-list 'load-path ${JSON.stringify(path.join(editors, "emacs"))})
(package-initialize)
(require 'synod)
(setq synod-program ${JSON.stringify(program)} inhibit-startup-screen t native-comp-async-report-warnings-errors nil)
(add-hook 'synod-mode-hook #'eglot-ensure)
(menu-bar-mode -1)
`,
      );
      await inTerminal(workbench, folder, "emacs", `emacs -nw -q -l ${init} +18:6 mistake.rcp`, /R-CHECK Eglot|eglot/i);
    };
  }
  return found;
}
