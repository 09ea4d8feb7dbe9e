// Commands of cohorts alone: calculating them again, and what uses them.
import * as vscode from 'vscode';
import { askPick, type PickItem } from '#host/input/askPick.ts';
import { describeError } from '#host/messages/errorMessage.ts';
import { errorKind, UserError } from '#host/messages/userError.ts';
import type { Connections } from '#model/connections/connections.ts';
import type { WriteGuard } from '#model/connections/writeGuard.ts';
import type { Catalog } from '#model/records/catalog.ts';
import type { CohortDetails, CohortUser } from '#model/records/cohortDetails.ts';
import { cohortIdsIn, findUsers } from '#model/records/namesInFilters.ts';
import { isCohort } from '#model/records/deckRecord.ts';
import type { ShownRecords } from '#model/records/search/shownRecords.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import { recordNode } from '#model/records/treeNodes.ts';
import { userUrl } from '#model/records/recordAddress.ts';
import { displayText } from '#text/displayText.ts';
import { changeRecords } from '#commands/changeRecords.ts';
import { type CommandTargets, requireEditable } from '#commands/targets/commandTargets.ts';
import type { RetryDeps } from '#commands/offerRetry.ts';
import { loadList } from '#commands/targets/pickRecord.ts';
import { quotedName, recordName } from '#commands/targets/recordNames.ts';

const { t } = vscode.l10n;

export interface CohortDeps extends RetryDeps {
  readonly connections: Connections;
  readonly details: () => Promise<Pick<CohortDetails, 'forget' | 'uses'>>;
  readonly shown: Pick<ShownRecords, 'keep'>;
  readonly catalog: Catalog;
  readonly targets: CommandTargets;
  readonly guard: WriteGuard;
}

export function createCohortCommands(deps: CohortDeps) {
  return {
    'cohortDeck.recalculate': (...args: readonly unknown[]) => recalculateSelected(deps, args),
    'cohortDeck.findUses': (...args: readonly unknown[]) => findUses(deps, args),
  };
}

async function recalculateSelected(deps: CohortDeps, args: readonly unknown[]): Promise<void> {
  const { catalog, targets } = deps;
  const refs = await targets.records(args, ['cohort'], t('Recalculate'));
  requireEditable(deps, refs);
  const dynamic = refs.filter((ref) => {
    const record = catalog.get(ref);
    return !record || !isCohort(record) || !record.is_static;
  });
  if (refs.length > 0 && dynamic.length === 0)
    throw new UserError(t('A static cohort is a fixed list of persons. It is never calculated.'));
  if (dynamic.length > 0) await recalculate(deps, dynamic);
}

/** An empty change: the service calculates a cohort after each change. The tree shows its progress. */
async function recalculate(deps: CohortDeps, refs: readonly RecordRef[]): Promise<void> {
  await changeRecords(deps, refs, {
    action: 'recalculate',
    nameOf: (ref) => quotedName(deps.catalog, ref),
    make: (writer, ref) => {
      deps.shown.keep(ref);
      return writer.update(ref, {});
    },
    summarize: (done, total, failedNames) =>
      done === 0
        ? t('Could not recalculate {0}.', failedNames)
        : t('Recalculating {0} of {1}. Could not recalculate {2}.', done, total, failedNames),
    retry: (again) => recalculate(deps, again),
  });
}

/** Which records of the project name the cohort, and which cohorts it names; the one that is picked opens. */
async function findUses(deps: CohortDeps, args: readonly unknown[]): Promise<void> {
  const { catalog, connections, targets } = deps;
  const ref = await targets.record(args, ['cohort'], t('Find Uses'));
  if (!ref) return;
  const picked = await askPick<RecordRef | CohortUser>({
    title: t('Uses of {0}', quotedName(catalog, ref)),
    placeholder: t('Select a record to open'),
    empty: t('No uses found. Open a dashboard to search its tiles, too.'),
    load: (show, signal) => loadUses(deps, ref, show, signal),
  });
  if (!picked) return;
  if (!('connectionId' in picked)) {
    const url = userUrl(connections.get(ref.connectionId)?.url ?? '', ref, picked);
    return void (url && (await vscode.env.openExternal(vscode.Uri.parse(url, true))));
  }
  const command = picked.kind === 'cohort' ? 'cohortDeck.openCohort' : 'cohortDeck.openDashboard';
  await vscode.commands.executeCommand(command, recordNode(picked));
}

/** A key may have the scope of one kind only. @returns what is not known. Throws why a list could not be loaded otherwise */
export async function loadUses(
  { catalog, details }: Pick<CohortDeps, 'catalog' | 'details'>,
  ref: RecordRef,
  show: (items: readonly PickItem<RecordRef | CohortUser>[]) => void,
  signal: AbortSignal,
): Promise<string | undefined> {
  show(useItems(catalog, ref));
  const lists = (['cohort', 'dashboard'] as const).map((kind) => ({ ...ref, kind }));
  const [uses] = await Promise.all([
    details().then((of) => {
      of.forget(ref.connectionId); // who asks gets another try
      return of.uses(ref, { signal });
    }),
    ...lists.map((list) => loadList(catalog, list, signal)),
  ]);
  const states = lists.map((list) => catalog.list(list));
  const errors = states.flatMap(({ status, error }) => (status === 'failed' ? [error] : []));
  const isRefused = (error: unknown) => ['missingScope', 'forbidden'].includes(errorKind(error) ?? '');
  const [other = errors[0]] = errors.filter((error) => !isRefused(error));
  if (errors.length === lists.length || !errors.every(isRefused)) throw other;
  show(useItems(catalog, ref, uses?.users));
  const notes = [
    ...errors.slice(0, 1).map((error) => describeError(error).message),
    ...(uses ? [] : [t('The service did not say which feature flags and insights use it')]),
  ];
  return notes.length > 0 ? notes.join(' ') : undefined;
}

/** @param users what the service names, of which loaded records are known better here */
function useItems(
  catalog: Catalog,
  ref: RecordRef,
  users: readonly CohortUser[] = [],
): readonly PickItem<RecordRef | CohortUser>[] {
  const toItem = (value: RecordRef, description: string): PickItem<RecordRef> => {
    const label = recordName(catalog, value);
    const icon = value.kind === 'cohort' ? 'person' : 'dashboard';
    return { label, description, value, iconPath: new vscode.ThemeIcon(icon) };
  };
  const cohort = catalog.get(ref);
  const used = [...(cohort ? cohortIdsIn(cohort) : [])].map((id) => ({ ...ref, id }));
  const loaded = findUsers(catalog, ref).map((user) => user.ref);
  const others = users.filter(({ kind, id }) => !loaded.some((one) => one.kind === kind && one.id === id));
  return [
    ...loaded.map((value) => toItem(value, t('uses this cohort'))),
    ...others.map((user) =>
      user.kind === 'cohort' ? toItem({ ...ref, id: user.id }, t('uses this cohort')) : webItem(user),
    ),
    ...used.map((value) => toItem(value, t('used by this cohort'))),
  ];
}

/** A feature flag or an insight, which opens in the browser. */
function webItem(user: CohortUser): PickItem<CohortUser> {
  const isFlag = user.kind === 'featureFlag';
  return {
    label: displayText(user.name) || t('#{0}', user.id),
    description: isFlag ? t('feature flag that uses this cohort') : t('insight that uses this cohort'),
    value: user,
    iconPath: new vscode.ThemeIcon(isFlag ? 'symbol-boolean' : 'graph'),
  };
}
