// A picture that can be zoomed with the wheel or the buttons, and moved with the mouse.

declare function acquireVsCodeApi(): { postMessage(message: unknown): void };

const api = acquireVsCodeApi();
const box = document.querySelector<HTMLElement>("#picture");
const svg = box?.querySelector<SVGSVGElement>("svg");

/** The colours of a picture are those of the editor, whatever the system prefers. */
function followTheme(): void {
  const kind = document.body.dataset["vscodeThemeKind"] ?? "";
  const isDark = kind === "vscode-dark" || kind === "vscode-high-contrast";
  for (const style of svg?.querySelectorAll("style") ?? []) {
    style.dataset["written"] ??= style.textContent ?? "";
    style.textContent = style.dataset["written"].replace(/\(prefers-color-scheme:\s*dark\)/g, isDark ? "all" : "not all");
  }
}

if (box && svg) {
  followTheme();
  new MutationObserver(followTheme).observe(document.body, { attributes: true, attributeFilter: ["data-vscode-theme-kind"] });
  const width = svg.width.baseVal.value || svg.viewBox.baseVal.width;
  const height = svg.height.baseVal.value || svg.viewBox.baseVal.height;
  if (!svg.hasAttribute("viewBox")) {
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  }
  let zoom = 1;
  const set = (to: number): void => {
    zoom = Math.min(8, Math.max(0.1, to));
    svg.style.width = `${width * zoom}px`;
    svg.style.height = `${height * zoom}px`;
  };
  const fit = (): void => set(Math.min(1, (box.clientWidth - 16) / width));
  fit();
  const tools: Record<string, () => void> = {
    fit,
    actual: () => set(1),
    in: () => set(zoom * 1.25),
    out: () => set(zoom / 1.25),
    save: () => api.postMessage("save"),
  };
  for (const [id, action] of Object.entries(tools)) {
    document.getElementById(id)?.addEventListener("click", action);
  }
  box.addEventListener(
    "wheel",
    (event) => {
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        set(zoom * (event.deltaY < 0 ? 1.1 : 1 / 1.1));
      }
    },
    { passive: false },
  );
  let from: [number, number] | undefined;
  box.addEventListener("pointerdown", (event) => (from = [event.clientX + box.scrollLeft, event.clientY + box.scrollTop]));
  window.addEventListener("pointerup", () => (from = undefined));
  window.addEventListener("pointermove", (event) => {
    if (from !== undefined) {
      box.scrollTo(from[0] - event.clientX, from[1] - event.clientY);
    }
  });
}
