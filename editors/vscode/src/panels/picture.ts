// A picture that can be zoomed with the wheel or the buttons, and moved with the mouse.

declare function acquireVsCodeApi(): { postMessage(message: unknown): void };

const api = acquireVsCodeApi();
const box = document.querySelector<HTMLElement>("#picture");
const svg = box?.querySelector<SVGSVGElement>("svg");

if (box && svg) {
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
