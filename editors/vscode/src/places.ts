// Places in texts: marking them, and going there.

import * as vscode from "vscode";
import type { Place, TextRange } from "./panels/messages";

function isAt(document: vscode.TextDocument, place: Place | TextRange): boolean {
  return document.uri.fsPath.endsWith(place.file);
}

/** Lines and columns count from 1; offsets are UTF-16 units, as those of VS Code. */
function rangeIn(document: vscode.TextDocument, place: Place | TextRange): vscode.Range {
  return "from" in place
    ? new vscode.Range(document.positionAt(place.from), document.positionAt(place.to))
    : new vscode.Range(place.line - 1, place.column - 1, place.end_line - 1, place.end_column - 1);
}

export class Places implements vscode.Disposable {
  private readonly mark = vscode.window.createTextEditorDecorationType({
    backgroundColor: new vscode.ThemeColor("editor.rangeHighlightBackground"),
    isWholeLine: false,
  });

  dispose(): void {
    this.mark.dispose();
  }

  /** Marks these places in the texts that are visible, and no others. */
  highlight(places: (Place | TextRange)[]): void {
    for (const editor of vscode.window.visibleTextEditors) {
      const own = places.filter((place) => isAt(editor.document, place));
      editor.setDecorations(this.mark, own.map((place) => rangeIn(editor.document, place)));
    }
  }

  async goTo(place: Place | TextRange): Promise<void> {
    const open = vscode.workspace.textDocuments.find((document) => isAt(document, place));
    const document = open ?? (await vscode.workspace.openTextDocument(vscode.Uri.file(place.file)));
    const column = vscode.window.visibleTextEditors.find((editor) => editor.document === document)?.viewColumn;
    await vscode.window.showTextDocument(document, {
      selection: rangeIn(document, place),
      ...(column === undefined ? {} : { viewColumn: column }),
    });
  }
}
