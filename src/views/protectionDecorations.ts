// The protection of connections, projects and their documents, as a badge and a color: in the tree by the address of an
// item, in tabs by the document's own.
import * as vscode from 'vscode';
import { colorIds, scheme } from '#manifest.ts';
import type { Protection } from '#model/connections/protection.ts';
import type { WriteGuard } from '#model/connections/writeGuard.ts';
import { parseRecordPlace } from '#model/documents/documentUri.ts';

const itemScheme = `${scheme}-protected`;

export function registerProtectionDecorations(guard: WriteGuard): vscode.Disposable {
  const changed = new vscode.EventEmitter<undefined>();
  const provider: vscode.FileDecorationProvider = {
    onDidChangeFileDecorations: changed.event,
    provideFileDecoration: (uri) => createDecoration(protectionAt(uri, guard)),
  };
  return vscode.Disposable.from(
    changed,
    guard.onDidChange(() => changed.fire(undefined)),
    vscode.window.registerFileDecorationProvider(provider),
  );
}

/** The `resourceUri` of an item. `at`: the item's ID. */
export function protectionUri(protection: Protection, at: string): vscode.Uri {
  return vscode.Uri.from({ scheme: itemScheme, path: `/${at}`, query: protection });
}

function protectionAt(uri: vscode.Uri, guard: WriteGuard): Protection | undefined {
  if (uri.scheme === itemScheme) return uri.query === 'readOnly' ? 'readOnly' : 'production';
  const ref = uri.scheme === scheme ? parseRecordPlace(uri) : undefined;
  return ref && guard.protectionOf(ref);
}

function createDecoration(protection: Protection | undefined): vscode.FileDecoration | undefined {
  if (!protection) return undefined;
  const badge = protection === 'production' ? 'P' : 'R';
  const color = new vscode.ThemeColor(colorIds[protection]);
  return new vscode.FileDecoration(badge, describeProtection(protection), color);
}

const { t } = vscode.l10n;

/** Beside a name. */
export function protectionLabel(protection: Protection | undefined): string {
  if (protection === undefined) return '';
  return protection === 'production' ? t('production') : t('read-only');
}

/** What it means, in a sentence. */
export function describeProtection(protection: Protection): string {
  return protection === 'production'
    ? t('Production: changes are sent only after you confirm')
    : t('Read-only: no change can be sent');
}
