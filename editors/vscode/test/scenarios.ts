// What somebody does in the editor, each in a new window.

import * as assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import * as path from "node:path";
import type { Workbench } from "./workbench";

type Scenario = (workbench: Workbench, folder: string) => Promise<void>;

export const scenarios: Record<string, Scenario> = {
  "a mistake is told and mended": async (workbench) => {
    await workbench.openFile("mistake.rcp");
    await workbench.page.locator(".squiggly-error").first().waitFor();
    await workbench.find("repaet");
    await workbench.command("Show or Focus Hover");
    await workbench.see(/repaet/, workbench.page.locator(".monaco-hover"));
    await workbench.picture("diagnostic");
    await workbench.keys("Escape");
    await workbench.command("Quick Fix...");
    await workbench.see("Change `repaet` to `repeat`");
    await workbench.picture("quick-fix");
    await workbench.keys("Enter");
    await workbench.page.locator(".squiggly-error").first().waitFor({ state: "detached" });
  },

  "hover explains a name": async (workbench) => {
    await workbench.openFile("philosophers.rcp");
    await workbench.ready();
    await workbench.find("agent Philosopher");
    await workbench.keys("ArrowRight");
    await workbench.command("Show or Focus Hover");
    await workbench.see(/agent type/, workbench.page.locator(".monaco-hover"));
    await workbench.picture("hover");
    await workbench.keys("Escape");
  },

  "completion offers what may be written": async (workbench) => {
    await workbench.openFile("unfinished.rcp");
    await workbench.ready();
    await workbench.keys("Control+End");
    await workbench.type("\nSPEC safe: G !(p1-");
    await workbench.see("hasFirst", workbench.page.locator(".suggest-widget"));
    await workbench.picture("completion");
    await workbench.keys("Escape");
  },

  "a name is changed everywhere": async (workbench, folder) => {
    await workbench.openFile("thinkers.rcp");
    await workbench.ready();
    await workbench.find("agent Philosopher");
    await workbench.keys("ArrowRight", "F2");
    const input = workbench.page.locator(".rename-box input");
    await input.fill("Thinker");
    await workbench.picture("rename");
    await workbench.keys("Enter");
    await workbench.see("Thinker", workbench.editor);
    await workbench.keys("Control+S");
    await workbench.until(() => readFileSync(path.join(folder, "thinkers.rcp"), "utf8").includes("Thinker(p1"));
    assert.ok(!readFileSync(path.join(folder, "thinkers.rcp"), "utf8").includes("Philosopher("));
  },

  "a lens checks a property": async (workbench) => {
    await workbench.openFile("philosophers.rcp");
    await workbench.find("SPEC no_deadlock");
    await workbench.page.locator(".codelens-decoration a").filter({ hasText: "check" }).first().click();
    await workbench.see(/✗ violated/, workbench.editor);
    await workbench.see(/a run of 4 steps violates it/, workbench.editor);
    await workbench.see("debug", workbench.page.locator(".codelens-decoration"));
    await workbench.picture("lens");
  },

  "all properties are checked": async (workbench) => {
    await workbench.openFile("philosophers.rcp");
    await workbench.ready();
    await workbench.command("Synod: Check All Properties");
    await workbench.see("philosophers.rcp: 1 holds, 2 violated");
    await workbench.command("Synod: Show Verdicts");
    await workbench.see(/one_hand_a_fork\sholds/, workbench.page.locator(".output-view"));
    await workbench.picture("verdicts");
  },

  "an engine and a bound are chosen": async (workbench) => {
    await workbench.openFile("philosophers.rcp");
    await workbench.ready();
    await workbench.command("Synod: Check with Engine and Bound…");
    await workbench.see(/Bounded model checking/);
    await workbench.picture("engines");
    await workbench.choose("bmc");
    await workbench.page.locator(".quick-input-widget input").first().fill("6");
    await workbench.keys("Enter");
    await workbench.see(/philosophers.rcp: .*2 violated/);
  },

  "properties are tests": async (workbench) => {
    await workbench.openFile("philosophers.rcp");
    await workbench.ready();
    await workbench.command("Testing: Focus on Test Explorer View");
    const tree = workbench.page.locator(".test-explorer");
    await workbench.see("philosophers.rcp", tree);
    await workbench.command("Test: Run All Tests");
    await workbench.see(/no_deadlock: a run of 4 steps/);
    await tree.locator(".monaco-list-row").filter({ hasText: "philosophers.rcp" }).first().click();
    await workbench.keys("ArrowRight");
    await workbench.see("no_deadlock", tree);
    await workbench.picture("tests");
  },

  "a counterexample is a chart": async (workbench) => {
    await workbench.openFile("philosophers.rcp");
    await workbench.ready();
    await workbench.command("Synod: Show Counterexample as Sequence Chart…");
    await workbench.choose("no_deadlock");
    const view = await workbench.webview("synod-run svg");
    await view.locator("svg text", { hasText: "takeFirst" }).first().waitFor();
    await view.getByText("step 4 of 4").waitFor();
    await workbench.picture("chart");
    // Another step marks other commands in the text.
    const marked = workbench.page.locator(".monaco-editor .view-overlays .cdr[class*=TextEditorDecorationType]");
    await marked.first().waitFor({ state: "attached" });
    await view.locator("synod-run footer button").nth(0).click();
    await marked.first().waitFor({ state: "detached" });
    await view.locator("synod-run footer button").nth(3).click();
    await marked.first().waitFor({ state: "attached" });
    for (const [tab, seen] of [["Changes", "hasFirst"], ["Why", "deadlock"], ["Automata", "takeFirst"]] as const) {
      await view.getByRole("tab", { name: tab }).click();
      await view.locator("[role=tabpanel]").getByText(seen).first().waitFor();
      await workbench.picture(`run-${tab.toLowerCase()}`);
    }
    await view.locator(".synod-edge").first().dispatchEvent("click");
    await workbench.page.locator(".monaco-editor .selected-text").first().waitFor({ state: "attached" });
  },

  "commands that are never used are dimmed": async (workbench) => {
    await workbench.openFile("unused.rcp");
    await workbench.ready();
    await workbench.command("Synod: Show Commands That Are Never Used");
    await workbench.see(/unused.rcp: 1 of \d+ commands is never used/);
    await workbench.page.locator(".squiggly-unnecessary, .squiggly-inline-unnecessary").first().waitFor({ state: "attached" });
    await workbench.find("sulk");
    await workbench.picture("coverage");
    await workbench.command("Test: Run All Tests with Coverage");
    await workbench.see("Test Coverage");
    await workbench.see("unused.rcp", workbench.page.locator(".test-coverage-list, .test-coverage-pane, .pane-body"));
    await workbench.picture("test-coverage");
  },

  "automata are shown": async (workbench) => {
    await workbench.openFile("philosophers.rcp");
    await workbench.ready();
    await workbench.command("Synod: Show Automata");
    const view = await workbench.webview("#picture svg");
    await view.locator("svg text", { hasText: "takeFirst" }).first().waitFor();
    await view.getByText("Fit").click();
    await workbench.picture("automata");
  },

  "the model has other forms": async (workbench) => {
    await workbench.openFile("philosophers.rcp");
    await workbench.ready();
    await workbench.command("Synod: Show Model as SMV, C, LNT, AIGER…");
    await workbench.see(/Input for nuXmv/);
    await workbench.picture("forms");
    await workbench.choose("smv");
    await workbench.see("MODULE main");
    await workbench.picture("smv");
    await workbench.focusModel("philosophers.rcp");
    await workbench.command("Synod: Show Model as SMV, C, LNT, AIGER…");
    await workbench.choose("aiger");
    await workbench.choose("no_deadlock");
    await workbench.see(/aag\s\d+/);
  },

  "a property is explained": async (workbench) => {
    await workbench.openFile("philosophers.rcp");
    await workbench.ready();
    await workbench.command("Synod: Explain Property…");
    await workbench.choose("no_deadlock");
    const view = await workbench.webview(".markdown-body h1, h1#no_deadlock-violated");
    await view.getByText("a run of 4 steps violates it").first().waitFor();
    await workbench.picture("explanation");
  },

  "a new model is made": async (workbench) => {
    await workbench.command("Synod: New Model…");
    await workbench.see(/through stigmergy/);
    await workbench.picture("new-model");
    await workbench.choose("LAbS");
    await workbench.see("stigmergy", workbench.editor);
    await workbench.ready();
    await workbench.picture("new-labs");
  },

  "parameters stand in a comment": async (workbench) => {
    await workbench.openFile("leader.labs");
    await workbench.ready();
    await workbench.command("Synod: Check All Properties");
    await workbench.see(/leader.labs: .*hold/);
    await workbench.picture("labs");
  },

  "parameters stand in a file beside the model": async (workbench) => {
    await workbench.openFile("elected.labs");
    await workbench.ready();
    await workbench.command("Synod: Show Automata");
    const view = await workbench.webview("#picture svg");
    await view.locator("svg text", { hasText: "Node" }).first().waitFor();
    await workbench.focusModel("elected.labs");
    await workbench.command("Synod: Show Model as SMV, C, LNT, AIGER…");
    await workbench.choose("smv");
    await workbench.see("MODULE main");
  },

  "the simulator steps and steps back": async (workbench) => {
    await workbench.openFile("philosophers.rcp");
    await workbench.ready();
    await workbench.command("Synod: Open Simulator");
    const view = await workbench.webview("#simulator .steps");
    await view.locator("button.step").nth(0).click();
    await view.getByText("state 1").waitFor();
    await view.locator("button.step").nth(0).click();
    await view.getByText("state 2").waitFor();
    await view.getByText(/^Blocked/).click();
    await view.locator(".blocked").first().waitFor();
    await workbench.picture("simulator");
    await view.getByText("◀ Back").click();
    await view.getByText("state 1").waitFor();
    await view.locator(".ask input").fill("p1-hasFirst");
    await view.locator(".ask input").press("Enter");
    await view.locator("pre.said").getByText("true").waitFor();
    await view.getByText("Step ▶").click();
    await view.getByText("state 2").waitFor();
    await view.getByText("Chart").click();
    const chart = await workbench.webview("synod-run svg");
    await chart.locator("svg text", { hasText: "takeFirst" }).first().waitFor();
    await workbench.focusModel("Simulator");
    await view.getByText("■ Stop").click();
    await view.getByText("The walk has ended.").waitFor();
  },

  "a counterexample is followed in the debugger": async (workbench) => {
    await workbench.openFile("philosophers.rcp");
    await workbench.ready();
    await workbench.command("Synod: Debug Counterexample…");
    await workbench.choose("no_deadlock");
    const stack = workbench.page.locator(".debug-call-stack");
    await workbench.see("p1", stack);
    await workbench.command("Debug: Step Over");
    await workbench.see(/p1 sends takeFirst/);
    await workbench.command("Debug: Step Over");
    await workbench.see(/p2 sends takeFirst/);
    await workbench.see(/hasFirst/, workbench.page.locator(".debug-view-content"));
    await workbench.picture("debugger");
    await workbench.page.locator(".debug-toolbar .codicon-debug-step-back").click();
    await workbench.command("Synod: Open Simulator");
    const view = await workbench.webview("#simulator .steps");
    await view.getByText("state 1").waitFor();
    await workbench.picture("debugger-back");
    await workbench.command("Debug: Stop");
    await view.getByText("The walk has ended.").waitFor();
  },

  "a breakpoint stops a walk": async (workbench) => {
    await workbench.openFile("philosophers.rcp");
    await workbench.ready();
    await workbench.find("takeSecond");
    await workbench.keys("F9");
    await workbench.command("Synod: Debug Model");
    await workbench.see("p1", workbench.page.locator(".debug-call-stack"));
    await workbench.command("Debug: Continue");
    await workbench.see(/next: p\d sends takeSecond/i, workbench.page.locator(".debug-call-stack"));
    await workbench.picture("breakpoint");
    await workbench.command("Debug: Stop");
  },

  "first steps are shown": async (workbench) => {
    await workbench.openFile("philosophers.rcp");
    await workbench.ready();
    await workbench.command("Welcome: Open Walkthrough...");
    await workbench.choose("First steps with Synod");
    await workbench.see("Make a model");
    await workbench.see("Walk through it");
    await workbench.picture("walkthrough");
  },

  "a program that is not there is told": async (workbench, folder) => {
    await workbench.openFile("philosophers.rcp");
    await workbench.ready();
    const settings = path.join(folder, ".vscode", "settings.json");
    const before = readFileSync(settings, "utf8");
    const missing = { ...(JSON.parse(before) as Record<string, unknown>), "synod.path": "/nowhere/synod" };
    writeFileSync(settings, JSON.stringify(missing));
    await workbench.see(/Synod could not be started/);
    await workbench.picture("missing");
    writeFileSync(settings, before);
    await workbench.ready();
  },
};
