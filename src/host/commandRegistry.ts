import * as vscode from 'vscode';
import type { CommandTable } from '../manifest.ts';
import { DisposableStore } from './disposables.ts';
import { showFailure } from './failure.ts';

/** Registers the whole table. What a handler throws is shown here, and the caller of the command gets undefined. */
export function registerCommands(table: CommandTable, log: vscode.LogOutputChannel): vscode.Disposable {
  const store = new DisposableStore();
  for (const [id, handler] of Object.entries(table)) {
    store.add(
      vscode.commands.registerCommand(id, async (...args: readonly unknown[]) => {
        try {
          return await handler(...args);
        } catch (error) {
          void showFailure('', error, log);
          return undefined;
        }
      }),
    );
  }
  return store;
}
