// A quick pick that searches the records of all projects, or of one list.
import * as vscode from 'vscode';
import { askPick, type PickItem } from '#host/input/askPick.ts';
import { askPickMany } from '#host/input/pickMany.ts';
import { withTreeProgress } from '#host/messages/showProgress.ts';
import { errorKind, UserError } from '#host/messages/userError.ts';
import type { CommandId } from '#manifest.ts';
import { type Catalog, maxWhole } from '#model/records/catalog.ts';
import { type DeckRecord, isCohort, nameOf } from '#model/records/deckRecord.ts';
import type { RecordAddress } from '#model/records/recordAddress.ts';
import {
  formatRecordRef,
  isSameList,
  isSameProject,
  isSameRecord,
  type ListRef,
  type RecordKind,
  type RecordRef,
} from '#model/records/recordRef.ts';
import type { ProjectRef } from '#model/connections/projectRef.ts';
import { rankRecords, type SearchableRecord } from '#model/records/search/shownRecords.ts';
import type { Trashed } from '#model/records/trash.ts';
import { formatCount, formatPersons } from '#text/formatNumber.ts';
import { ServiceSearch, type ServiceSearchDeps } from './serviceSearch.ts';

const { t } = vscode.l10n;

export interface RecordSearch {
  readonly catalog: Catalog;
  readonly title: string;
  readonly lists: readonly ListRef[];
  /** Is not offered, and those of its project come first. */
  readonly otherThan?: RecordRef | undefined;
  /** Others are not offered. */
  readonly accepts?: ((record: DeckRecord) => boolean) | undefined;
  /** Said where there is none to offer. */
  readonly empty?: string | undefined;
  readonly projectLabel: (ref: ProjectRef) => string;
  /** Undefined for a text that is not an address. */
  readonly readAddress: (text: string) => RecordAddress | undefined;
  readonly trash: readonly Trashed[];
  readonly trashedUri: (entry: Trashed) => vscode.Uri;
  /** Listed first, and before others that match as well. */
  readonly recents: readonly RecordRef[];
  /** Finds cohorts on their service while their list is not loaded whole. */
  readonly details?: ServiceSearchDeps['details'];
  readonly onError?: ServiceSearchDeps['onError'];
}

interface RecordItem extends PickItem<RecordRef>, SearchableRecord {}

/** Undefined if the person canceled, or chose something else. Throws if no list can be loaded. */
export async function pickRecord(search: RecordSearch): Promise<RecordRef | undefined> {
  const { catalog, projectLabel } = search;
  const chosen = await askRecord(search);
  const isRecord = chosen === undefined || 'id' in chosen;
  return isRecord ? chosen : followAddress(catalog, chosen, projectLabel);
}

function askRecord(search: RecordSearch): Promise<RecordRef | AddressChoice | undefined> {
  let items: readonly RecordItem[] = [];
  const service = new ServiceSearch(search);
  return askPick<RecordRef | AddressChoice | undefined>({
    title: search.title,
    placeholder: t('Type to search'),
    empty: emptyText(search),
    search: (text) => {
      service.type(text);
      return [...findRecords(search, items, text), ...leftOutItems(search)];
    },
    typed: (text) => itemOfAddress(search, items, text),
    load: (show, signal) => {
      const showAll = () => show((items = withFound(loaded, service.found, search)));
      let loaded: readonly RecordItem[] = [];
      service.start(showAll, signal);
      return loadItems(
        search,
        (all) => {
          loaded = all;
          showAll();
        },
        signal,
      );
    },
  });
}

/** After the loaded ones. */
function withFound(
  loaded: readonly RecordItem[],
  found: readonly RecordRef[],
  search: RecordSearch,
): readonly RecordItem[] {
  const { catalog, otherThan, accepts = () => true } = search;
  const known = new Set(loaded.map(({ value }) => formatRecordRef(value)));
  const others = found.flatMap((ref) => {
    const record = catalog.get(ref);
    const isOffered = record && accepts(record) && !(otherThan && isSameRecord(ref, otherThan));
    return isOffered && !known.has(formatRecordRef(ref)) ? [toItem(ref, record, search)] : [];
  });
  return [...loaded, ...others];
}

/** Undefined if the person canceled. Throws if no list can be loaded. @param check as of `askPickMany` */
export function pickRecords(
  search: RecordSearch,
  placeholder: string,
  check: (chosen: readonly RecordRef[]) => string | undefined,
): Promise<readonly RecordRef[] | undefined> {
  return askPickMany({
    title: search.title,
    placeholder,
    empty: emptyText(search),
    load: (show, signal) => loadItems(search, show, signal),
    leftOut: () => leftOutText(search),
    check,
  });
}

/** Calls `show` with all that is loaded so far, whenever there is more. */
async function loadItems(
  search: RecordSearch,
  show: (items: readonly RecordItem[]) => void,
  signal: AbortSignal,
): Promise<void> {
  const { catalog, lists, otherThan, accepts = () => true } = search;
  const found = new Map<ListRef, readonly RecordItem[]>();
  const readList = (list: ListRef) => {
    const all = catalog.list(list).records;
    const others = all.filter(
      (record) => accepts(record) && !(otherThan && isSameRecord({ ...list, id: record.id }, otherThan)),
    );
    found.set(
      list,
      others.map((record) => toItem({ ...list, id: record.id }, record, search)),
    );
  };
  const showLists = (changed: readonly ListRef[]) => {
    for (const list of changed) readList(list);
    const all = lists.flatMap((each) => found.get(each) ?? []);
    show(inOrder(all, search)); // among equal matches, too
  };
  showLists(lists);
  const listening = catalog.onDidChange(({ kind, ref }) => {
    const changed = lists.filter((list) => kind === 'list' && isSameList(list, ref));
    if (changed.length > 0) showLists(changed);
  });
  try {
    await Promise.all(lists.map((list) => loadList(catalog, list, signal)));
  } finally {
    listening.dispose();
  }
  const states = lists.map((list) => catalog.list(list));
  const isFailed = states.every(({ status, records }) => status === 'failed' && records.length === 0);
  if (states[0] && isFailed) throw states[0].error; // else the tree shows what failed
}

/** Tries again what has failed. A failure is in the list's state. */
export async function loadList(catalog: Catalog, list: ListRef, signal: AbortSignal): Promise<void> {
  if (catalog.list(list).status === 'failed') await catalog.refresh(list);
  await catalog.loadWhole(list, () => !signal.aborted, 'interactive');
}

function findRecords(
  { readAddress }: RecordSearch,
  items: readonly RecordItem[],
  text: string,
): readonly RecordItem[] {
  const address = readAddress(text);
  if (!address) return rankRecords(text, items);
  const refs = address.kind === 'record' ? address.refs : [];
  return items.filter(({ value }) => refs.some((ref) => isSameRecord(ref, value)));
}

/** What cannot be selected, and says that some records are not searched. */
function leftOutItems(search: LimitedSearch) {
  const label = leftOutText(search);
  return label === undefined ? [] : [{ label, iconPath: new vscode.ThemeIcon('info'), value: undefined }];
}

interface LimitedSearch {
  readonly catalog: Pick<Catalog, 'list'>;
  readonly lists: readonly ListRef[];
}

/** Undefined if all records are searched. */
export function leftOutText({ catalog, lists }: LimitedSearch): string | undefined {
  const isCut = lists.some((list) => {
    const { hasMore, records } = catalog.list(list);
    return hasMore && records.length >= maxWhole;
  });
  return isCut
    ? t('Only the first {0} records of each kind in a project are searched', formatCount(maxWhole))
    : undefined;
}

/** Undefined for a text that is not an address, and for one of a record that is found. */
function itemOfAddress(search: RecordSearch, items: readonly RecordItem[], text: string) {
  const { readAddress, lists, otherThan, trash, projectLabel, trashedUri } = search;
  const address = readAddress(text);
  if (!address || findRecords(search, items, text).length > 0) return undefined;
  return recordAddressItem(text.trim(), address, {
    isOffered: (ref) =>
      lists.some((list) => isSameList(list, ref)) && !(otherThan && isSameRecord(ref, otherThan)),
    trashed: (ref) => trash.find((entry) => isSameRecord(entry.ref, ref)),
    projectLabel,
    trashedUri,
  });
}

/** Those of the same project first, and the recent ones of each part. */
function inOrder(items: readonly RecordItem[], { otherThan, recents }: RecordSearch): readonly RecordItem[] {
  if (!otherThan) return recentFirst(items, recents);
  const isNear = ({ value }: RecordItem): boolean => isSameProject(value, otherThan);
  const others = recentFirst(
    items.filter((item) => !isNear(item)),
    recents,
  );
  return [
    ...recentFirst(items.filter(isNear), recents),
    ...others.map((item) => ({ ...item, isRecent: false })), // a search ranks recent ones higher
  ];
}

function recentFirst(items: readonly RecordItem[], recents: readonly RecordRef[]): readonly RecordItem[] {
  const byRef = new Map(items.map((item) => [formatRecordRef(item.value), item]));
  const recent = recents.flatMap((ref) => byRef.get(formatRecordRef(ref)) ?? []);
  if (recent.length === 0) return items;
  const isRecent = new Set(recent);
  const marked = recent.map((item) => ({
    ...item,
    isRecent: true,
    description: t('{0} · recently used', item.description ?? ''),
  }));
  return [...marked, ...items.filter((item) => !isRecent.has(item))];
}

function emptyText({ lists, otherThan, empty }: RecordSearch): string {
  if (empty !== undefined) return empty;
  if (otherThan) return t('There are no other records to select.');
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
    label: nameOf(record) ?? (isOfCohort ? t('Untitled cohort') : t('Untitled dashboard')),
    description: `${t('#{0}', ref.id)} · ${details}`,
    iconPath: new vscode.ThemeIcon(isOfCohort ? 'person' : 'dashboard'),
    value: ref,
  };
}

// What a search of records offers for an address of which it has no record.
type AddressChoice =
  | { readonly kind: 'run'; readonly command: CommandId | 'vscode.open'; readonly args: readonly unknown[] }
  /** The record is in no list that is loaded. */
  | { readonly kind: 'request'; readonly ref: RecordRef };

interface AddressPlaces {
  /** Whether such a record can be selected. */
  readonly isOffered: (ref: RecordRef) => boolean;
  readonly trashed: (ref: RecordRef) => Trashed | undefined;
  readonly projectLabel: (ref: ProjectRef) => string;
  /** Where its page opens. */
  readonly trashedUri: (entry: Trashed) => vscode.Uri;
}

/** The item of an address; it has no value if nothing can be done. @param typed the address */
export function recordAddressItem(
  typed: string,
  address: RecordAddress,
  { isOffered, trashed, projectLabel, trashedUri }: AddressPlaces,
): PickItem<AddressChoice | undefined> {
  if (address.kind === 'noConnection')
    return {
      label: t('No connection to {0}', address.origin),
      description: t('Connect…'),
      iconPath: new vscode.ThemeIcon('plug'),
      value: { kind: 'run', command: 'cohortDeck.connect', args: [typed] },
    };
  if (address.kind === 'noProject')
    return {
      label: t('Project {0} of “{1}” is not shown', address.projectId, address.connection.name),
      description: t('Add Project…'),
      iconPath: new vscode.ThemeIcon('add'),
      value: { kind: 'run', command: 'cohortDeck.addProject', args: [address.connection.id] },
    };
  const ref = address.kind === 'record' ? address.refs.find(isOffered) : undefined;
  if (!ref)
    return {
      label: t('No record with this address can be selected here'),
      iconPath: new vscode.ThemeIcon('info'),
      value: undefined,
    };
  const entry = trashed(ref);
  return entry
    ? trashedItem(ref, projectLabel(ref), trashedUri(entry))
    : unlistedItem(ref, projectLabel(ref));
}

function trashedItem(ref: RecordRef, project: string, uri: vscode.Uri): PickItem<AddressChoice> {
  return {
    label: t('{0} is in the Trash', describe(ref, project)),
    description: t('Show Last Known Version'),
    iconPath: new vscode.ThemeIcon('trash'),
    value: { kind: 'run', command: 'vscode.open', args: [uri] },
  };
}

function unlistedItem(ref: RecordRef, project: string): PickItem<AddressChoice> {
  return {
    label: t('{0} is not in the list', describe(ref, project)),
    description: t('Request it from the service'),
    iconPath: new vscode.ThemeIcon('cloud-download'),
    value: { kind: 'request', ref },
  };
}

function describe({ kind, id }: RecordRef, project: string): string {
  return kind === 'cohort' ? t('Cohort {0} of “{1}”', id, project) : t('Dashboard {0} of “{1}”', id, project);
}

/** @returns the record if the service has it */
export async function followAddress(
  catalog: Catalog,
  choice: AddressChoice,
  projectLabel: AddressPlaces['projectLabel'],
): Promise<RecordRef | undefined> {
  if (choice.kind === 'run') {
    await vscode.commands.executeCommand(choice.command, ...choice.args);
    return undefined;
  }
  const { ref } = choice;
  return withTreeProgress(async () => {
    if (!(await isOnService(catalog, ref))) {
      catalog.forgetSingle(ref);
      throw new UserError(t('{0} does not exist, or was deleted.', describe(ref, projectLabel(ref))));
    }
    await catalog.refresh(ref);
    return ref;
  });
}

/** A service may still have a deleted record. */
async function isOnService(catalog: Catalog, ref: RecordRef): Promise<boolean> {
  try {
    return !(await catalog.retrieve(ref)).deleted;
  } catch (error) {
    if (errorKind(error) === 'notFound') return false;
    throw error;
  }
}
