import assert from 'node:assert/strict';
import type { ModelKind, ModelOf } from '#insights/chartModel.ts';
import { readTile } from '#insights/readTile.ts';

/** What a tile holds, which must be of a kind. */
export function readAs<K extends ModelKind>(kind: K, tile: unknown): ModelOf<K> {
  const model = readTile(tile);
  assert.ok(isKind(model, kind), `${model.kind}, not ${kind}`);
  return model;
}

function isKind<K extends ModelKind>(model: { readonly kind: ModelKind }, kind: K): model is ModelOf<K> {
  return model.kind === kind;
}
