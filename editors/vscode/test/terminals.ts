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

async function inTerminal(workbench: Workbench, name: string, command: string, seen: RegExp): Promise<void> {
  await workbench.command("Terminal: Create New Terminal");
  const area = workbench.page.locator(".terminal-groups-container").first();
  await area.locator(".xterm-screen").first().waitFor();
  await workbench.command("View: Toggle Maximized Panel").catch(() => undefined);
  // Whatever VS Code shows at its first start may take the focus.
  await workbench.page.waitForTimeout(2000);
  await area.click();
  await workbench.type(`clear; ${command}\n`);
  await workbench.terminal(seen);
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
      await inTerminal(workbench, "neovim", `nvim -n -u ${init} +18 mistake.rcp`, /did you mean/);
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
      await inTerminal(workbench, "vim", `vim -n -u ${init} +18 mistake.rcp`, /repaet`/);
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
(setq synod-program ${JSON.stringify(program)} inhibit-startup-screen t)
(add-hook 'synod-mode-hook #'eglot-ensure)
(menu-bar-mode -1)
`,
      );
      await inTerminal(workbench, "emacs", `emacs -nw -q -l ${init} +18:6 mistake.rcp`, /R-CHECK Eglot|eglot/i);
    };
  }
  return found;
}
