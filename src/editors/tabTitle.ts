// What the tab of a page is called. A rename changes it in place: another address would be another tab, and what is half
// typed, loaded or searched for in this one would be gone.
import type * as vscode from 'vscode';
import type { Catalog } from '#model/records/catalog.ts';
import { nameOf } from '#model/records/deckRecord.ts';
import { isSameRecord, type RecordRef } from '#model/records/recordRef.ts';
import { displayText } from '#text/displayText.ts';

/** UTF-16 units of a name. */
const longestName = 80;

/** The title that the address gives stays where the record is not known or has no name. */
export function keepTitle(
  panel: Pick<vscode.WebviewPanel, 'title'>,
  ref: RecordRef,
  catalog: Pick<Catalog, 'get' | 'onDidChange'>,
  titleOf = (name: string): string => name,
): vscode.Disposable {
  const show = (): void => {
    const record = catalog.get(ref);
    const name = record && nameOf(record);
    if (name === undefined) return;
    const title = titleOf(displayText(name, longestName));
    if (panel.title !== title) panel.title = title;
  };
  show();
  return catalog.onDidChange((change) => {
    if (change.kind === 'list' || isSameRecord(change.ref, ref)) show();
  });
}
