// JSON that was written into a field of the structure and not applied is not in the document: a tab closes without a
// question, and what was written is offered afterwards.
import * as vscode from 'vscode';

const { t } = vscode.l10n;

/** @param uri of the document that they were written for */
export async function offerDrafts(uri: vscode.Uri, drafts: readonly string[]): Promise<void> {
  const keep = t('Open as New File');
  const message = t(
    'The tab of “{0}” was closed before the JSON that was written in its structure was applied.',
    uri.path.split('/').at(-1) ?? '',
  );
  if ((await vscode.window.showWarningMessage(message, keep)) !== keep) return;
  const document = await vscode.workspace.openTextDocument({
    language: 'json',
    content: drafts.join('\n\n'),
  });
  await vscode.window.showTextDocument(document);
}
