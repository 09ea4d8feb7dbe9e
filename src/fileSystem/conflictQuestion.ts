// The question that a person is asked where a text was made from an older version than the service has.
import * as vscode from 'vscode';
import { askModalFor } from '#host/messages.ts';
import type { JsonMerge } from '#json/merge/merge.ts';
import type { JsonPath } from '#json/tree.ts';

const { t } = vscode.l10n;

export type ConflictChoice = 'compare' | 'merge' | 'overwrite';

interface Button extends vscode.MessageItem {
  /** Undefined where the person goes on editing. */
  readonly choice?: ConflictChoice;
}

/** `merge`: what a merge would give; undefined where the base is not known. @returns undefined to go on editing */
export async function askAboutConflict(
  title: string,
  merge: JsonMerge | undefined,
): Promise<ConflictChoice | undefined> {
  const button = await askModalFor<Button>(
    t('“{0}” was changed on the service since you opened it.', title),
    `${t('Nothing was overwritten.')} ${describeMerge(merge)}`,
    ...(merge ? [{ title: t('Merge'), choice: 'merge' } as const] : []),
    { title: t('Compare'), choice: 'compare' },
    { title: t('Overwrite'), choice: 'overwrite' },
    { title: t('Keep Editing'), isCloseAffordance: true },
  );
  return button?.choice;
}

function describeMerge(merge: JsonMerge | undefined): string {
  if (!merge) return t('Your text is still here.');
  if (merge.kind === 'merged') return t('Your changes and the service’s do not overlap: Merge keeps both.');
  const places = merge.paths.map(describePath).filter((place) => place !== '');
  if (places.length === 0)
    return t('You and the service changed the same text: Merge shows both side by side.');
  const shown = places.slice(0, 3).join(', ') + (places.length > 3 ? ', …' : '');
  return t('You and the service both changed {0}: Merge shows both side by side.', shown);
}

/** `properties › values › 2 › value`; items count from 1, as people do. */
function describePath(path: JsonPath): string {
  return path.map((step) => (typeof step === 'number' ? String(step + 1) : step)).join(' › ');
}
