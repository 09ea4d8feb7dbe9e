import * as vscode from 'vscode';
import { commandIds, type CommandTable } from '../manifest.ts';
import { DisposableStore } from './disposables.ts';
import { showFailure } from './failure.ts';

/**
 * Registers every command of the manifest; the table is loaded by the first of them that is called. What a handler
 * throws is shown here, and the caller of the command gets undefined.
 */
export function registerCommands(
  loadTable: () => Promise<CommandTable>,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  const store = new DisposableStore();
  for (const id of commandIds) {
    store.add(
      vscode.commands.registerCommand(id, async (...args: readonly unknown[]) => {
        try {
          const table = await loadTable();
          return await table[id](...args);
        } catch (error) {
          void showFailure('', error, log);
          return undefined;
        }
      }),
    );
  }
  return store;
}
