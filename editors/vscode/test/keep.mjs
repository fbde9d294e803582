// Keeps pictures that the tests made: for the book, and those of the README.

import { copyFileSync, mkdirSync } from "node:fs";
import * as path from "node:path";

const made = path.resolve(process.env.PICTURES ?? "dist/pictures");
const keep = (folder, names) => {
  mkdirSync(folder, { recursive: true });
  names.forEach((name) => copyFileSync(path.join(made, `${name}.png`), path.join(folder, `${name}.png`)));
};
keep("../../docs/src/images/vscode", ["quick-fix", "completion", "tests", "chart", "simulator", "debugger"]);
keep("../../docs/src/images/editors", ["neovim", "vim", "emacs"]);
keep("media", ["chart", "simulator"]);
