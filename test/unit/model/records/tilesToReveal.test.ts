import assert from 'node:assert/strict';
import test from 'node:test';
import type { RecordRef } from '#model/records/recordRef.ts';
import { TilesToReveal } from '#model/records/tilesToReveal.ts';

const dashboard = (id: number): RecordRef => ({
  connectionId: 'acme',
  projectId: '1',
  kind: 'dashboard',
  id,
});

test('an open page shows the tile at once; one that opens later shows the last requested tile, once', () => {
  const tiles = new TilesToReveal();
  tiles.ask({ ref: dashboard(1), tileId: 10 });
  tiles.ask({ ref: dashboard(1), tileId: 11 });
  assert.deepEqual(
    [tiles.take(dashboard(2)), tiles.take(dashboard(1)), tiles.take(dashboard(1))],
    [undefined, 11, undefined],
  );
  const shown: unknown[] = [];
  tiles.onDidAsk(({ ref }) => shown.push(tiles.take(ref)));
  tiles.ask({ ref: dashboard(2), tileId: 20 });
  assert.deepEqual([shown, tiles.take(dashboard(2))], [[20], undefined]);
});
