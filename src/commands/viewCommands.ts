// The tree itself: refresh, load more, retry, go to a record; and the log.
import * as vscode from 'vscode';
import type { Log } from '#host/log.ts';
import { withTreeProgress } from '#host/messages/showProgress.ts';
import { errorKind } from '#host/messages/userError.ts';
import type { Catalog } from '#model/records/catalog.ts';
import { type DeckNode, isNode, recordNode } from '#model/records/treeNodes.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import type { CommandTargets } from '#commands/targets/commandTargets.ts';

export interface ViewDeps {
  readonly catalog: Catalog;
  readonly targets: CommandTargets;
  readonly retryTiles: (ref: RecordRef) => void;
  /** Selects a node in the tree and scrolls to it. `isAsked`: it takes the focus in any case. */
  readonly reveal: (node: DeckNode, isAsked: boolean) => Promise<void>;
  /** Notices where `@current` has moved. */
  readonly checkCurrentProjects: () => void;
  readonly log: Log;
}

export function createViewCommands(deps: ViewDeps) {
  const { catalog, targets, retryTiles, reveal, checkCurrentProjects, log } = deps;
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
      if (ref) await reveal(recordNode(ref), true);
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
  const [node] = isNode(args[0]) ? args : targets.nodes(args, 'connection', 'project', 'list', 'record');
  if (!isNode(node)) return catalog.refreshAll();
  switch (node.type) {
    case 'connection':
      return catalog.refreshAll({ connectionId: node.connectionId });
    case 'project':
      return catalog.refreshAll(node.ref);
    case 'list':
      return void (await catalog.refresh(node.ref));
    case 'record':
      return retrieve(catalog, node.ref);
    case 'tile':
    case 'trash':
    case 'trashed':
    case 'more':
    case 'failed':
    case 'empty':
      return catalog.refreshAll();
  }
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
