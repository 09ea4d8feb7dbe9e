// The tree itself: refresh, load more, retry, go to a record; and the log.
import * as vscode from 'vscode';
import { withTreeProgress } from '#host/messages/showProgress.ts';
import { errorKind } from '#host/messages/userError.ts';
import type { CommandId } from '#manifest.ts';
import type { Catalog } from '#model/records/catalog.ts';
import { recordNode } from '#model/records/treeNodes.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import type { CommandTargets } from '#commands/targets/commandTargets.ts';
import { type RevealDeps, revealRecord } from '#commands/targets/revealRecord.ts';

export interface ViewDeps extends RevealDeps {
  readonly catalog: Catalog;
  readonly targets: CommandTargets;
  readonly retryTiles: (ref: RecordRef) => void;
  /** Notices where `@current` has moved. */
  readonly checkCurrentProjects: () => void;
}

export function createViewCommands(deps: ViewDeps) {
  const { catalog, targets, retryTiles, checkCurrentProjects, log } = deps;
  return {
    /** A command of its own: VS Code passes the focused item to a command in the view's title bar. */
    'cohortDeck.refreshAll': () => {
      checkCurrentProjects();
      return withTreeProgress(() => catalog.refreshAll());
    },
    'cohortDeck.refresh': (...args: readonly unknown[]) => {
      checkCurrentProjects();
      return withTreeProgress(() => refresh(deps, args));
    },
    /** Ignores the selection, because it goes elsewhere. */
    'cohortDeck.goToRecord': async () => {
      const ref = await targets.pickRecord(['dashboard', 'cohort'], vscode.l10n.t('Go to Record'));
      if (!ref) return;
      await revealRecord(deps, ref);
      const command = ref.kind === 'cohort' ? 'cohortDeck.openCohort' : 'cohortDeck.openDashboard';
      await vscode.commands.executeCommand(command satisfies CommandId, recordNode(ref));
    },
    'cohortDeck.loadMore': async (...args: readonly unknown[]) => {
      for (const { ref } of targets.nodes(args, 'more')) await withTreeProgress(() => catalog.loadMore(ref));
    },
    'cohortDeck.retry': async (...args: readonly unknown[]) => {
      for (const { ref } of targets.nodes(args, 'failed')) {
        if ('id' in ref) retryTiles(ref);
        else await withTreeProgress(() => catalog.refresh(ref));
      }
    },
    'cohortDeck.showLog': () => log.show(),
  };
}

async function refresh({ catalog, targets }: ViewDeps, args: readonly unknown[]): Promise<void> {
  const nodes = targets.nodes(args, 'connection', 'project', 'list', 'record');
  if (nodes.length === 0) return catalog.refreshAll();
  await Promise.all(
    nodes.map(async (node) => {
      if (node.type === 'connection') return catalog.refreshAll({ connectionId: node.connectionId });
      if (node.type === 'project') return catalog.refreshAll(node.ref);
      return node.type === 'list' ? void (await catalog.refresh(node.ref)) : retrieve(catalog, node.ref);
    }),
  );
}

/**
 * Removes a record that no longer exists from the tree, and rethrows the error so that the person sees why.
 */
async function retrieve(catalog: Catalog, ref: RecordRef): Promise<void> {
  try {
    await catalog.retrieve(ref);
  } catch (error) {
    if (errorKind(error) === 'notFound') await catalog.refresh(ref);
    throw error;
  }
}
