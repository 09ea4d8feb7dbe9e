// The question that a person is asked when a save finds that the record is deleted.
import * as vscode from 'vscode';
import { askModalFor } from '#host/showMessage.ts';
import { saveTextAsFile } from './saveTextAsFile.ts';

const { t } = vscode.l10n;

/** Asks what to do with an unsaved text whose record is deleted. */
export async function askAboutDeletedRecord(
  uri: vscode.Uri,
  title: string,
  text: string,
): Promise<'restore' | undefined> {
  const restore = t('Restore with This Text');
  const saveFile = t('Save as File…');
  const choice = await askModalFor<vscode.MessageItem>(
    t('“{0}” was deleted on the service after you opened it.', title),
    t('Nothing was sent, and your text is still here.'),
    ...[restore, saveFile].map((button) => ({ title: button })),
    { title: t('Keep Editing'), isCloseAffordance: true },
  );
  if (choice?.title === restore) return 'restore';
  if (choice?.title === saveFile) await saveTextAsFile(uri, text);
  return undefined;
}
