// The question that a person is asked where a text was made from an older version than the service has.
import * as vscode from 'vscode';
import { askModal, askModalFor } from '#host/messages.ts';
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

/** Whether a merge result that has neither change at `paths` is to be taken all the same. */
export async function askAboutDropped(paths: readonly JsonPath[]): Promise<boolean> {
  const take = t('Use This Result');
  const message =
    paths.length === 1
      ? t('1 conflict is not resolved. Use this result all the same?')
      : t('{0} conflicts are not resolved. Use this result all the same?', paths.length);
  const detail = t(
    'Neither your change nor the service’s is in it: {0}',
    listPaths(paths) || t('the whole text'),
  );
  return (await askModal(message, detail, take)) === take;
}

function describeMerge(merge: JsonMerge | undefined): string {
  if (!merge) return t('Your text is still here.');
  if (merge.kind === 'merged') return t('Your changes and the service’s do not overlap: Merge keeps both.');
  const places = listPaths(merge.paths);
  if (places === '') return t('You and the service changed the same text: Merge shows both side by side.');
  return t('You and the service both changed {0}: Merge shows both side by side.', places);
}

/** The first ones; empty where only the whole text is meant. */
function listPaths(paths: readonly JsonPath[]): string {
  const places = paths.map(describePath).filter((place) => place !== '');
  return places.slice(0, 3).join(', ') + (places.length > 3 ? ', …' : '');
}

/** `properties › values › 2 › value`; items count from 1, as people do. */
function describePath(path: JsonPath): string {
  return path.map((step) => (typeof step === 'number' ? String(step + 1) : step)).join(' › ');
}
