// A quick pick that searches the records of all projects, or of one list.
import * as vscode from 'vscode';
import { askPick, type PickItem } from '#host/quickInput.ts';
import type { Catalog } from '#model/records/catalog.ts';
import { type DeckRecord, isCohort, nameOf } from '#model/records/deckRecord.ts';
import { rankRecords, type SearchableRecord } from '#model/records/rankRecords.ts';
import {
  formatRecordRef,
  type ListRef,
  type ProjectRef,
  type RecordKind,
  type RecordRef,
} from '#model/records/recordRef.ts';
import { formatPersons } from '#text/localFormat.ts';

const { t } = vscode.l10n;

/** The most records loaded for a search; a longer quick pick would not help. */
const maxRecords = 10_000;
/** Large pages, because a shared service counts requests. */
const pageSize = 1000;

export interface RecordSearch {
  readonly catalog: Catalog;
  readonly title: string;
  readonly lists: readonly ListRef[];
  /** The id of a record that is not offered. */
  readonly except?: number | undefined;
  readonly projectLabel: (ref: ProjectRef) => string;
  /** The record's page in the service's web UI; undefined where there is none. */
  readonly webUrl: (ref: RecordRef) => string | undefined;
  /** Listed first until something is typed. */
  readonly recents: readonly RecordRef[];
}

interface RecordItem extends PickItem<RecordRef>, SearchableRecord {}

/** Undefined where the person cancelled. Throws where no list can be loaded. */
export function pickRecord(search: RecordSearch): Promise<RecordRef | undefined> {
  const { catalog, title, lists, except } = search;
  let items: readonly RecordItem[] = [];
  return askPick<RecordRef>({
    title,
    placeholder: t('Type to search'),
    empty: emptyText(search),
    search: (text) => rankRecords(text, items),
    load: async (show, signal) => {
      const found = new Map<ListRef, readonly RecordItem[]>();
      const showList = (list: ListRef, records: readonly DeckRecord[]) => {
        const offered = records.filter((record) => record.id !== except);
        found.set(
          list,
          offered.map((record) => toItem({ ...list, id: record.id }, record, search)),
        );
        items = lists.flatMap((each) => found.get(each) ?? []);
        show(recentFirst(items, search.recents));
      };
      const loads = lists.map((list) => loadAll(catalog, list, signal, (records) => showList(list, records)));
      const failed = (await Promise.allSettled(loads)).filter((load) => load.status === 'rejected');
      if (failed[0] && failed.length === lists.length) throw failed[0].reason; // else the tree shows what failed
    },
  });
}

function recentFirst(items: readonly RecordItem[], recents: readonly RecordRef[]): readonly RecordItem[] {
  const byRef = new Map(items.map((item) => [formatRecordRef(item.value), item]));
  const recent = recents.flatMap((ref) => byRef.get(formatRecordRef(ref)) ?? []);
  if (recent.length === 0) return items;
  const isRecent = new Set(recent);
  const marked = recent.map((item) => ({
    ...item,
    description: t('{0} · recently used', item.description ?? ''),
  }));
  return [...marked, ...items.filter((item) => !isRecent.has(item))];
}

/** Calls `show` with what is loaded, then with each further page. Throws where nothing can be loaded. */
async function loadAll(
  catalog: Catalog,
  list: ListRef,
  signal: AbortSignal,
  show: (records: readonly DeckRecord[]) => void,
): Promise<void> {
  let state = await catalog.load(list);
  if (state.status === 'failed') {
    const isEmpty = state.records.length === 0;
    state = isEmpty ? await catalog.refresh(list) : await catalog.loadMore(list, pageSize);
  }
  show(state.records);
  while (state.hasMore && state.status === 'ready' && !signal.aborted && state.records.length < maxRecords) {
    const loaded = state.records.length;
    state = await catalog.loadMore(list, pageSize);
    if (state.records.length === loaded) break; // the service sent the same page again
    show(state.records);
  }
  if (state.status === 'failed' && state.records.length === 0) throw state.error;
}

function emptyText({ lists, except }: RecordSearch): string {
  if (except !== undefined) return t('There are no other records to select.');
  const kinds = new Set<RecordKind>(lists.map(({ kind }) => kind));
  if (kinds.size > 1) return t('No dashboards or cohorts yet.');
  return kinds.has('cohort') ? t('No cohorts yet.') : t('No dashboards yet.');
}

function toItem(ref: RecordRef, record: DeckRecord, search: RecordSearch): RecordItem {
  const isOfCohort = isCohort(record);
  const count = isOfCohort && typeof record.count === 'number' ? formatPersons(record.count, t) : undefined;
  const details = [search.projectLabel(ref), count].filter((part) => part !== undefined).join(' · ');
  return {
    id: ref.id,
    name: nameOf(record) ?? '',
    details,
    url: search.webUrl(ref),
    label: nameOf(record) ?? (isOfCohort ? t('Untitled cohort') : t('Untitled dashboard')),
    description: `${t('#{0}', ref.id)} · ${details}`,
    iconPath: new vscode.ThemeIcon(isOfCohort ? 'person' : 'dashboard'),
    value: ref,
  };
}
