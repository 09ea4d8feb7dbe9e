// Compares an export of a cohort with a later one or with its current persons: who entered, who left, whose
// properties changed.
import path from 'node:path';
import * as vscode from 'vscode';
import type { ComparedPart, Comparison } from '#exports/compare/compareFiles.ts';
import { linesOf } from '#exports/files/exportFormat.ts';
import { askPickOf } from '#host/input/askPick.ts';
import { UserError } from '#host/messages/userError.ts';
import type { RecentExport } from '#model/records/persons/recentExports.ts';
import type { Catalog } from '#model/records/catalog.ts';
import { nameOf } from '#model/records/deckRecord.ts';
import { parseRecordRef, type RecordRef } from '#model/records/recordRef.ts';
import { recordNode } from '#model/records/treeNodes.ts';
import { displayText } from '#text/displayText.ts';
import { formatPersons } from '#text/formatNumber.ts';
import { formatAgo, formatDateTimeWithSeconds, formatTimeRange } from '#text/formatTime.ts';
import {
  type CohortExport,
  type ComparisonDeps,
  type ComparisonWords,
  notesOf,
  runComparison,
  openComparison,
} from './runComparison.ts';
import { projectLabel, recordName } from '#commands/targets/recordNames.ts';

const { t } = vscode.l10n;

/** UTF-16 units: the period that tells two comparisons apart comes after it. */
const maxLengthInTabTitle = 30;

/** @param args the third: the files of exports that were compared before, of which a comparison that has ended is made again */
export async function compareExports(deps: ComparisonDeps, args: readonly unknown[]): Promise<void> {
  const command = t('Compare Exports');
  const ref = await deps.targets.record(args, ['cohort'], command, () => askExportedCohort(deps, command));
  if (!ref) return;
  const kept = await exportsOf(deps, ref);
  const name = nameIn(deps.catalog, ref, kept.entries);
  const chosen = givenExports(args, kept) ?? (await askExports(name, kept));
  if (!chosen) return;
  const { before, after } = chosen;
  const titleOf = ({ exportedAt }: RecentExport) => formatDateTimeWithSeconds(exportedAt);
  await runComparison(deps, {
    title: t('Comparing exports of “{0}”', name),
    ref,
    compared: [before.path, after?.path ?? ref],
    comparesProperties: true,
    describeNothing: ({ withoutId }) =>
      withoutId > 0
        ? t('The persons of these exports have no IDs, so they cannot be compared.')
        : t('These exports have no persons to compare.'),
    show: (comparison, exported) => {
      const entries = [before, ...(after ? [after] : []), ...exported.map(({ entry }) => entry)];
      const period = formatTimeRange(before.exportedAt, entries.at(-1)?.exportedAt ?? before.exportedAt);
      return openComparison(deps, comparison, {
        title: t('Changes of “{0}”', name),
        tabTitle: t('Changes of “{0}”, {1}', displayText(name, maxLengthInTabTitle), period),
        subject: name,
        namesParts: true,
        sides: entries.map((entry) => ({ ref, title: titleOf(entry) })),
        exports: entries.map((entry) => entry.path),
        partTitle: comparison.comparesProperties ? partTitle : partTitleOfIds,
        ...sentencesOn(comparison, chosen, exported),
      });
    },
  });
}

/** What the counts cannot say. */
function sentencesOn(
  { comparesProperties }: Comparison,
  { before, after }: ChosenExports,
  exported: readonly CohortExport[],
): Pick<ComparisonWords, 'same' | 'isComplete' | 'notes'> {
  const chosen = after ? [before, after] : [before];
  const incomplete = chosen
    .filter(({ isComplete }) => !isComplete)
    .map(({ exportedAt }) => t('The export from {0} is incomplete.', formatDateTimeWithSeconds(exportedAt)));
  const properties = t(
    'Properties are not compared, because a CSV does not keep their types. To compare them, export as JSON or NDJSON.',
  );
  return {
    same: comparesProperties
      ? t('No differences: nobody entered or left, and no properties changed.')
      : t('No differences: nobody entered or left.'),
    isComplete: [...chosen, ...exported.map(({ entry }) => entry)].every((one) => one.isComplete),
    notes: [...incomplete, ...notesOf(exported), ...(comparesProperties ? [] : [properties])],
  };
}

/** Of those with an export that is still there; the last export comes first. Throws UserError if there is none. */
async function askExportedCohort(
  { catalog, connections, recentExports, targets }: ComparisonDeps,
  title: string,
): Promise<RecordRef | undefined> {
  const texts = new Set(recentExports.all.map(({ cohort }) => cohort));
  const refs = [...texts]
    .flatMap((text) => parseRecordRef(text) ?? [])
    .filter((ref) => targets.isConnected(ref));
  const items = await Promise.all(
    refs.map(async (ref) => {
      const entries = await recentExports.comparable(ref);
      return entries.slice(0, 1).map((last) => ({
        label: nameIn(catalog, ref, [last]),
        description: [
          projectLabel(connections, ref),
          entries.length === 1 ? t('1 export') : t('{0} exports', entries.length),
          formatAgo(last.exportedAt, Date.now()),
        ].join(' · '),
        iconPath: new vscode.ThemeIcon('person'),
        value: ref,
      }));
    }),
  );
  if (items.flat().length > 0)
    return askPickOf(items.flat(), { title, placeholder: t('Select an exported cohort') });
  throw new UserError(
    t('There is no export to compare with. Export the persons of a cohort now, and compare later.'),
    { title: t('Export Persons…'), command: 'cohortDeck.exportPersons' },
  );
}

interface KeptExports {
  /** Oldest first. */
  readonly entries: readonly RecentExport[];
  /** Their files are no longer there: deleted after some days, or by Clear Exports. */
  readonly goneCount: number;
}

/** Throws UserError if there is none. */
async function exportsOf({ recentExports, catalog }: ComparisonDeps, ref: RecordRef): Promise<KeptExports> {
  const entries = (await recentExports.comparable(ref)).toSorted((a, b) => a.exportedAt - b.exportedAt);
  const existing = await recentExports.existing(ref);
  if (entries.length > 0) return { entries, goneCount: recentExports.of(ref).length - existing.length };
  throw new UserError(
    t(
      'There is no export of “{0}” to compare with. Export its persons now, and compare later.',
      recordName(catalog, ref),
    ),
    { title: t('Export Persons…'), command: 'cohortDeck.exportPersons', args: [recordNode(ref)] },
  );
}

interface ChosenExports {
  readonly before: RecentExport;
  /** Undefined: the current persons. */
  readonly after: RecentExport | undefined;
}

/** A cohort that is not loaded has the name of its last export. */
function nameIn(catalog: Catalog, ref: RecordRef, entries: readonly RecentExport[]): string {
  const record = catalog.get(ref);
  return (record && nameOf(record)) ?? entries.at(-1)?.name ?? recordName(catalog, ref);
}

/** Undefined if one is no longer there. */
function givenExports([, , paths]: readonly unknown[], { entries }: KeptExports): ChosenExports | undefined {
  if (!Array.isArray(paths)) return undefined;
  const [before, after] = paths.map((given) => entries.find((entry) => entry.path === given));
  return before && after && { before, after };
}

async function askExports(
  name: string,
  { entries, goneCount }: KeptExports,
): Promise<ChosenExports | undefined> {
  const title = t('Compare Exports of “{0}”', name);
  const before = await askPickOf(entries.toReversed().map(itemOf), {
    title,
    placeholder: earlierPlaceholder(goneCount),
  });
  if (!before) return undefined;
  const later = entries.filter(({ exportedAt }) => exportedAt > before.exportedAt);
  const now = {
    label: t('Current Persons'),
    description: t('exports them first'),
    iconPath: new vscode.ThemeIcon('cloud-download'),
    value: 'now' as const,
  };
  const after = await askPickOf<RecentExport | 'now'>([now, ...later.toReversed().map(itemOf)], {
    title,
    placeholder: t('Select what to compare with'),
  });
  return after && { before, after: after === 'now' ? undefined : after };
}

function earlierPlaceholder(goneCount: number): string {
  if (goneCount === 0) return t('Select the earlier export');
  return goneCount === 1
    ? t('Select the earlier export. 1 is left out, because its file no longer exists.')
    : t('Select the earlier export. {0} are left out, because their files no longer exist.', goneCount);
}

function itemOf(entry: RecentExport) {
  return {
    label: formatDateTimeWithSeconds(entry.exportedAt),
    description: [
      formatAgo(entry.exportedAt, Date.now()),
      formatPersons(entry.rows, t),
      ...(entry.isComplete ? [] : [t('incomplete')]),
      ...(linesOf(entry.path) === 'csv' ? [t('IDs only')] : []),
    ].join(' · '),
    detail: path.basename(entry.path),
    iconPath: new vscode.ThemeIcon(entry.isComplete ? 'pass' : 'warning'),
    value: entry,
  };
}

function partTitle({ files, isChanged }: ComparedPart): string {
  if (files === 0b01) return t('Left');
  if (files === 0b10) return t('Entered');
  return isChanged ? t('Changed properties') : t('Unchanged');
}

function partTitleOfIds(part: ComparedPart): string {
  return part.files === 0b11 ? t('In both') : partTitle(part);
}
