// The filter of the tree: a box that filters while a person types, and the way back to all records.
import * as vscode from 'vscode';
import { type FilterRow, showFilterBox } from '#host/filterBox.ts';
import { treeViewId } from '#manifest.ts';
import type { Catalog } from '#model/records/catalog.ts';
import { completeFilter, type FilterCompletion } from '#model/records/filterCompletions.ts';
import {
  type ParsedFilter,
  parseFilter,
  type PlainFilter,
  type ValueFilter,
} from '#model/records/recordFilter.ts';
import type { ShownRecords } from '#model/records/shownRecords.ts';
import { listNode, type DeckNode } from '#model/records/treeNodes.ts';
import { formatCount } from '#text/localFormat.ts';
import type { CommandTargets } from './commandTargets.ts';

const { t } = vscode.l10n;

export interface FilterDeps {
  readonly catalog: Catalog;
  readonly shown: ShownRecords;
  readonly targets: CommandTargets;
  /** Expands a node of the tree. */
  readonly expand: (node: DeckNode) => Promise<void>;
}

export function createFilterCommands(deps: FilterDeps) {
  return {
    'cohortDeck.filter': () => filterTree(deps),
    'cohortDeck.clearFilter': () => deps.shown.setFilter(undefined),
  };
}

async function filterTree(deps: FilterDeps): Promise<void> {
  const { catalog, shown, targets } = deps;
  targets.requireProjects();
  await vscode.commands.executeCommand(`${treeViewId}.focus`);
  const before = shown.filter;
  let filter = parseFilter(before?.text ?? '', Date.now());
  const apply = (text: string) => {
    filter = parseFilter(text, Date.now());
    shown.setFilter(filter.text === '' ? undefined : filter);
  };
  const isAccepted = await showFilterBox({
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
  if (!isAccepted) shown.setFilter(before);
  else if (shown.filter) await expandFound(deps);
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

/** A list that the person collapsed would hide what was found. From the last to the first, which is then in sight. */
async function expandFound({ catalog, shown, expand }: FilterDeps): Promise<void> {
  const found = catalog.loadedLists().filter((ref) => shown.of(ref).records.length > 0);
  for (const ref of found.slice(0, maxExpanded).toReversed()) await expand(listNode(ref));
}

/** Lists beyond these are out of sight anyway. */
const maxExpanded = 10;
