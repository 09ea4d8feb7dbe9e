// What a cohort's page shows of a record, its uses and its exports.
import path from 'node:path';
import * as vscode from 'vscode';
import type { CohortCalculation, CohortUser, CohortUses } from '#model/records/cohortDetails.ts';
import { toJsonText } from '#json/parsedValue.ts';
import { describeCalculation, type Calculation } from '#model/records/describeCalculation.ts';
import type { Catalog } from '#model/records/catalog.ts';
import { cohortIdsIn, findUsers } from '#model/records/namesInFilters.ts';
import type { CountHistory } from '#model/records/countHistory.ts';
import {
  type Cohort,
  cohortState,
  type DeckRecord,
  definedByGroups,
  nameOf,
  type Person,
} from '#model/records/deckRecord.ts';
import type { RecentExport, RecentExports } from '#model/records/persons/recentExports.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import type {
  CalculationRow,
  CohortHeader,
  CohortView,
  ExportLink,
  PersonView,
  RecordLink,
} from '#protocol/cohortMessages.ts';
import { displayText } from '#text/displayText.ts';
import { deletionOf, type HeaderSources, recordHeaderOf } from './recordPanel.ts';

const { t } = vscode.l10n;

export interface CohortSources extends HeaderSources {
  readonly catalog: Pick<Catalog, 'get' | 'list' | 'tiles'>;
  readonly recentExports: RecentExports;
  readonly calculations: { result(ref: RecordRef): Calculation | undefined };
}

/** Longer filters take too long to describe, in UTF-16 units. */
const maxFilters = 200_000;
/** More would not be read. */
const maxLinks = 200;
const maxRows = 20;

export interface KnownOfCohort {
  /** As the service sent them; undefined if only the parsed ones are known. */
  readonly filters: string | undefined;
  readonly counts: CountHistory;
  readonly exports: readonly RecentExport[];
  /** Both undefined if the service does not say. */
  readonly serviceUses: CohortUses | undefined;
  readonly calculations: readonly CohortCalculation[] | undefined;
}

export function cohortViewOf(
  ref: RecordRef,
  cohort: Cohort,
  sources: CohortSources,
  known: KnownOfCohort,
): CohortView {
  const { catalog, calculations } = sources;
  const filters = known.filters ?? toJsonText(cohort.filters ?? {}) ?? '';
  const { serviceUses, calculations: recorded = [] } = known;
  const loaded = findUsers(catalog, ref).map((user) => linkTo(user.ref, user.record));
  const others = (serviceUses?.users ?? []).filter(
    ({ kind, id }) => !loaded.some((one) => one.kind === kind && one.id === id),
  );
  const ofService = loaded.filter(({ kind }) => kind !== 'dashboard').length + others.length;
  return {
    header: headerOf(ref, cohort, sources),
    source: cohort.is_static ? 'static' : definedByGroups(cohort) ? 'groups' : 'filters',
    filters: filters.length <= maxFilters ? filters : '',
    count: cohort.count ?? undefined,
    ...calculationOf(cohort, calculations.result(ref)),
    calculatedAt: cohort.is_static ? '' : (cohort.last_calculation ?? ''),
    counts: countsOf(recorded) ?? known.counts.of(ref),
    calculations: recorded.slice(0, maxRows).map(calculationRowOf),
    uses: usedCohorts(ref, cohort).map((used) => linkTo(used, catalog.get(used))),
    usedBy: [...loaded, ...others.map(userLink)].slice(0, maxLinks),
    moreUsers: serviceUses && Math.max(0, serviceUses.total - ofService),
    exports: known.exports.map(exportLinkOf),
  };
}

/** As the service recorded them, oldest first; undefined if it has none to draw. */
function countsOf(calculations: readonly CohortCalculation[]): CohortView['counts'] | undefined {
  const points = calculations.flatMap(({ count, finishedAt, error }) =>
    count === undefined || finishedAt === undefined || error !== '' ? [] : [{ at: finishedAt, count }],
  );
  return points.length > 1 ? points.toReversed() : undefined;
}

function calculationRowOf({ startedAt, finishedAt, count, error }: CohortCalculation): CalculationRow {
  const seconds = finishedAt === undefined ? undefined : Math.max(0, finishedAt - startedAt) / 1000;
  return { startedAt, seconds, count, error: displayText(error, 400) };
}

function userLink({ kind, id, name }: CohortUser): RecordLink {
  return { kind, id, title: name === '' ? t('#{0}', id) : displayText(name, 400), name };
}

/** The cohorts that its filters or groups name. */
export function usedCohorts(ref: RecordRef, cohort: Cohort): readonly RecordRef[] {
  return [...cohortIdsIn(cohort)].slice(0, maxLinks).map((id) => ({ ...ref, id }));
}

function headerOf(ref: RecordRef, cohort: Cohort, sources: CohortSources): CohortHeader {
  const header = recordHeaderOf(ref, cohort, sources);
  return {
    ...header,
    canEdit: header.canEdit && !cohort.deleted,
    createdAt: displayText(cohort.created_at ?? ''),
    deletion: cohort.deleted ? deletionOf(ref, t('This cohort is deleted.'), sources.guard) : undefined,
  };
}

/** The result seen in this window is newer than the record's. */
function calculationOf(
  cohort: Cohort,
  seen: Calculation | undefined,
): Pick<CohortView, 'calculation' | 'hasFailed'> {
  const state = cohortState(cohort);
  const hasFailed = state === 'failed';
  if (seen && seen.state !== 'done') return { calculation: describeCalculation(seen, t), hasFailed };
  return { calculation: state === 'calculating' ? t('Calculating…') : '', hasFailed };
}

function linkTo({ kind, id }: RecordRef, record: DeckRecord | undefined): RecordLink {
  const name = record && nameOf(record);
  return { kind, id, title: name === undefined ? t('#{0}', id) : displayText(name, 400), name };
}

function exportLinkOf({ path: file, rows, isComplete, exportedAt }: RecentExport): ExportLink {
  return { fileName: path.basename(file), rows, isComplete, exportedAt };
}

export function personViewOf(person: Person): PersonView {
  const { name, email } = person.properties;
  const shownEmail = typeof email === 'string' ? email : '';
  // Services name a person by a property that they choose, mostly the email, which has a column of its own.
  const shownName = typeof name === 'string' && name !== '' ? name : (person.name ?? '');
  return {
    name: shownName.toLowerCase() === shownEmail.toLowerCase() ? '' : displayText(shownName),
    email: displayText(shownEmail),
    distinctId: displayText(person.distinct_ids[0] ?? ''),
    createdAt: displayText(person.created_at ?? ''),
  };
}
