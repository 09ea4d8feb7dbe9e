import * as vscode from 'vscode';
import { extensionId } from '#manifest.ts';

/** The versions of the extension, the editor and the system, for a bug report. */
export function readVersions(): readonly string[] {
  const manifest: { readonly version?: unknown } | undefined =
    vscode.extensions.getExtension(extensionId)?.packageJSON;
  const { remoteName, uiKind } = vscode.env;
  const local = uiKind === vscode.UIKind.Web ? 'web' : 'desktop';
  // Some editors put their server's address here, which must stay private.
  const where = remoteName === undefined ? local : /^[a-z-]+$/.test(remoteName) ? remoteName : 'remote';
  return [
    `Cohort Deck ${typeof manifest?.version === 'string' ? manifest.version : '?'}`,
    `${vscode.env.appName} ${vscode.version} (${where})`,
    `${process.platform} ${process.arch}`,
    `Node.js ${process.versions.node}`,
  ];
}
