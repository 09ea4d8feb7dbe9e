import * as vscode from 'vscode';
import { type CommandId, commandIds, type CommandTable, extensionId } from '../manifest.ts';
import { DisposableStore } from './disposables.ts';
import { showFailure, UserError } from './failure.ts';

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
          const isOwnWords = error instanceof UserError;
          void showFailure(isOwnWords ? '' : vscode.l10n.t('“{0}” failed.', titleOf(id)), error, log);
          return undefined;
        }
      }),
    );
  }
  return store;
}

/** As menus show it, in the person's language. */
function titleOf(id: CommandId): string {
  const manifest: Manifest | undefined = vscode.extensions.getExtension(extensionId)?.packageJSON;
  const title = manifest?.contributes.commands.find(({ command }) => command === id)?.title;
  return ((typeof title === 'string' ? title : title?.value) ?? id).replace(/…$/, '');
}

/** What is read of package.json; a title is an object where the editor has translated it. */
interface Manifest {
  readonly contributes: {
    readonly commands: readonly {
      readonly command: string;
      readonly title: string | { readonly value: string };
    }[];
  };
}
