import * as vscode from 'vscode';
import { isApiError } from '#api/apiError.ts';
import type { Log } from './log.ts';
import { type CommandId, commandIds, type CommandTable, extensionId } from '#manifest.ts';
import { DisposableStore } from './disposables.ts';
import { showError } from './showError.ts';
import { UserError } from './userError.ts';

/**
 * Registers every command of the manifest; the first call loads the table. An error that a handler throws is shown
 * here, and the caller of the command gets undefined.
 */
export function registerCommands(loadTable: () => Promise<CommandTable>, log: Log): vscode.Disposable {
  const store = new DisposableStore();
  for (const id of commandIds) {
    store.add(
      vscode.commands.registerCommand(id, async (...args: readonly unknown[]) => {
        try {
          const table = await loadTable();
          return await table[id](...args);
        } catch (error) {
          // The same sentence for every key that is pressed there, which VS Code then shows once.
          const isSentence = error instanceof UserError || isApiError(error, 'readOnly');
          const attempt = isSentence ? '' : vscode.l10n.t('“{0}” failed.', titleOf(id));
          void showError(attempt, error, log, connectionIn(args[0]));
          return undefined;
        }
      }),
    );
  }
  return store;
}

/** The connection of a tree item, for the button that changes its key. */
function connectionIn(item: unknown): string | undefined {
  if (typeof item !== 'object' || item === null) return undefined;
  if ('connectionId' in item && typeof item.connectionId === 'string') return item.connectionId;
  return 'ref' in item ? connectionIn(item.ref) : undefined;
}

/** The command's title in menus, in the person's language. */
function titleOf(id: CommandId): string {
  const manifest: Manifest | undefined = vscode.extensions.getExtension(extensionId)?.packageJSON;
  const title = manifest?.contributes.commands.find(({ command }) => command === id)?.title;
  return ((typeof title === 'string' ? title : title?.value) ?? id).replace(/…$/, '');
}

/** The part of package.json that is read; a title is an object where the editor has translated it. */
interface Manifest {
  readonly contributes: {
    readonly commands: readonly {
      readonly command: string;
      readonly title: string | { readonly value: string };
    }[];
  };
}
