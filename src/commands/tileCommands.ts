// Moves tiles to another dashboard of the same project.
import * as vscode from 'vscode';
import { UserError } from '#host/userError.ts';
import { showInformation } from '#host/messages.ts';
import type { WriteGuard } from '#model/connections/writeGuard.ts';
import type { ReversibleChange } from '#model/records/changeHistory.ts';
import type { Catalog } from '#model/records/catalog.ts';
import { isNode, type NodeOf } from '#model/records/treeNodes.ts';
import { nameOf } from '#model/records/deckRecord.ts';
import { tileTitle } from '#model/records/tiles.ts';
import { isSameList, isSameRecord, type RecordRef } from '#model/records/recordRef.ts';
import type { CommandTargets } from './commandTargets.ts';
import { type ChangeDeps, makeChange } from './makeChange.ts';
import { undoChange, type UndoDeps } from './undoCommands.ts';

const { t } = vscode.l10n;

export interface TileDeps extends UndoDeps, ChangeDeps {
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
  const { catalog, guard, targets } = deps;
  const title = t('Move Tile');
  const tile = await targets.tile(args, title);
  if (!tile) return;
  guard.requireWritable([tile.ref]);
  const target =
    droppedOn(args) ??
    (await targets.pickRecord(['dashboard'], t('Move Tile to Dashboard'), {
      ...tile.ref,
      except: tile.ref.id,
    }));
  if (!target) return;
  const tiles = [tile, ...droppedWith(args, tile)].filter(({ ref }) => !isSameRecord(target, ref));
  if (tiles.length === 0) return;
  if (tiles.some(({ ref }) => !isSameList(target, ref)))
    throw new UserError(t('A tile can only move within its project.'));
  const record = catalog.get(target);
  const where = t('“{0}”', (record && nameOf(record)) ?? t('#{0}', target.id));
  await moveTiles(deps, tiles, target, { what: nameOrCount(catalog, tiles), where });
}

type TileNode = Pick<NodeOf<'tile'>, 'ref' | 'tileId'>;

/** One change of all tiles, asked about once. Those that moved before one that failed can be moved back. */
async function moveTiles(
  deps: TileDeps,
  tiles: readonly TileNode[],
  target: RecordRef,
  { what, where }: { readonly what: string; readonly where: string },
): Promise<void> {
  const { catalog, guard, history } = deps;
  const moved: TileNode[] = [];
  const label = t('Move {0} to {1}', what, where);
  const openWriter = async (detail: string) =>
    catalog.writer(await guard.approve({ action: 'moveTile', projects: [target], detail }));
  const moveAll = async () => {
    const writer = await openWriter(label);
    for (const tile of tiles.filter((one) => !moved.includes(one))) {
      await writer.moveTile(tile.ref, tile.tileId, target.id);
      moved.push(tile);
    }
    return true;
  };
  const moveBack = async () => {
    const writer = await openWriter(t('Undo: {0}', label));
    for (let tile = moved.at(-1); tile; tile = moved.at(-1)) {
      await writer.moveTile(target, tile.tileId, tile.ref.id);
      moved.pop();
    }
    return true;
  };
  const change: ReversibleChange = { label, undo: moveBack, redo: moveAll };
  const track = () =>
    history.track(async () => {
      try {
        await moveAll();
      } finally {
        if (moved.length > 0) history.add(change); // once, also where the rest is moved later
      }
    });
  await makeChange(deps, {
    action: 'moveTile',
    ref: target,
    about: tiles.map(({ tileId }) => tileId).join(),
    attempt: t('Could not move {0} to {1}.', what, where),
    run: async () => {
      await track();
      void offerUndo(deps, t('Moved {0} to {1}.', what, where), change);
    },
  });
}

/** `“Sales”` or `3 tiles` */
function nameOrCount(catalog: Catalog, tiles: readonly TileNode[]): string {
  const [tile] = tiles;
  if (!tile || tiles.length > 1) return t('{0} tiles', tiles.length);
  const known = catalog.tiles(tile.ref)?.find(({ id }) => id === tile.tileId);
  return t('“{0}”', (known && tileTitle(known)) ?? t('#{0}', tile.tileId));
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

async function offerUndo(deps: TileDeps, message: string, change: ReversibleChange): Promise<void> {
  const undo = t('Undo');
  if ((await showInformation(message, undo)) === undo) await undoChange(deps, change);
}
