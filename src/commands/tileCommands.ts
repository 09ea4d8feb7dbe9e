// Moves a tile to another dashboard of the same project.
import * as vscode from 'vscode';
import { showError } from '#host/showError.ts';
import { UserError } from '#host/userError.ts';
import { showInformation } from '#host/messages.ts';
import type { ReversibleChange } from '#model/records/changeHistory.ts';
import type { Catalog } from '#model/records/catalog.ts';
import { isNode } from '#model/records/treeNodes.ts';
import { nameOf } from '#model/records/deckRecord.ts';
import { tileTitle } from '#model/records/tiles.ts';
import { isSameList, isSameRecord, type RecordRef } from '#model/records/recordRef.ts';
import type { CommandTargets } from './commandTargets.ts';
import { undoChange, type UndoDeps } from './undoCommands.ts';

const { t } = vscode.l10n;

export interface TileDeps extends UndoDeps {
  readonly catalog: Catalog;
  readonly targets: CommandTargets;
  readonly log: vscode.LogOutputChannel;
}

export function createTileCommands(deps: TileDeps) {
  return {
    /** Arguments: the tile's node, and the node of the dashboard that it was dropped on, if any. */
    'cohortDeck.moveTile': (...args: readonly unknown[]) => moveTile(deps, args),
  };
}

async function moveTile(deps: TileDeps, args: readonly unknown[]): Promise<void> {
  const { catalog, targets } = deps;
  const title = t('Move Tile');
  const tile = await targets.tile(args, title);
  if (!tile) return;
  const target =
    droppedOn(args) ??
    (await targets.pickRecord(['dashboard'], t('Move Tile to Dashboard'), {
      ...tile.ref,
      except: tile.ref.id,
    }));
  if (!target || isSameRecord(target, tile.ref)) return;
  if (!isSameList(target, tile.ref)) throw new UserError(t('A tile can only move within its project.'));
  const known = catalog.tiles(tile.ref)?.find(({ id }) => id === tile.tileId);
  const name = t('“{0}”', (known && tileTitle(known)) ?? t('#{0}', tile.tileId));
  const record = catalog.get(target);
  const where = t('“{0}”', (record && nameOf(record)) ?? t('#{0}', target.id));
  const move = async (from: RecordRef, to: RecordRef) => {
    await catalog.moveTile(from, tile.tileId, to.id);
    return true;
  };
  const change: ReversibleChange = {
    label: t('Move {0} to {1}', name, where),
    undo: () => move(target, tile.ref),
    redo: () => move(tile.ref, target),
  };
  await deps.history.track(async () => {
    await change.redo();
    deps.history.add(change);
  });
  void offerUndo(deps, t('Moved {0} to {1}.', name, where), change, tile.ref.connectionId);
}

function droppedOn(args: readonly unknown[]): RecordRef | undefined {
  const [, node] = args;
  return isNode(node) && node.type === 'record' && node.ref.kind === 'dashboard' ? node.ref : undefined;
}

async function offerUndo(
  { history, log }: TileDeps,
  message: string,
  change: ReversibleChange,
  connectionId: string,
): Promise<void> {
  const undo = t('Undo');
  if ((await showInformation(message, undo)) !== undo) return;
  try {
    await undoChange(history, change);
  } catch (error) {
    await showError(t('Could not move the tile back.'), error, log, connectionId);
  }
}
