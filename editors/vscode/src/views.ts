// Pictures and texts beside a model.

import { randomBytes } from "node:crypto";
import * as vscode from "vscode";

function escaped(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}

/** Shows SVG pictures, each with a title, that can be zoomed with the wheel and moved with the mouse. */
export function showPictures(title: string, pictures: { title: string; svg: string }[]): void {
  const panel = vscode.window.createWebviewPanel("synod.picture", title, vscode.ViewColumn.Beside, { enableScripts: true });
  const nonce = randomBytes(16).toString("hex");
  const parts = pictures.map((picture) => `<section><h2>${escaped(picture.title)}</h2><div class="picture">${picture.svg}</div></section>`);
  panel.webview.html = `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-${nonce}'">
<title>${escaped(title)}</title>
<style>
body { font-family: var(--vscode-font-family); color: var(--vscode-editor-foreground); background: var(--vscode-editor-background); }
h2 { font-weight: 600; font-size: 1.1em; }
.picture { overflow: auto; max-height: 90vh; cursor: grab; }
.picture svg { max-width: none; transform-origin: 0 0; }
body.vscode-light .picture { color-scheme: light; }
body.vscode-dark .picture { color-scheme: dark; }
</style></head>
<body>${parts.join("\n")}
<script nonce="${nonce}">
for (const box of document.querySelectorAll(".picture")) {
  const svg = box.querySelector("svg");
  let zoom = 1;
  box.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    zoom = Math.min(8, Math.max(0.1, zoom * (event.deltaY < 0 ? 1.1 : 1 / 1.1)));
    svg.style.transform = "scale(" + zoom + ")";
  }, { passive: false });
  let from;
  box.addEventListener("pointerdown", (event) => { from = [event.clientX + box.scrollLeft, event.clientY + box.scrollTop]; });
  addEventListener("pointerup", () => { from = undefined; });
  box.addEventListener("pointermove", (event) => {
    if (from) { box.scrollLeft = from[0] - event.clientX; box.scrollTop = from[1] - event.clientY; }
  });
}
</script></body></html>`;
}

/** Shows a text in an editor beside. */
export async function showText(content: string, language: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ content, language });
  await vscode.window.showTextDocument(document, vscode.ViewColumn.Beside);
}
