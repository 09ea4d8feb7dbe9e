// What the view says of the tree's filter: above its items, and to the menus of package.json. A title has no room for it.
import * as vscode from 'vscode';
import { setContext } from '#host/contextKeys.ts';
import { DisposableStore } from '#host/disposables.ts';
import { toDocumentTab } from '#host/pages/tabs.ts';
import { scheme } from '#manifest.ts';
import { parseRecordPlace } from '#model/documents/documentUri.ts';
import { isSameRecord, type RecordRef } from '#model/records/recordRef.ts';
import type { ShownRecords, TreeFilter } from '#model/records/search/shownRecords.ts';
import { findMistake } from '#model/records/search/treeFilter.ts';
import { formatList } from '#text/displayLanguage.ts';
import { displayText } from '#text/displayText.ts';
import { formatCount } from '#text/formatNumber.ts';

const { t } = vscode.l10n;

/** The pages of a long list come faster than a person reads. */
const pauseMs = 100;

export function registerTreeFilterMessage(
  view: Pick<vscode.TreeView<unknown>, 'message'>,
  shown: ShownRecords,
): vscode.Disposable {
  const store = new DisposableStore();
  let timer: NodeJS.Timeout | undefined;
  let isFiltered = false;
  const update = () => {
    timer = undefined;
    if (isFiltered !== (shown.filter !== undefined)) {
      isFiltered = !isFiltered;
      void setContext('cohortDeck.isFiltered', isFiltered);
    }
    view.message = describeFilter(shown);
  };
  const updateSoon = () => (timer ??= setTimeout(update, pauseMs));
  store.add(shown.onDidChange(updateSoon));
  store.add(shown.onDidChangeAll(updateSoon));
  store.add({ dispose: () => clearTimeout(timer) });
  return store;
}

/** Empty without a filter. */
function describeFilter(shown: ShownRecords): string {
  if (!shown.filter) return '';
  const { shown: found, loaded, total, isReading } = shown.totals();
  const counts = t(
    '{0} of {1} · {2}',
    formatCount(found),
    formatCount(total),
    displayText(shown.filter.text),
  );
  const isUserMissing = shown.withoutPerson().length > 0;
  const known = isUserMissing ? t('{0} · Set who you are to use @mine.', counts) : counts;
  const mistake = describeMistake(shown.filter);
  const state = mistake === undefined ? known : `${known} · ${mistake}`;
  if (isReading) return t('{0} (still loading, {1} searched)', state, formatCount(loaded));
  return loaded < total ? t('{0} (only {1} searched)', state, formatCount(loaded)) : state;
}

/** Undefined if the whole filter is understood. */
function describeMistake(filter: TreeFilter): string | undefined {
  const mistake = findMistake(filter);
  if (!mistake) return undefined;
  const { understood } = mistake;
  const token = displayText(mistake.token);
  const [example, ...others] = understood;
  return example !== undefined && others.length === 0
    ? t('Invalid filter “{0}”. Use, for example, {1}.', token, example)
    : t('Unknown filter “{0}”. Available filters: {1}.', token, formatList(understood));
}

/**
 * Whether the cohort may be on the screen: the tree is visible, or its page or one of its documents is. The focus of the window
 * does not count: while it is in a page, VS Code may say that there is none, and a window beside another one is seen as well.
 */
export function isCohortVisible(view: { readonly visible: boolean }, ref: RecordRef): boolean {
  if (view.visible) return true;
  return vscode.window.tabGroups.all.some(({ activeTab }) => {
    const uri = activeTab && toDocumentTab(activeTab)?.uri;
    const shown = uri?.scheme === scheme ? parseRecordPlace(uri) : undefined;
    return shown !== undefined && isSameRecord(shown, ref);
  });
}
