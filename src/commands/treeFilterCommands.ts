// What the tree shows: a box that filters while a person types, the way back to all records, and their order.
import * as vscode from 'vscode';
import { withTreeProgress } from '#host/messages/showProgress.ts';
import type { CommandTargets } from '#commands/targets/commandTargets.ts';
import { formatRecords } from '#commands/targets/recordNames.ts';
import { type RevealDeps, revealRecord } from '#commands/targets/revealRecord.ts';
import { askPick, askPickOf, type PickItem } from '#host/input/askPick.ts';
import { type FilterRow, showFilterBox } from '#host/input/showFilterBox.ts';
import { type CommandId, treeViewId } from '#manifest.ts';
import type { Connection } from '#model/connections/connection.ts';
import type { Connections } from '#model/connections/connections.ts';
import type { Catalog } from '#model/records/catalog.ts';
import type { UserSummary } from '#model/records/deckRecord.ts';
import type { LocalPins } from '#model/records/localPins.ts';
import type { ListRef, RecordKind } from '#model/records/recordRef.ts';
import type { CohortDetails } from '#model/records/cohortDetails.ts';
import { creatorsOf, type OwnUser, type OwnUsers } from '#model/records/search/ownUsers.ts';
import type { ShownRecords, TreeFilter } from '#model/records/search/shownRecords.ts';
import {
  type LocalFacts,
  parseFilter,
  type PlainFilter,
  type ValueFilter,
  valueFilters,
} from '#model/records/search/treeFilter.ts';
import { completeTreeFilter, type FilterCompletion } from '#model/records/search/completeTreeFilter.ts';
import { type TreeOrder, type TreeOrders, treeOrders } from '#model/records/search/treeOrders.ts';
import { formatCount } from '#text/formatNumber.ts';

const { t } = vscode.l10n;

export interface FilterDeps extends RevealDeps {
  readonly catalog: Catalog;
  readonly shown: ShownRecords;
  readonly orders: TreeOrders;
  readonly pins: LocalPins;
  readonly connections: Connections;
  readonly targets: CommandTargets;
  readonly isTreeVisible: () => boolean;
  readonly ownUsers: OwnUsers;
  readonly details: () => Promise<Pick<CohortDetails, 'user'>>;
}

export function createTreeFilterCommands(deps: FilterDeps) {
  deps.ownUsers.onDidChange(() => deps.shown.refilter()); // it may be of the person's own records
  let last: string | undefined;
  return {
    'cohortDeck.filter': async () => {
      const before = deps.shown.filter;
      await filterTree(deps, last);
      if (before && !deps.shown.filter) last = before.text;
    },
    /** The record that was found stays in sight: it may be far down in the whole list. */
    'cohortDeck.clearFilter': async (...args: readonly unknown[]) => {
      const [item, selected] = args;
      const [found, ...others] = deps.targets.nodes([item], 'record');
      const keepsSelection = others.length > 0 || (Array.isArray(selected) && selected.length > 1);
      last = deps.shown.filter?.text ?? last;
      deps.shown.setFilter(undefined);
      if (found && !keepsSelection && deps.catalog.get(found.ref)) await revealRecord(deps, found.ref);
    },
    'cohortDeck.setWhoIAm': async (...args: readonly unknown[]) => {
      const connection = await deps.targets.connection(args, t('Set Who I Am'));
      if (connection) await setWhoIAm(deps, connection);
    },
    'cohortDeck.sortBy': (...args: readonly unknown[]) => sortBy(deps, args),
  };
}

/** Asks for the order of the list that was clicked, or of either kind. */
async function sortBy({ orders, targets }: FilterDeps, args: readonly unknown[]): Promise<void> {
  const [list] = targets.nodes(args, 'list');
  const kinds: readonly RecordKind[] = list ? [list.ref.kind] : ['dashboard', 'cohort'];
  const items = kinds.flatMap((kind) =>
    treeOrders[kind].map((order) => ({
      label:
        kind === 'dashboard'
          ? t('Dashboards: {0}', describeOrder(order))
          : t('Cohorts: {0}', describeOrder(order)),
      description: order === orders.of(kind) ? t('current') : '',
      value: { kind, order },
    })),
  );
  const title = t('Sort By');
  const picked = await askPickOf(items, {
    title,
    placeholder: t('In all projects. Pinned records stay on top.'),
  });
  if (picked) await orders.set(picked.kind, picked.order);
}

function describeOrder(order: TreeOrder): string {
  switch (order) {
    case 'service':
      return t('as on the service');
    case 'name':
      return t('name');
    case 'created':
      return t('created, newest first');
    case 'calculated':
      return t('last calculated, newest first');
    case 'count':
      return t('size, largest first');
  }
}

/** @param last the text of the filter that was cleared last, which an empty box offers */
async function filterTree(deps: FilterDeps, last: string | undefined): Promise<void> {
  const { catalog, shown, targets, isTreeVisible } = deps;
  for (const project of targets.requireProjects()) {
    void catalog.load({ ...project, kind: 'dashboard' }); // a failure shows in the list itself
    void catalog.load({ ...project, kind: 'cohort' });
  }
  // The tree may take the focus late, and then from the box.
  if (!isTreeVisible()) await vscode.commands.executeCommand(`${treeViewId}.focus`);
  const before = shown.filter;
  const facts = localFacts(deps);
  const parse = (text: string) => parseFilter(text, Date.now(), facts);
  let filter = parse(before?.text ?? '');
  const apply = (text: string) => {
    filter = parse(text);
    shown.setFilter(filter.text === '' ? undefined : { ...filter, isTyped: !/\s$/.test(text) });
  };
  const isAccepted = await showFilterBox({
    title: t('Filter the Tree'),
    placeholder: t('Words in names, tags and descriptions, -word to exclude, @ for more filters'),
    value: before ? `${before.text} ` : '',
    clearTitle: t('Clear Filter'),
    action: {
      title: t('Set Who I Am…'),
      icon: 'account',
      run: () => void vscode.commands.executeCommand('cohortDeck.setWhoIAm' satisfies CommandId),
    },
    onType: apply,
    onDidChange: shown.onDidChange,
    rowsFor: (text) => {
      const records = catalog.loadedLists().flatMap((ref) => catalog.list(ref).records);
      const completions = completeTreeFilter(text, records);
      const canComplete = () =>
        (text === filter.text ? completions : completeTreeFilter(filter.text, records)).length > 0;
      const lastRow = text === '' && last !== undefined ? [againRow(last)] : [];
      return [outcomeRow(shown, filter, canComplete), ...lastRow, ...completions.map(completionRow)];
    },
  });
  // What is ignored of an accepted filter is a mistake. Escape leaves the one from before.
  if (filter.ignored.length > 0) shown.setFilter(isAccepted ? filter : before);
  if (isAccepted) await askMissingUsers(deps);
}

function localFacts({ ownUsers, pins }: FilterDeps): LocalFacts {
  return {
    isPinnedHere: (ref) => pins.has(ref),
    isMine: (ref, record) => ownUsers.isMine(ref, record),
    isPersonKnown: (id) => ownUsers.of(id) !== undefined,
  };
}

/** On each connection on which the filter lacks it, and whose service does not say whose key it is, until the person cancels. */
async function askMissingUsers(deps: FilterDeps): Promise<void> {
  const missing = deps.shown.withoutPerson();
  const details = await deps.details();
  const users = await Promise.all(missing.map((id) => withTreeProgress(() => details.user(id))));
  for (const [index, id] of missing.entries()) {
    const user = users[index];
    if (user) await deps.ownUsers.set(id, user);
    const connection = user ? undefined : deps.connections.get(id);
    if (connection && !(await setWhoIAm(deps, connection))) return;
  }
}

/** @returns whether the person has answered */
async function setWhoIAm({ catalog, ownUsers }: FilterDeps, connection: Connection): Promise<boolean> {
  const user = await askWhoIAm({ catalog, connection, known: ownUsers.of(connection.id) });
  if (user !== undefined) await ownUsers.set(connection.id, user);
  return user !== undefined;
}

/** Enter applies the filter, without what is ignored; one that can be completed stays in the box. */
function outcomeRow(
  shown: ShownRecords,
  { text, ignored }: TreeFilter,
  canComplete: () => boolean,
): FilterRow {
  const { shown: found, total, isReading } = shown.totals();
  const count = formatCount(total);
  if (ignored.length > 0 && canComplete())
    return {
      label: t('Incomplete: {0}', ignored.join(' ')),
      description: describeMissing(ignored.at(-1) ?? ''),
      completion: text,
    };
  const label =
    text === '' ? t('Show all {0} records', count) : t('Show {0} of {1} records', formatCount(found), count);
  const isPersonMissing = shown.withoutPerson().length > 0;
  const isStaying = text !== '' && ignored.length === 0 && !isPersonMissing;
  const notes = [
    isPersonMissing ? t('press Enter to set who you are') : '',
    isStaying ? t('Enter or Escape') : '',
    isReading ? t('still loading') : '',
    ignored.length > 0 ? t('ignored: {0}', ignored.join(' ')) : '',
  ];
  return { label, description: notes.filter((note) => note !== '').join(' · ') };
}

function describeMissing(token: string): string {
  switch (valueFilters.find((known) => token.toLowerCase().startsWith(known))) {
    case '@tag:':
      return t('Enter or select a tag');
    case '@owner:':
      return t('Enter or select a name or email');
    case '@changed:':
      return t('Enter or select a time, such as 7d');
    case undefined:
      return t('Select a filter');
  }
}

function againRow(last: string): FilterRow {
  return { label: t('Filter again: {0}', last), completion: `${last} `, isWhole: true };
}

function completionRow({ filter, token, text, count }: FilterCompletion): FilterRow {
  const isWhole = !token.endsWith(':');
  const records = count && formatRecords(count);
  return {
    label: token,
    description: isWhole && records ? records : describeFilter(filter),
    completion: isWhole ? `${text} ` : text,
  };
}

function describeFilter(filter: PlainFilter | ValueFilter): string {
  switch (filter) {
    case '@mine':
      return t('Created by you');
    case '@pinned':
      return t('Pinned');
    case '@static':
      return t('Static cohorts');
    case '@failed':
      return t('Cohorts whose last calculation failed');
    case '@tag:':
      return t('Dashboards with this tag');
    case '@owner:':
      return t('Created by the person with this name or email');
    case '@changed:':
      return t('Created or calculated since: 24h, 7d, 3m or a date such as 2026-11-22');
  }
}

// Asks the person who they are among the creators of a connection's records.
const kinds: readonly RecordKind[] = ['dashboard', 'cohort'];

interface WhoIAmQuestion {
  readonly catalog: Pick<Catalog, 'list' | 'loadWhole' | 'onDidChange'>;
  readonly connection: Connection;
  readonly known: OwnUser | undefined;
}

/** Undefined if the person canceled. Reads all lists in the background and appends the creators it finds. */
async function askWhoIAm({ catalog, connection, known }: WhoIAmQuestion): Promise<OwnUser | undefined> {
  const { id: connectionId, projects } = connection;
  const lists: readonly ListRef[] = projects.flatMap(({ id }) =>
    kinds.map((kind) => ({ connectionId, projectId: id, kind })),
  );
  return askPick<OwnUser>({
    title: t('Who You Are on “{0}”', connection.name),
    placeholder: t('Select who you are'),
    load: async (show, signal) => {
      const found = new Map<string, PickItem<OwnUser>>();
      const update = (): void => {
        if (signal.aborted) return;
        const users = creatorsOf(lists.flatMap((list) => catalog.list(list).records)).map(toItem);
        for (const item of users.toSorted((a, b) => a.label.localeCompare(b.label))) {
          const key = JSON.stringify(item.value);
          if (!found.has(key)) found.set(key, key === JSON.stringify(known) ? markCurrent(item) : item);
        }
        show([...found.values(), known === 'none' ? markCurrent(nobody()) : nobody()]);
      };
      update();
      const listening = catalog.onDidChange(update);
      try {
        const isWanted = () => !signal.aborted;
        await Promise.all(lists.map((list) => catalog.loadWhole(list, isWanted)));
      } finally {
        listening.dispose();
      }
      update();
    },
  });
}

function nobody(): PickItem<OwnUser> {
  return {
    label: t('None of These'),
    description: t('Only records that you create from here count as yours'),
    iconPath: new vscode.ThemeIcon('circle-slash'),
    value: 'none',
  };
}

function toItem(user: UserSummary): PickItem<OwnUser> {
  const [name, email] = [user.first_name?.trim(), user.email?.trim()];
  return {
    label: name || email || user.distinct_id || t('Person {0}', user.uuid ?? user.id ?? ''),
    description: name && email ? email : '',
    iconPath: new vscode.ThemeIcon('account'),
    value: user,
  };
}

function markCurrent(item: PickItem<OwnUser>): PickItem<OwnUser> {
  const description = [item.description, t('current')].filter(Boolean).join(' · ');
  return { ...item, description };
}
