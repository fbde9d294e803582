// Synod in VS Code. What is known about models is known by the program `synod`; this only asks and shows.

import * as vscode from "vscode";
import { Answers } from "./answers";
import { Checking } from "./checking";
import { chooseProperty } from "./choosing";
import { createModel } from "./creating";
import { Debugger } from "./debugger";
import { Explaining } from "./explaining";
import { activeModel } from "./model";
import { Pictures } from "./pictures";
import { Places } from "./places";
import { Program } from "./program";
import { Server } from "./server";
import { Simulator } from "./simulator";
import { Tests } from "./tests";
import { Texts } from "./texts";

/** A property of a model, as lenses name it. */
type Asked = { uri: string; properties: string[] } | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const program = new Program(context);
  const answers = new Answers();
  const server = new Server(program, answers);
  const checking = new Checking(context, server, answers);
  const texts = new Texts(program, server);
  const explaining = new Explaining(program, server, answers, texts);
  const places = new Places();
  const pictures = new Pictures(context, program, server, answers, places);
  const debug = new Debugger(program, pictures);
  const simulator = new Simulator(context, debug, pictures, places);
  const tests = new Tests(server, answers);
  context.subscriptions.push(server, checking, texts, places, debug, simulator, tests);

  const commands: Record<string, (asked: Asked) => Promise<void> | void> = {
    checkAll: () => checking.checkAll(),
    checkOne: () => checking.checkOne(),
    checkWith: (asked) => checking.checkWith(asked),
    stop: () => server.stop(),
    showVerdicts: () => checking.showVerdicts(),
    showCounterexample: (asked) => pictures.showCounterexample(asked),
    showCoverage: () => checking.showCoverage(),
    showAutomata: () => pictures.showAutomata(),
    openSimulator: () => simulator.open(),
    debugModel: () => debug.debugModel(),
    debugCounterexample: (asked) => debug.debugCounterexample(asked),
    showAs: () => texts.showModel((model) => chooseProperty(server, answers, model, "Which property?")),
    explainMessage: () => explaining.message(),
    explainProperty: () => explaining.property(),
    newModel: () => createModel(server),
    interact: () => interact(program, server),
    restart: () => server.restart(),
  };
  for (const [name, action] of Object.entries(commands)) {
    const guarded = async (asked: Asked): Promise<void> => {
      try {
        // Menus give a resource, lenses a property.
        await action(asked !== undefined && "properties" in asked ? asked : undefined);
      } catch (error) {
        void vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error));
      }
    };
    context.subscriptions.push(vscode.commands.registerCommand(`synod.${name}`, guarded));
  }

  context.subscriptions.push(
    vscode.workspace.onDidChangeTextDocument((event) => {
      if (event.contentChanges.length > 0) {
        answers.forget(event.document.uri);
      }
    }),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("synod.path")) {
        void server.restart();
      } else if (event.affectsConfiguration("synod")) {
        void server.settingsChanged();
      }
    }),
  );

  await server.start();
}

/** The walk of the command line, in a terminal. */
async function interact(program: Program, server: Server): Promise<void> {
  // The terminal is for steps: the model is read from its file.
  const isSaved = (await activeModel()?.save()) ?? false;
  const model = isSaved ? activeModel() : undefined;
  if (model !== undefined) {
    const { args, cwd } = await server.asInput(model);
    vscode.window.createTerminal({ name: "synod interact", shellPath: program.path, shellArgs: ["interact", ...args], cwd }).show();
  }
}
