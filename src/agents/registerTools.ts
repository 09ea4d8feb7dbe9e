// The door of VS Code's language-model tools. What they do loads with the first call.
import * as vscode from 'vscode';
import { DisposableStore } from '#host/disposables.ts';
import { type ToolName, toolNames } from '#manifest.ts';
import type { ToolDoor } from './toolDoor.ts';

/** In the name that VS Code's models see. */
const toolPrefix = 'cohortDeck_';

export function registerTools(load: () => Promise<ToolDoor>): vscode.Disposable {
  const store = new DisposableStore();
  for (const name of toolNames)
    store.add(vscode.lm.registerTool(`${toolPrefix}${name}`, createTool(name, load)));
  return store;
}

function createTool(name: ToolName, load: () => Promise<ToolDoor>): vscode.LanguageModelTool<unknown> {
  return {
    prepareInvocation: async ({ input }, token) => (await load()).prepare(name, input, token),
    invoke: async ({ input }, token) => (await load()).invoke(name, input, token),
  };
}
