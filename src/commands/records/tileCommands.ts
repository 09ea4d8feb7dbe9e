// Moves tiles to another dashboard of the same project.
import * as vscode from 'vscode';
import { UserError } from '#host/messages/userError.ts';
import type { WriteGuard } from '#model/connections/writeGuard.ts';
import type { Catalog } from '#model/records/catalog.ts';
import { isNode, type NodeOf } from '#model/records/treeNodes.ts';
import { isSameList, isSameRecord, type RecordRef } from '#model/records/recordRef.ts';
import type { CommandTargets } from '#commands/targets/commandTargets.ts';
import { makeChange } from '#commands/makeChange.ts';
import type { RetryDeps } from '#commands/offerRetry.ts';
import { TileMove } from './tileMove.ts';
import { offerUndo } from '#commands/offerUndo.ts';
import type { UndoDeps } from '#commands/undoCommands.ts';

const { t } = vscode.l10n;

export interface TileDeps extends UndoDeps, RetryDeps {
  readonly catalog: Catalog;
  readonly targets: CommandTargets;
  readonly guard: WriteGuard;
}

export function createTileCommands(deps: TileDeps) {
  return {
    /** Arguments: the tile's node; for a drop also the dashboard's node, and the nodes of all dropped tiles. */
    'cohortDeck.moveTile': (...args: readonly unknown[]) => moveTile(deps, args),
  };
}

async function moveTile(deps: TileDeps, args: readonly unknown[]): Promise<void> {
  const { guard, targets } = deps;
  const title = t('Move Tile');
  const tile = await targets.tile(args, title);
  if (!tile) return;
  guard.requireWritable([tile.ref]);
  const target =
    droppedOn(args) ??
    (await targets.pickRecord(['dashboard'], t('Move Tile to Dashboard'), {
      within: tile.ref,
      otherThan: tile.ref,
    }));
  if (!target) return;
  const tiles = [tile, ...droppedWith(args, tile)].filter(({ ref }) => !isSameRecord(target, ref));
  if (tiles.length === 0) return;
  if (tiles.some(({ ref }) => !isSameList(target, ref)))
    throw new UserError(t('A tile can only move within its project.'));
  await moveTiles(deps, new TileMove(deps, tiles, target));
}

/** One change of all tiles, asked about once. */
async function moveTiles(deps: TileDeps, move: TileMove): Promise<void> {
  const track = () =>
    deps.history.track(async () => {
      try {
        await move.redo();
      } finally {
        if (move.hasMoved) deps.history.add(move); // once, also where the rest is moved later
      }
    });
  await makeChange(deps, {
    action: 'moveTile',
    ref: move.target,
    about: move.tiles.map(({ tileId }) => tileId).join(),
    attempt: () => move.describeFailure(),
    run: async () => {
      await track();
      void offerUndo(deps, move, move.describeSuccess());
    },
  });
}

function droppedOn(args: readonly unknown[]): RecordRef | undefined {
  const [, node] = args;
  return isNode(node) && node.type === 'record' && node.ref.kind === 'dashboard' ? node.ref : undefined;
}

/** The other tiles of the same drag. */
function droppedWith([, , others]: readonly unknown[], tile: NodeOf<'tile'>): readonly NodeOf<'tile'>[] {
  const nodes: readonly unknown[] = Array.isArray(others) ? others : [];
  return nodes
    .filter(isNode)
    .filter((node): node is NodeOf<'tile'> => node.type === 'tile' && node.id !== tile.id);
}
