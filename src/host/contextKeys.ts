import * as vscode from 'vscode';
import type { ContextKey } from '#manifest.ts';

/** Sets a context key that when clauses in package.json read. */
export async function setContext(
  key: ContextKey,
  value: boolean | number | readonly string[],
): Promise<void> {
  await vscode.commands.executeCommand('setContext', key, value);
}
