import * as vscode from 'vscode';
import type { Log } from './log.ts';
import { commandIds, type CommandTable } from '#manifest.ts';
import { DisposableStore } from './disposables.ts';

/**
 * Registers every command of the manifest; the first call loads the table. An error that a handler throws is shown
 * here, and the caller of the command gets undefined.
 * @param argumentsOf what a handler gets for what VS Code passes; called immediately
 */
export function registerCommands(
  loadTable: () => Promise<CommandTable>,
  argumentsOf: (given: readonly unknown[]) => readonly unknown[],
  log: Log,
): vscode.Disposable {
  const store = new DisposableStore();
  for (const id of commandIds) {
    store.add(
      vscode.commands.registerCommand(id, async (...given: readonly unknown[]) => {
        const args = argumentsOf(given);
        try {
          const table = await loadTable();
          return await table[id](...args);
        } catch (error) {
          const { showCommandError } = await import('#host/messages/showCommandError.ts');
          showCommandError(id, error, log, args[0]);
          return undefined;
        }
      }),
    );
  }
  return store;
}
