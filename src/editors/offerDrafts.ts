// JSON that was written into a field of the structure and not applied is not in the document: a tab closes without a
// question, a window may be killed, and what was written is offered afterwards.
import * as vscode from 'vscode';
import { plainText } from '#host/plainText.ts';

const { t } = vscode.l10n;

/** @param uri of the document that they were written for @param closed what went away with them */
export async function offerDrafts(
  uri: vscode.Uri,
  drafts: readonly string[],
  closed: 'tab' | 'window',
): Promise<void> {
  const keep = t('Open as New File');
  const name = uri.path.split('/').at(-1) ?? '';
  const message =
    closed === 'tab'
      ? t('The tab of “{0}” was closed before the JSON that was written in its structure was applied.', name)
      : t(
          'A window was closed before the JSON that was written in the structure of “{0}” was applied.',
          name,
        );
  if ((await vscode.window.showWarningMessage(plainText(message), keep)) !== keep) return;
  const document = await vscode.workspace.openTextDocument({
    language: 'json',
    content: drafts.join('\n\n'),
  });
  await vscode.window.showTextDocument(document);
}
