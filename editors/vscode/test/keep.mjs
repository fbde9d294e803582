// Keeps pictures that the tests made: for the book, and those of the README.

import { copyFileSync, existsSync, mkdirSync } from "node:fs";
import * as path from "node:path";

const made = path.resolve(process.env.PICTURES ?? "dist/pictures");
const keep = (folder, names) => {
  mkdirSync(folder, { recursive: true });
  // Editors that are not installed have no picture.
  const pictures = names.map((name) => `${name}.png`).filter((name) => existsSync(path.join(made, name)));
  pictures.forEach((name) => copyFileSync(path.join(made, name), path.join(folder, name)));
};
keep("../../docs/src/images/vscode", ["quick-fix", "completion", "tests", "chart", "simulator", "debugger", "hover", "coverage"]);
keep("../../docs/src/images/editors", ["neovim", "vim", "emacs"]);
keep("media", ["chart", "simulator"]);
