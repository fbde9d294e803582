// A report of a check with the run viewer inside: one file that can be read anywhere, and that nothing can run in but the viewer.

import type { RunInput } from '../viewer/state.svelte';

export interface Viewer {
  script: string;
  style: string;
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
}

const inMarkup = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** The report with a viewer for each run at its end. Its policy lets the script of the viewer run, by its digest, and no other. */
export async function withRuns(report: string, viewer: Viewer, runs: RunInput[]): Promise<string> {
  if (runs.length === 0) return report;
  if (viewer.script.includes('</script')) throw new Error('the viewer cannot stand in a page');
  const policy = `default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src 'sha256-${await sha256(viewer.script)}'`;
  const sections = runs.map((run) => {
    const data = JSON.stringify(run).replaceAll('<', '\\u003c');
    return `<section class="run"><h2>Run: ${inMarkup(run.title)}</h2>\n<synod-run style="display:block;height:620px;border:1px solid var(--line)"><script type="application/json">${data}</script></synod-run></section>\n`;
  });
  const body = `<div class="synod-runs">\n${sections.join('')}</div>\n<style>\n${viewer.style}</style>\n<script>${viewer.script}</script>\n</body>`;
  const [head, end] = [report.search(/<meta http-equiv="Content-Security-Policy"[^>]*>/), report.lastIndexOf('</body>')];
  if (head < 0 || end < 0) throw new Error('the report is not as it was expected');
  const tag = /<meta http-equiv="Content-Security-Policy"[^>]*>/.exec(report)![0];
  return report.slice(0, head) + `<meta http-equiv="Content-Security-Policy" content="${policy}">` + report.slice(head + tag.length, end) + body + report.slice(end + '</body>'.length);
}
