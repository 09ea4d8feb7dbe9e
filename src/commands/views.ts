// What concerns the tree itself: refresh, load more, retry, the log.
import type * as vscode from 'vscode';
import type { Catalog } from '../model/catalog.ts';
import { isNode } from '../model/nodes.ts';
import type { RecordRef } from '../model/refs.ts';
import type { Targets } from './targets.ts';

export interface ViewDeps {
  readonly catalog: Catalog;
  readonly targets: Targets;
  readonly retryTiles: (ref: RecordRef) => void;
  readonly log: vscode.LogOutputChannel;
}

export function createViewCommands({ catalog, targets, retryTiles, log }: ViewDeps) {
  return {
    'cohortDeck.refresh': async (...args: readonly unknown[]) => {
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
          return void (await catalog.retrieve(node.ref));
        case 'tile':
        case 'trash':
        case 'trashed':
        case 'more':
        case 'failed':
        case 'empty':
          return catalog.refreshAll();
      }
    },
    'cohortDeck.loadMore': async (...args: readonly unknown[]) => {
      for (const { ref } of targets.nodes(args, 'more')) await catalog.loadMore(ref);
    },
    'cohortDeck.retry': async (...args: readonly unknown[]) => {
      for (const { ref } of targets.nodes(args, 'failed')) {
        if ('id' in ref) retryTiles(ref);
        else await catalog.refresh(ref);
      }
    },
    'cohortDeck.showLog': () => log.show(),
  };
}
