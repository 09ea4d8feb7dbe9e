// What the tab of a page is called. A rename changes it in place: another address would be another tab, and what is half
// typed, loaded or searched for in this one would be gone. Where another tab shows a record of the same name and another
// project, both name their project.
import * as vscode from 'vscode';
import { findDocumentTabs } from '#host/pages/tabs.ts';
import { scheme } from '#manifest.ts';
import type { Connections } from '#model/connections/connections.ts';
import { parseRecordPlace } from '#model/documents/documentUri.ts';
import type { Catalog } from '#model/records/catalog.ts';
import { nameOf } from '#model/records/deckRecord.ts';
import { isSameProject, type RecordRef } from '#model/records/recordRef.ts';
import { displayText } from '#text/displayText.ts';
import { placeNameOf } from './recordPage.ts';

/** UTF-16 units of a name. */
const maxNameLength = 80;

export interface TitleSources {
  readonly catalog: Pick<Catalog, 'get' | 'onDidChange'>;
  readonly connections: Pick<Connections, 'placeName'>;
}

/**
 * Keeps the title up to date with the record's name. Without a known record or a name, the title of the address stays.
 * @param ownTitle the title of the address: where it is right, the tab’s hover shows the whole address
 */
export function keepTitle(
  panel: Pick<vscode.WebviewPanel, 'title'>,
  ref: RecordRef,
  { catalog, connections }: TitleSources,
  titleOf = (name: string): string => name,
  ownTitle?: string,
): vscode.Disposable {
  const nameIn = (one: RecordRef): string | undefined => {
    const record = catalog.get(one);
    return record && nameOf(record);
  };
  const show = (): void => {
    const name = nameIn(ref);
    if (name === undefined) return;
    const plain = titleOf(displayText(name, maxNameLength));
    const isRepeated = recordsInTabs().some((other) => !isSameProject(other, ref) && nameIn(other) === name);
    const alone = plain === ownTitle ? '' : plain;
    const title = isRepeated ? vscode.l10n.t('{0} ({1})', plain, placeNameOf(connections, ref)) : alone;
    if (panel.title !== title) panel.title = title;
  };
  show();
  return vscode.Disposable.from(
    catalog.onDidChange(show), // the record of another tab may have got this one's name
    vscode.window.tabGroups.onDidChangeTabs(({ opened, closed }) => {
      if (opened.length + closed.length > 0) show();
    }),
  );
}

function recordsInTabs(): readonly RecordRef[] {
  return findDocumentTabs(scheme).flatMap(({ uri }) => parseRecordPlace(uri) ?? []);
}
