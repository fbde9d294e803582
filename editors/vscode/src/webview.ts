// Web views: pages with a script and a style of their own, and nothing from elsewhere.

import { randomBytes } from "node:crypto";
import * as vscode from "vscode";

/** A page with `dist/NAME.js` and `media/NAME.css`; and before them, if they are named, `dist/COMPONENT.js` and `dist/COMPONENT.css`. */
export function page(context: vscode.ExtensionContext, webview: vscode.Webview, name: string, body: string, component?: string): string {
  const nonce = randomBytes(16).toString("hex");
  const uri = (...parts: string[]): string => webview.asWebviewUri(vscode.Uri.joinPath(context.extensionUri, ...parts)).toString();
  const policy = `default-src 'none'; style-src ${webview.cspSource} 'unsafe-inline'; script-src 'nonce-${nonce}'`;
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
${component === undefined ? "" : `<link rel="stylesheet" href="${uri("dist", `${component}.css`)}">`}
<link rel="stylesheet" href="${uri("media", `${name}.css`)}">
</head><body>
${body}
${component === undefined ? "" : `<script nonce="${nonce}" src="${uri("dist", `${component}.js`)}"></script>`}
<script nonce="${nonce}" src="${uri("dist", `${name}.js`)}"></script>
</body></html>`;
}
