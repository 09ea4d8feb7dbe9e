// Create, rename, describe: the changes of dashboards and cohorts. Deleting and pinning have files of their own.
import * as vscode from 'vscode';
import { shownRecord } from '#commands/documents/documentTabs.ts';
import { askUntilMade, makeChange } from '#commands/makeChange.ts';
import { runShowingError } from '#commands/offerRetry.ts';
import { askShownRecord, type CommandTargets, givenText } from '#commands/targets/commandTargets.ts';
import { nameWithKind } from '#commands/targets/recordNames.ts';
import { revealRecord } from '#commands/targets/revealRecord.ts';
import { showStatus } from '#host/messages/showMessage.ts';
import { UserError } from '#host/messages/userError.ts';
import type { Connections } from '#model/connections/connections.ts';
import { webUrl } from '#model/records/recordAddress.ts';
import { formatRecordRef, type RecordKind, type RecordRef } from '#model/records/recordRef.ts';
import { listNode, recordNode } from '#model/records/treeNodes.ts';
import { displayText } from '#text/displayText.ts';
import type { ShownRecords } from '#model/records/search/shownRecords.ts';
import { createdChange, type DeleteVerbDeps } from './deleteCommands.ts';
import {
  askName,
  editDescription,
  maxLengthInAttempt,
  nameProblem,
  rename,
  takeText,
  type TextDeps,
} from './editNameOrDescription.ts';

const { t } = vscode.l10n;

export interface RecordDeps extends TextDeps, DeleteVerbDeps {
  readonly shown: ShownRecords;
  /** Records whose editor begins at the first field to fill in, by `formatRecordRef`. */
  readonly newRecords: Set<string>;
  /** Notices where `@current` has moved. */
  readonly checkCurrentProjects: () => void;
}

export function createRecordCommands(deps: RecordDeps) {
  return {
    /** Asks for no name if the third argument is one. */
    'cohortDeck.createDashboard': (...args: readonly unknown[]) => createRecord(deps, args, 'dashboard'),
    'cohortDeck.createCohort': (...args: readonly unknown[]) => createRecord(deps, args, 'cohort'),
    'cohortDeck.createCohortFrom': (...args: readonly unknown[]) => createCohortFrom(deps, args),
    'cohortDeck.rename': (...args: readonly unknown[]) => rename(deps, args),
    'cohortDeck.editDescription': (...args: readonly unknown[]) => editDescription(deps, args),
  };
}

/** The service's own UI starts a cohort with an empty group, too. */
const newCohortFilters = { properties: { type: 'AND', values: [] } };

async function createRecord(
  deps: RecordDeps,
  args: readonly unknown[],
  kind: RecordKind,
  filters: Readonly<Record<string, unknown>> = newCohortFilters,
): Promise<void> {
  const title = kind === 'dashboard' ? t('Create Dashboard') : t('Create Cohort');
  const { catalog, guard, targets } = deps;
  const list = await targets.list(args, kind, title, guard);
  if (!list) return;
  guard.requireWritable([list]);
  deps.checkCurrentProjects(); // while the person types the name
  const ask = (typed: string) => askName(t('{0} in {1}', title, guard.projectName(list)), kind, typed);
  const given = givenText(args)?.trim();
  const check = (typed: string) => nameProblem(typed, kind);
  await askUntilMade(await takeText({ given, shown: '', check, ask }), ask, (name) => {
    const fields = kind === 'cohort' ? { name, filters } : { name };
    return makeChange(deps, {
      action: 'create',
      ref: list,
      about: JSON.stringify(fields),
      attempt: t('Could not create “{0}”.', displayText(name, maxLengthInAttempt)),
      run: async () => {
        const ref = await deps.history.track(async () => {
          const detail = nameWithKind(list, t('“{0}”', name));
          const approval = await guard.approve({ action: 'create', projects: [list], detail });
          const created = await catalog.writer(approval).create(list, fields);
          deps.history.add(createdChange(deps, [created]));
          return created;
        });
        await runShowingError(deps.log, () => showCreated(deps, ref)); // it is created, whatever becomes of the tree
      },
    });
  });
}

/**
 * A cohort with the persons of a static one, to which conditions can be added.
 */
async function createCohortFrom(deps: RecordDeps, args: readonly unknown[]): Promise<void> {
  const ref = await deps.targets.record(args, ['cohort'], t('Create from Cohort'));
  if (!ref) return;
  const values = [{ type: 'cohort', key: 'id', value: ref.id }];
  await createRecord(deps, [listNode(ref), undefined, givenText(args)], 'cohort', {
    properties: { type: 'OR', values },
  });
}

/** A cohort needs conditions: its editor opens with the first one ready to fill in. */
async function showCreated(deps: RecordDeps, ref: RecordRef): Promise<void> {
  await revealRecord(deps, ref);
  if (ref.kind !== 'cohort') return;
  deps.newRecords.add(formatRecordRef(ref));
  await vscode.commands.executeCommand('cohortDeck.editFilters', recordNode(ref));
}

// What names a record outside of VS Code: its id, and the address of its page in the service's web UI.
export interface RecordLinkDeps {
  readonly connections: Connections;
  readonly targets: CommandTargets;
}

export function createRecordLinkCommands(deps: RecordLinkDeps) {
  return {
    'cohortDeck.openInBrowser': (...args: readonly unknown[]) => openInBrowser(deps, args),
    'cohortDeck.copyLink': (...args: readonly unknown[]) => copyLinks(deps, args),
    'cohortDeck.copyId': (...args: readonly unknown[]) => copyId(deps, args),
  };
}

async function openInBrowser(deps: RecordLinkDeps, args: readonly unknown[]): Promise<void> {
  const ref = await askShownRecord(deps, args, ['dashboard', 'cohort'], t('Open in Browser'));
  if (ref) await vscode.env.openExternal(vscode.Uri.parse(pageOf(deps.connections, ref), true));
}

/** The addresses of the selected records' pages in the service's web UI, one per line. */
async function copyLinks({ connections, targets }: RecordLinkDeps, args: readonly unknown[]): Promise<void> {
  const shown = shownRecord(args);
  const refs = shown ? [shown] : await targets.records(args, ['dashboard', 'cohort'], t('Copy Link'));
  if (refs.length === 0) return;
  await vscode.env.clipboard.writeText(refs.map((ref) => pageOf(connections, ref)).join('\n'));
  showStatus(refs.length === 1 ? t('Copied the link') : t('Copied {0} links', refs.length), 3000, 'check');
}

function pageOf(connections: Connections, ref: RecordRef): string {
  const connection = connections.get(ref.connectionId);
  if (!connection) throw new UserError(t('Its connection was removed. Connect to the service again.'));
  if (connection.isSample)
    throw new UserError(t('The sample data has no web pages. It runs on this machine.'));
  return webUrl(connection.url, ref);
}

async function copyId({ targets }: RecordLinkDeps, args: readonly unknown[]): Promise<void> {
  const shown = shownRecord(args);
  const nodes = shown ? [recordNode(shown)] : targets.nodes(args, 'record', 'tile', 'project');
  const ids = nodes.map((node) => {
    if (node.type === 'project') return node.ref.projectId;
    return String(node.type === 'tile' ? node.tileId : node.ref.id);
  });
  if (ids.length === 0) {
    const ref = await targets.pickRecord(['dashboard', 'cohort'], t('Copy ID'));
    if (!ref) return;
    ids.push(String(ref.id));
  }
  await vscode.env.clipboard.writeText(ids.join('\n'));
  showStatus(t('Copied {0}', ids.join(', ')), 3000, 'check');
}
