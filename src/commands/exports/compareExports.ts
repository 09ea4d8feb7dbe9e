// Compares an export of a cohort with a later one or with its current persons: who entered, who left, whose
// properties changed.
import { access } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { ComparedPart } from '#exports/compare/compareFiles.ts';
import { showInformation } from '#host/messages.ts';
import { askPickOf } from '#host/quickInput.ts';
import { UserError } from '#host/userError.ts';
import type { RecentExport } from '#model/records/recentExports.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import { recordNode } from '#model/records/treeNodes.ts';
import { formatDateTimeWithSeconds, formatPersons } from '#text/localFormat.ts';
import { cohortName, type ComparisonDeps, runComparison, showComparison } from './comparisonRun.ts';

const { t } = vscode.l10n;

/** Formats that keep each person as the service sent it. A CSV loses the structure of its columns. */
const comparable = new Set(['.json', '.ndjson']);

export async function compareExports(deps: ComparisonDeps, args: readonly unknown[]): Promise<void> {
  const ref = await deps.targets.record(args, ['cohort'], t('Compare Exports'));
  if (!ref) return;
  const name = cohortName(deps.catalog, ref);
  const chosen = await askExports(name, await exportsOf(deps, ref));
  if (!chosen) return;
  const { before, after } = chosen;
  const comparison = await runComparison(deps, {
    title: t('Comparing exports of “{0}”', name),
    compared: [before.path, after?.path ?? ref],
    comparesProperties: true,
  });
  if (comparison.parts.length === 0) {
    await comparison.close();
    void showInformation(t('These exports have no persons to compare.'));
    return;
  }
  await showComparison(deps, comparison, {
    title: t('Changes of “{0}”', name),
    sides: [
      { ref, title: formatDateTimeWithSeconds(before.exportedAt) },
      {
        ref,
        title: after
          ? formatDateTimeWithSeconds(after.exportedAt)
          : t('Now, {0}', formatDateTimeWithSeconds(Date.now())),
      },
    ],
    partTitle,
  });
}

/** Those whose files are still there, oldest first. Throws UserError where there is none. */
async function exportsOf(
  { recentExports, catalog }: ComparisonDeps,
  ref: RecordRef,
): Promise<readonly RecentExport[]> {
  const known = recentExports.of(ref).filter((entry) => comparable.has(path.extname(entry.path)));
  const found = await Promise.all(
    known.map(async (entry) => {
      const isThere = await access(entry.path).then(
        () => true,
        () => false, // removed after some days, or by Clear Exports
      );
      return isThere ? [entry] : [];
    }),
  );
  const entries = found.flat().toSorted((a, b) => a.exportedAt - b.exportedAt);
  if (entries.length > 0) return entries;
  throw new UserError(
    t(
      'There is no JSON or NDJSON export of “{0}” to compare with. Export its persons now, and compare later.',
      cohortName(catalog, ref),
    ),
    { title: t('Export Persons…'), command: 'cohortDeck.exportPersons', args: [recordNode(ref)] },
  );
}

interface ChosenExports {
  readonly before: RecentExport;
  /** Undefined: the current persons. */
  readonly after: RecentExport | undefined;
}

async function askExports(
  name: string,
  entries: readonly RecentExport[],
): Promise<ChosenExports | undefined> {
  const title = t('Compare Exports of “{0}”', name);
  const before = await askPickOf(entries.toReversed().map(itemOf), {
    title,
    placeholder: t('Select the earlier export'),
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

function itemOf(entry: RecentExport) {
  return {
    label: formatDateTimeWithSeconds(entry.exportedAt),
    description: [formatPersons(entry.rows, t), ...(entry.isComplete ? [] : [t('incomplete')])].join(' · '),
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
