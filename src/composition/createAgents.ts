// The tools that agents call: registered with the window, loaded with the first call; and the pipe for other programs, once
// the person has asked for it.
import path from 'node:path';
import * as vscode from 'vscode';
import { registerTools } from '#agents/registerTools.ts';
import { lazy } from '#host/lazy.ts';
import { createSetting } from '#host/settings/settings.ts';
import type { RecordFileSystem } from '#fileSystem/recordFileSystem.ts';
import type { McpServerEntry } from '#model/documents/agentCall.ts';
import type { Base } from './createBase.ts';
import type { Model } from './createModel.ts';

interface AgentParts {
  readonly loadDocuments: () => Promise<RecordFileSystem>;
}

/** @returns starts what other programs connect to */
export function createAgents(
  base: Base,
  model: Model,
  { loadDocuments }: AgentParts,
): () => Promise<McpServerEntry> {
  const { add, context, exportsFolder, inStorage, log } = base;
  const calls = lazy(async () => {
    const { ToolCalls } = await import('#agents/toolCalls.ts');
    return new ToolCalls({
      ...model,
      history: await model.undoHistory(),
      openDocument: async (ref, at) => (await loadDocuments()).openText(ref, at),
      replaceText: async (uri, text) => (await import('#fileSystem/replaceText.ts')).replaceText(uri, text),
      addSnapshot: async (uri, text) => (await loadDocuments()).addSnapshot(uri, text),
      exportsFolder,
      log,
    });
  });
  add(registerTools(calls));
  const directory = inStorage('agents');
  const server = lazy(async () => {
    const { WindowServer } = await import('#agents/windowServer.ts');
    const started = add(new WindowServer({ directory, calls, log }));
    await started.start();
  });
  const mcpServer = async (): Promise<McpServerEntry> => {
    const { keepScript } = await import('#agents/mcpScript.ts');
    const built = path.join(context.extensionPath, 'dist', 'mcpBridge.js');
    const entry = await keepScript(directory, built, context.extension.packageJSON);
    await server();
    return entry;
  };
  startIfAsked(base, directory, mcpServer);
  return mcpServer;
}

/** In every window, once the person has added the tools to another program; not while agents have no access. */
function startIfAsked({ add, log }: Base, directory: string, start: () => Promise<unknown>): void {
  const access = createSetting('cohortDeck.agents.access');
  const startNow = async (): Promise<void> => {
    if (access.get() === 'off' || !vscode.workspace.isTrusted) return;
    const { hasScript } = await import('#agents/mcpScript.ts');
    if (await hasScript(directory)) await start();
  };
  const begin = (): void =>
    void startNow().catch((error: unknown) => log.warn('Agents cannot reach this window.', error));
  add(access.onDidChange(begin));
  add(vscode.workspace.onDidGrantWorkspaceTrust(begin));
  setImmediate(begin); // the activation does not wait for its import
}
