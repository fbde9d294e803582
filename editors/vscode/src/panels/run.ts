// A run in the viewer of the workbench. Its data stands in the page; where its commands are in the text is told to the extension.

import type { FromRunPanel, Place, TextRange } from "./messages";

declare function acquireVsCodeApi(): { postMessage(message: FromRunPanel): void };

/** `<synod-run>`, which `synod-run.js` defines. */
interface Viewer extends HTMLElement {
  host: { showRange(range: TextRange): void; showPlace(place: Place): void; moved(ranges: TextRange[]): void };
  data: unknown;
}

/** The viewer is light or dark as the editor is, whatever the system prefers. */
function followTheme(): void {
  const kind = document.body.dataset["vscodeThemeKind"] ?? "";
  document.documentElement.dataset["theme"] = kind === "vscode-dark" || kind === "vscode-high-contrast" ? "dark" : "light";
}

const api = acquireVsCodeApi();
followTheme();
new MutationObserver(followTheme).observe(document.body, { attributes: true, attributeFilter: ["data-vscode-theme-kind"] });
document.getElementById("save")?.addEventListener("click", () => api.postMessage({ kind: "save" }));
const viewer = document.createElement("synod-run") as Viewer;
viewer.host = {
  showRange: (range) => api.postMessage({ kind: "show", range }),
  showPlace: (place) => api.postMessage({ kind: "place", place }),
  moved: (ranges) => api.postMessage({ kind: "moved", ranges }),
};
viewer.data = JSON.parse(document.getElementById("data")?.textContent ?? "null");
document.getElementById("run")?.append(viewer);
