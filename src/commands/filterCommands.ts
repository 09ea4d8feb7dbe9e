// What the tree shows: a box that filters while a person types, the way back to all records, and their order.
import * as vscode from 'vscode';
import { type FilterRow, showFilterBox } from '#host/filterBox.ts';
import { askPickOf } from '#host/quickInput.ts';
import { treeViewId } from '#manifest.ts';
import type { Catalog } from '#model/records/catalog.ts';
import { completeFilter, type FilterCompletion } from '#model/records/filterCompletions.ts';
import {
  type ParsedFilter,
  parseFilter,
  type PlainFilter,
  type ValueFilter,
} from '#model/records/recordFilter.ts';
import { type ListOrder, type ListOrders, listOrders } from '#model/records/listOrder.ts';
import type { LocalPins } from '#model/records/localPins.ts';
import type { RecordKind } from '#model/records/recordRef.ts';
import type { ShownRecords } from '#model/records/shownRecords.ts';
import { formatCount } from '#text/localFormat.ts';
import type { CommandTargets } from './commandTargets.ts';

const { t } = vscode.l10n;

export interface FilterDeps {
  readonly catalog: Catalog;
  readonly shown: ShownRecords;
  readonly orders: ListOrders;
  readonly pins: LocalPins;
  readonly targets: CommandTargets;
}

export function createFilterCommands(deps: FilterDeps) {
  return {
    'cohortDeck.filter': () => filterTree(deps),
    'cohortDeck.clearFilter': () => deps.shown.setFilter(undefined),
    'cohortDeck.sortBy': (...args: readonly unknown[]) => sortBy(deps, args),
  };
}

/** Of the list that was clicked, else of one kind or the other. */
async function sortBy({ orders, targets }: FilterDeps, args: readonly unknown[]): Promise<void> {
  const [list] = targets.nodes(args, 'list');
  const kinds: readonly RecordKind[] = list ? [list.ref.kind] : ['dashboard', 'cohort'];
  const items = kinds.flatMap((kind) =>
    listOrders[kind].map((order) => ({
      label:
        kind === 'dashboard'
          ? t('Dashboards: {0}', describeOrder(order))
          : t('Cohorts: {0}', describeOrder(order)),
      description: order === orders.of(kind) ? t('current') : '',
      value: { kind, order },
    })),
  );
  const title = t('Sort By');
  const picked = await askPickOf(items, { title, placeholder: t('Pinned records stay first') });
  if (picked) await orders.set(picked.kind, picked.order);
}

function describeOrder(order: ListOrder): string {
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
      return t('number of persons, largest first');
  }
}

async function filterTree({ catalog, pins, shown, targets }: FilterDeps): Promise<void> {
  for (const project of targets.requireProjects()) {
    void catalog.load({ ...project, kind: 'dashboard' }); // a failure shows in the list itself
    void catalog.load({ ...project, kind: 'cohort' });
  }
  await vscode.commands.executeCommand(`${treeViewId}.focus`);
  const before = shown.filter;
  const parse = (text: string) => parseFilter(text, Date.now(), (ref) => pins.has(ref));
  let filter = parse(before?.text ?? '');
  const apply = (text: string) => {
    filter = parse(text);
    shown.setFilter(filter.text === '' ? undefined : filter);
  };
  await showFilterBox({
    title: t('Filter the Tree'),
    placeholder: t('Words in names, tags and descriptions, or @ for more filters'),
    value: before ? `${before.text} ` : '',
    clearTitle: t('Clear Filter'),
    onType: apply,
    onDidChange: shown.onDidChange,
    rowsFor: (text) => {
      const records = catalog.loadedLists().flatMap((ref) => catalog.list(ref).records);
      return [outcomeRow(shown, filter), ...completeFilter(text, records).map(completionRow)];
    },
  });
}

function outcomeRow(shown: ShownRecords, { text, ignored }: ParsedFilter): FilterRow {
  const { shown: found, total, isReading } = shown.totals();
  const count = formatCount(total);
  const label =
    text === '' ? t('Show all {0} records', count) : t('Show {0} of {1} records', formatCount(found), count);
  const notes = [
    isReading ? t('still loading') : '',
    ignored.length > 0 ? t('not complete: {0}', ignored.join(' ')) : '',
  ];
  return { label, description: notes.filter((note) => note !== '').join(' · ') };
}

function completionRow({ filter, token, text, count }: FilterCompletion): FilterRow {
  const isWhole = !token.endsWith(':');
  const records = count === 1 ? t('1 record') : count && t('{0} records', formatCount(count));
  return {
    label: token,
    description: isWhole && records ? records : describeFilter(filter),
    completion: isWhole ? `${text} ` : text,
  };
}

function describeFilter(filter: PlainFilter | ValueFilter): string {
  switch (filter) {
    case '@pinned':
      return t('Pinned');
    case '@static':
      return t('Static cohorts');
    case '@failed':
      return t('Cohorts whose last calculation failed');
    case '@tag:':
      return t('Dashboards with a tag');
    case '@owner:':
      return t('Created by a person, by name or email');
    case '@changed:':
      return t('Created or calculated since: 24h, 7d, 3m or a date such as 2026-11-22');
  }
}
