import * as vscode from 'vscode';
import type { ContextKey } from '#manifest.ts';

/** Sets what package.json's when clauses read. */
export async function setContext(key: ContextKey, value: boolean | number | string): Promise<void> {
  await vscode.commands.executeCommand('setContext', key, value);
}
