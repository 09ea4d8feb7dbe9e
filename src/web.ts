// The composition root where the editor runs in a browser alone, without Node: the tree, commands and editors say so,
// and what to do.
import * as vscode from 'vscode';
import { setContext } from '#host/contextKeys.ts';
import { showWarning } from '#host/messages/showMessage.ts';
import { commandIds, tableEditorViewType } from '#manifest.ts';

const { t } = vscode.l10n;
const remoteHelp = 'https://code.visualstudio.com/docs/remote/remote-overview';

export async function activate({ subscriptions }: vscode.ExtensionContext): Promise<void> {
  for (const id of commandIds) subscriptions.push(vscode.commands.registerCommand(id, explain));
  subscriptions.push(vscode.window.registerCustomEditorProvider(tableEditorViewType, explainingEditor));
  await setContext('cohortDeck.needsNode', true); // the tree's welcome then explains it, too
}

/** package.nls.json says the same in the tree. */
function reason(): string {
  return t(
    'Cohort Deck needs Node.js, which a browser alone does not have. Use VS Code on your computer, or connect this window to a remote machine, for example through a tunnel or a codespace.',
  );
}

async function explain(): Promise<void> {
  const learnMore = t('Learn More');
  if ((await showWarning(reason(), learnMore)) === learnMore)
    await vscode.env.openExternal(vscode.Uri.parse(remoteHelp));
}

/** The editor of files, which any window can open as a table; the other editors are for records. */
const explainingEditor: vscode.CustomReadonlyEditorProvider = {
  openCustomDocument: (uri) => ({ uri, dispose: () => undefined }),
  resolveCustomEditor: (_document, { webview }) => {
    webview.html = `<!DOCTYPE html>
<html><head><meta http-equiv="Content-Security-Policy" content="default-src 'none'"></head>
<body><p>${reason()}</p></body></html>`;
  },
};
