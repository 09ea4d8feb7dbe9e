// Shows the error that a command ends with.
import * as vscode from 'vscode';
import { isApiError } from '#api/apiError.ts';
import { type CommandId, extensionId } from '#manifest.ts';
import type { Log } from '#host/log.ts';
import { showError } from './showError.ts';
import { UserError } from './userError.ts';

/** @param target the command's first argument, maybe an item of the tree */
export function showCommandError(id: CommandId, error: unknown, log: Log, target: unknown): void {
  // Without the command's title all commands have the same sentence, and VS Code shows equal messages once.
  const isSentence = error instanceof UserError || isApiError(error, 'readOnly');
  const attempt = isSentence ? '' : vscode.l10n.t('“{0}” failed.', titleOf(id));
  void showError(attempt, error, log, connectionIn(target), `${id} failed.`);
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
