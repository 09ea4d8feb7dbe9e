// Moves tiles to another dashboard of the same project.
import * as vscode from 'vscode';
import { makeChange } from '#commands/makeChange.ts';
import type { RetryDeps } from '#commands/offerRetry.ts';
import { type CommandTargets, requireEditable } from '#commands/targets/commandTargets.ts';
import { listNames, quotedName } from '#commands/targets/recordNames.ts';
import { offerUndo, type UndoDeps } from '#commands/undoCommands.ts';
import type { Log } from '#host/log.ts';
import { showStatus } from '#host/messages/showMessage.ts';
import { UserError } from '#host/messages/userError.ts';
import { concernsOthers } from '#model/connections/connectionError.ts';
import type { WriteGuard } from '#model/connections/writeGuard.ts';
import type { Catalog } from '#model/records/catalog.ts';
import type { ReversibleChange } from '#model/records/changes/undoHistory.ts';
import { tileTitle } from '#model/records/dashboardTiles.ts';
import { isViewOnly } from '#model/records/deckRecord.ts';
import { isSameList, isSameRecord, type RecordRef } from '#model/records/recordRef.ts';
import { isNode, type NodeOf } from '#model/records/treeNodes.ts';

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
  const { targets } = deps;
  const tile = await targets.tile(args, t('Move Tile'));
  if (!tile) return;
  const all = tilesWith(deps, args, tile);
  requireEditable(
    deps,
    all.map(({ ref }) => ref),
  );
  if (all.some(({ ref }) => !isSameList(tile.ref, ref)))
    throw new UserError(t('A tile can only move within its project. Select tiles of one project.'));
  const title = all.length === 1 ? t('Move Tile to Dashboard') : t('Move {0} Tiles to Dashboard', all.length);
  const target =
    droppedOn(args) ??
    (await targets.pickRecord(['dashboard'], title, {
      within: tile.ref,
      otherThan: tile.ref,
      accepts: (dashboard) => !isViewOnly(dashboard),
      empty: t('There is no other dashboard that this key can edit.'),
    }));
  if (!target) return;
  requireEditable(deps, [target]);
  if (!isSameList(target, tile.ref)) throw new UserError(t('A tile can only move within its project.'));
  const tiles = all.filter(({ ref }) => !isSameRecord(target, ref));
  if (tiles.length === 0) {
    showStatus(
      all.length === 1 ? t('The tile is in this dashboard.') : t('The tiles are in this dashboard.'),
      5000,
    );
    return;
  }
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

/** The tile with those of the same drag, or with the selected ones if it is one of them. */
function tilesWith(
  { targets }: TileDeps,
  args: readonly unknown[],
  tile: NodeOf<'tile'>,
): readonly NodeOf<'tile'>[] {
  const [, , dropped] = args;
  const all = targets.nodes(droppedOn(args) ? [tile, dropped] : args, 'tile');
  return all.some(({ id }) => id === tile.id) ? all : [tile];
}

// A move of tiles that may stop half-way: those that moved can be moved back, and the others later.
type TileNode = Pick<NodeOf<'tile'>, 'ref' | 'tileId'>;

interface TileMoveDeps {
  readonly catalog: Catalog;
  readonly guard: WriteGuard;
  readonly log: Log;
}

class TileMove implements ReversibleChange {
  readonly tiles: readonly TileNode[];
  readonly target: RecordRef;
  readonly label: string;
  readonly items: readonly RecordRef[];
  readonly #deps: TileMoveDeps;
  /** `“Sales”` or `3 tiles` */
  readonly #what: string;
  /** Names of dashboards. */
  readonly #from: string;
  readonly #to: string;
  readonly #moved = new Set<TileNode>();

  constructor(deps: TileMoveDeps, tiles: readonly TileNode[], target: RecordRef) {
    this.#deps = deps;
    this.tiles = tiles;
    this.target = target;
    this.items = [target]; // a tile stays in its project
    const [only, ...others] = tiles;
    this.#what = only && others.length === 0 ? this.#titleOf(only) : t('{0} tiles', tiles.length);
    this.#from = listNames([...new Set(tiles.map(({ ref }) => quotedName(deps.catalog, ref)))], ', ');
    this.#to = quotedName(deps.catalog, target);
    this.label = t('Move {0} to {1}', this.#what, this.#to);
  }

  get hasMoved(): boolean {
    return this.#moved.size > 0;
  }

  readonly redo = async (): Promise<boolean> => {
    const writer = await this.#openWriter(this.#from, this.#to);
    return this.#moveEach(this.#left(), async (tile) => {
      await writer.moveTile(tile.ref, tile.tileId, this.target.id);
      this.#moved.add(tile);
    });
  };

  readonly undo = async (): Promise<boolean> => {
    const writer = await this.#openWriter(this.#to, this.#from);
    return this.#moveEach([...this.#moved].toReversed(), async (tile) => {
      await writer.moveTile(this.target, tile.tileId, tile.ref.id);
      this.#moved.delete(tile);
    });
  };

  describeSuccess(): string {
    return t('Moved {0} to {1}.', this.#what, this.#to);
  }

  describeFailure(): string {
    if (!this.hasMoved) return t('Could not move {0} to {1}.', this.#what, this.#to);
    const names = this.#left().map((tile) => this.#titleOf(tile));
    const [count, total] = [this.#moved.size, this.tiles.length];
    const left = listNames(names, ', ');
    return t('Moved {0} of {1} tiles to {2}. Could not move {3}.', count, total, this.#to, left);
  }

  #left(): readonly TileNode[] {
    return this.tiles.filter((tile) => !this.#moved.has(tile));
  }

  /** Asks first if the project is in production. */
  async #openWriter(from: string, to: string) {
    const { catalog, guard } = this.#deps;
    const detail = [
      this.tiles.length === 1 ? t('Tile {0}', this.#what) : this.#what,
      t('From: dashboard {0}', from),
      t('To: dashboard {0}', to),
    ].join('\n');
    return catalog.writer(await guard.approve({ action: 'moveTile', projects: [this.target], detail }));
  }

  #titleOf({ ref, tileId }: TileNode): string {
    const known = this.#deps.catalog.tiles(ref)?.find(({ id }) => id === tileId);
    return t('“{0}”', (known && tileTitle(known)) ?? t('#{0}', tileId));
  }

  /** A tile that fails does not stop the others, unless they would fail as well. Rejects with the first error. */
  async #moveEach(tiles: readonly TileNode[], move: (tile: TileNode) => Promise<void>): Promise<true> {
    const errors: unknown[] = [];
    for (const tile of tiles) {
      try {
        await move(tile);
      } catch (error) {
        errors.push(error);
        this.#deps.log.error(`Could not move tile ${tile.tileId}.`, error);
        if (concernsOthers(error)) break;
      }
    }
    if (errors.length > 0) throw errors[0];
    return true;
  }
}
