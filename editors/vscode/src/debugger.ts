// The debugger: `synod dap`.

import * as vscode from "vscode";
import { activeModel, isModel, nameOf } from "./model";
import type { Pictures } from "./pictures";
import type { Program } from "./program";

export const TYPE = "synod";

export class Debugger implements vscode.DebugConfigurationProvider, vscode.DebugAdapterDescriptorFactory, vscode.Disposable {
  private readonly registrations: vscode.Disposable[];

  constructor(
    private readonly program: Program,
    private readonly pictures: Pictures,
  ) {
    this.registrations = [
      vscode.debug.registerDebugConfigurationProvider(TYPE, this),
      vscode.debug.registerDebugAdapterDescriptorFactory(TYPE, this),
    ];
  }

  dispose(): void {
    this.registrations.forEach((each) => each.dispose());
  }

  createDebugAdapterDescriptor(): vscode.DebugAdapterDescriptor {
    return new vscode.DebugAdapterExecutable(this.program.path, ["dap"]);
  }

  /** Fills in what is missing: without a launch.json, the model in the active editor is walked. */
  resolveDebugConfiguration(_folder: vscode.WorkspaceFolder | undefined, configuration: vscode.DebugConfiguration): vscode.DebugConfiguration | undefined {
    if (configuration.type === undefined) {
      const model = vscode.window.activeTextEditor?.document;
      if (!isModel(model)) {
        return undefined;
      }
      Object.assign(configuration, this.launch(model.uri, {}));
    }
    if (configuration["program"] === undefined) {
      void vscode.window.showErrorMessage("Which model? Set `program` in launch.json, or open a model.");
      return undefined;
    }
    configuration["parameters"] ??= vscode.workspace.getConfiguration("synod").get<string[]>("parameters", []);
    return configuration;
  }

  private launch(uri: vscode.Uri, more: Record<string, unknown>): vscode.DebugConfiguration {
    return { type: TYPE, request: "launch", name: `Walk ${nameOf(uri)}`, program: uri.fsPath, ...more };
  }

  /** Starts a walk through a model; what is not saved is saved first, for the debugger reads files. */
  async start(model: vscode.TextDocument, more: Record<string, unknown>, options?: vscode.DebugSessionOptions): Promise<boolean> {
    if (model.isUntitled || (model.isDirty && !(await model.save()))) {
      void vscode.window.showInformationMessage("Save the model first: the debugger reads files.");
      return false;
    }
    const folder = vscode.workspace.getWorkspaceFolder(model.uri);
    return vscode.debug.startDebugging(folder, this.launch(model.uri, more), options);
  }

  async debugModel(): Promise<void> {
    const model = activeModel();
    if (model !== undefined) {
      await this.start(model, {});
    }
  }

  /** Walks the counterexample of a property, both ways. */
  async debugCounterexample(asked?: { uri: string; properties: string[] }): Promise<void> {
    const model = asked === undefined ? activeModel() : await vscode.workspace.openTextDocument(vscode.Uri.parse(asked.uri));
    const run = model && (await this.pictures.chooseRun(model, "Debug which counterexample?", asked?.properties[0]));
    if (model !== undefined && run !== undefined) {
      await this.start(model, { name: `Counterexample of ${run.property}`, trace: run.trace });
    }
  }
}
