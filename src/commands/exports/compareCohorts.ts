// Compares two to four cohorts by their persons: exports each, counts who is in which, and shows the page of it.
import { partTitleOf } from './comparisonText.ts';
import * as vscode from 'vscode';
import { recordName } from '#commands/targets/recordNames.ts';
import { UserError } from '#host/messages/userError.ts';
import { isSameList, type RecordRef } from '#model/records/recordRef.ts';
import { type ComparisonDeps, notesOf, openComparison, runComparison } from './runComparison.ts';

const { t } = vscode.l10n;

/** The plot is not readable with more; the database could hold more. */
const maxCompared = 4;

export async function compareCohorts(deps: ComparisonDeps, args: readonly unknown[]): Promise<void> {
  const refs = await askCohorts(deps, args);
  const [first] = refs ?? [];
  if (!refs || !first) return;
  const names = refs.map((ref) => recordName(deps.catalog, ref));
  const title = t('Comparing {0}', names.map((name) => t('“{0}”', name)).join(', '));
  await runComparison(deps, {
    title,
    ref: first,
    compared: refs,
    describeNothing: ({ withoutId }) =>
      withoutId > 0
        ? t('The persons of these cohorts have no IDs, so they cannot be compared.')
        : t('None of these cohorts has persons.'),
    show: (comparison, exported) =>
      openComparison(deps, comparison, {
        ...wordsOf(deps, refs),
        isComplete: exported.every(({ entry }) => entry.isComplete),
        notes: notesOf(exported),
      }),
  });
}

/** Once they are read: before, the name of one may not be known. */
function wordsOf({ catalog }: ComparisonDeps, refs: readonly RecordRef[]) {
  const names = refs.map((ref) => recordName(catalog, ref));
  const subject = names.join(', ');
  return {
    title: t('Comparison of {0} Cohorts', refs.length),
    tabTitle: t('Comparison: {0}', subject),
    subject,
    namesParts: false,
    sides: refs.map((ref, index) => ({ ref, title: names[index] ?? '' })),
    partTitle: partTitleOf(names),
    same: t('No differences: the same persons are in each of these cohorts.'),
  };
}

async function askCohorts(
  { catalog, targets }: ComparisonDeps,
  args: readonly unknown[],
): Promise<readonly RecordRef[] | undefined> {
  const title = t('Compare Cohorts');
  const nodes = targets.nodes(args, 'record').filter(({ ref }) => ref.kind === 'cohort');
  const refs = nodes.map(({ ref }) => ref);
  const first = refs[0] ?? (await targets.pickRecord(['cohort'], title));
  if (!first) return undefined;
  if (refs.length > maxCompared)
    throw new UserError(t('Select at most {0} cohorts to compare.', maxCompared));
  if (refs.some((ref) => !isSameList(ref, first)))
    throw new UserError(t('Select cohorts of one project: persons of two projects have different IDs.'));
  if (refs.length > 1) return refs;
  const name = recordName(catalog, first);
  const most = maxCompared - 1;
  const others = await targets.pickOthers(
    first,
    t('Compare “{0}” With', name),
    t('Select up to {0} cohorts', most),
    (count) => {
      if (count === 0) return t('Select at least one cohort, or press Escape to cancel');
      return count > most ? t('Select at most {0} cohorts', most) : undefined;
    },
  );
  return others && [first, ...others];
}
