// Moves a tile to another dashboard of the same project.
import * as vscode from 'vscode';
import { showError } from '#host/showError.ts';
import { UserError } from '#host/userError.ts';
import { plainText } from '#host/plainText.ts';
import type { Catalog } from '#model/records/catalog.ts';
import { isNode } from '#model/records/treeNodes.ts';
import { nameOf } from '#model/records/deckRecord.ts';
import { tileTitle } from '#model/records/tiles.ts';
import { isSameList, isSameRecord, type RecordRef } from '#model/records/recordRef.ts';
import type { CommandTargets } from './commandTargets.ts';

const { t } = vscode.l10n;

export interface TileDeps {
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
  await catalog.moveTile(tile.ref, tile.tileId, target.id);
  const record = catalog.get(target);
  const where = t('“{0}”', (record && nameOf(record)) ?? t('#{0}', target.id));
  void offerUndo(deps, t('Moved {0} to {1}.', name, where), tile.ref, target, tile.tileId);
}

function droppedOn(args: readonly unknown[]): RecordRef | undefined {
  const [, node] = args;
  return isNode(node) && node.type === 'record' && node.ref.kind === 'dashboard' ? node.ref : undefined;
}

async function offerUndo(
  { catalog, log }: TileDeps,
  message: string,
  from: RecordRef,
  to: RecordRef,
  tileId: number,
): Promise<void> {
  const undo = t('Undo');
  if ((await vscode.window.showInformationMessage(plainText(message), undo)) !== undo) return;
  try {
    await catalog.moveTile(to, tileId, from.id);
  } catch (error) {
    await showError(t('Could not move the tile back.'), error, log, from.connectionId);
  }
}
