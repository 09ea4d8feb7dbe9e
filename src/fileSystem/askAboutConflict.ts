// The question that a person is asked where a text was made from an older version than the service has.
import * as vscode from 'vscode';
import { askModal, askModalFor } from '#host/showMessage.ts';
import type { JsonMerge } from '#json/merge/mergeJson.ts';

const { t } = vscode.l10n;

const maxPlaces = 3;

export type ConflictChoice = 'compare' | 'merge' | 'overwrite';

interface Button extends vscode.MessageItem {
  /** Undefined where the person keeps editing. */
  readonly choice?: ConflictChoice;
}

/**
 * `merge`: what a merge would give; undefined where the base is not known. `places`: what both sides changed.
 * @returns undefined to continue editing
 */
export async function askAboutConflict(
  title: string,
  merge: JsonMerge | undefined,
  places: readonly string[],
): Promise<ConflictChoice | undefined> {
  const button = await askModalFor<Button>(
    t('“{0}” was changed on the service after you opened it.', title),
    `${t('Nothing was overwritten.')} ${describeMerge(merge, places)}`,
    ...(merge ? [{ title: t('Merge'), choice: 'merge' } as const] : []),
    { title: t('Compare'), choice: 'compare' },
    { title: t('Overwrite'), choice: 'overwrite' },
    { title: t('Keep Editing'), isCloseAffordance: true },
  );
  return button?.choice;
}

/** Whether a merge result that has neither change at `places` is used anyway. */
export async function confirmDropped(places: readonly string[]): Promise<boolean> {
  const take = t('Use This Result');
  const message =
    places.length === 1
      ? t('1 conflict is not resolved. Use this result anyway?')
      : t('{0} conflicts are not resolved. Use this result anyway?', places.length);
  const detail = `${t('In these places, the result contains neither your change nor the service’s:')}\n${listPlaces(places)}`;
  return (await askModal(message, detail, take)) === take;
}

/** Whether a merge result replaces what was typed since the merge began, `isSamePlace` where it is known to overlap. */
export async function confirmReplacing(title: string, isSamePlace: boolean): Promise<boolean> {
  const take = t('Use This Result');
  const message = isSamePlace
    ? t('“{0}” was edited during the merge, at the same place.', title)
    : t('“{0}” was edited during the merge.', title);
  return (await askModal(message, t('The merge result replaces that edit. You can undo it.'), take)) === take;
}

function describeMerge(merge: JsonMerge | undefined, places: readonly string[]): string {
  if (!merge) return t('Your text is still here.');
  if (merge.kind === 'merged') return t('Your changes and the service’s do not overlap: Merge keeps both.');
  const both = t('You and the service both changed:');
  return [both, listPlaces(places), t('Merge shows both versions side by side.')].join('\n');
}

/** The first ones, each in a line. */
function listPlaces(places: readonly string[]): string {
  const shown = places.slice(0, maxPlaces);
  const left = places.length - shown.length;
  return [...shown, ...(left > 0 ? [t('And {0} more.', left)] : [])].join('\n');
}
