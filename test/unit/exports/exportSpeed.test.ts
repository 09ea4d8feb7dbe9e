import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ExportSpeed } from '#exports/exportSpeed.ts';

describe('the speed of an export', () => {
  it('is known once two more pages have arrived in two seconds, and excludes the wait for the first one', () => {
    const speed = new ExportSpeed(0);
    const at: readonly (readonly [number, number, number | undefined])[] = [
      [0, 10_000, undefined],
      [1000, 30_000, undefined],
      [2000, 30_100, undefined], // 10,000 per second, of one page
      [6000, 31_999, undefined],
      [6000, 32_000, 2500],
      [6000, 35_000, 1000],
      [41_000, 50_000, 2000],
    ];
    for (const [rows, nowMs, expected] of at) assert.equal(speed.perSecond(rows, nowMs), expected);
  });

  it('excludes what a resumed export already has, however long it takes to continue', () => {
    const speed = new ExportSpeed(5000);
    assert.equal(speed.perSecond(5000, 0), undefined);
    assert.equal(speed.perSecond(6000, 60_000), undefined);
    assert.equal(speed.perSecond(7000, 63_000), undefined);
    assert.equal(speed.perSecond(8000, 64_000), 500);
  });
});
