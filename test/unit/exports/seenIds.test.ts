import assert from 'node:assert/strict';
import test from 'node:test';
import * as fc from 'fast-check';
import { hashId, SeenIds } from '#exports/seenIds.ts';

test('ids are new exactly when a plain set calls them new', () => {
  const id = fc.oneof(fc.uuid(), fc.nat({ max: 50 }).map(String), fc.string());
  fc.assert(
    fc.property(fc.array(id, { maxLength: 300 }), (ids) => {
      const seen = new SeenIds();
      const oracle = new Set<string>();
      for (const one of ids) {
        assert.equal(seen.add(hashId(Buffer.from(one))), !oracle.has(one));
        oracle.add(one);
      }
      assert.equal(seen.size, oracle.size);
    }),
  );
});

test('a quarter of a million ids that differ in their last digits only are all different', () => {
  const seen = new SeenIds();
  const total = 250_000;
  for (let number = 0; number < total; number++) {
    seen.add(hashId(Buffer.from(`"0195b2c4-7a3e-7000-8000-${number.toString(16).padStart(12, '0')}"`)));
  }
  assert.equal(seen.size, total);
  assert.equal(seen.add(hashId(Buffer.from('"0195b2c4-7a3e-7000-8000-000000000000"'))), false);
});
