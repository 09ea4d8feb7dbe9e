// The header of the pages of both kinds of records.
import * as vscode from 'vscode';
import type { Connections } from '#model/connections/connections.ts';
import type { WriteGuard } from '#model/connections/writeGuard.ts';
import { type DeckRecord, isViewOnly, nameOf, ownerName } from '#model/records/deckRecord.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import { displayText } from '#text/displayText.ts';
import { placeNameOf } from './recordPage.ts';

const { t } = vscode.l10n;

export interface HeaderSources {
  readonly connections: Connections;
  readonly guard: WriteGuard;
}

export function recordHeaderOf(ref: RecordRef, record: DeckRecord, { connections, guard }: HeaderSources) {
  const name = nameOf(record);
  return {
    place: placeNameOf(connections, ref),
    name: record.name ?? '',
    title: name === undefined ? untitled(ref) : displayText(name, 400),
    description: record.description ?? '',
    owner: displayText(ownerName(record.created_by) ?? ''),
    canEdit: guard.protectionOf(ref) !== 'readOnly' && !isViewOnly(record),
    hasWebPage: connections.get(ref.connectionId)?.isSample === false,
  };
}

function untitled({ kind, id }: RecordRef): string {
  return kind === 'cohort' ? t('Untitled cohort #{0}', id) : t('Untitled dashboard #{0}', id);
}
