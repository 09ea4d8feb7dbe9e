import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { tileLimits } from '#insights/chartLimits.ts';
import type { ChartModel } from '#insights/chartModel.ts';
import { hasDataTable, toDataTable } from '#insights/dataTable.ts';
import { readTile } from '#insights/readTile.ts';
import { placeTiles, readLayout } from '#insights/tileLayout.ts';
import { inEnglish } from '#text/translate.ts';
import { testLaws } from '../laws.ts';
import { cases } from '../../cases.ts';

const number = fc.oneof(fc.integer(), fc.double(), fc.constantFrom(1e308, -1, 0, '3', 'NaN', null));
const day = fc.oneof(fc.constantFrom('2026-11-01', '2026-11-02', '2026-13-99'), fc.string(), fc.integer());
const label = fc.oneof(fc.string(), fc.constantFrom(null, '__proto__', '\u202e'));
const series = fc.record(
  {
    label,
    data: fc.array(number, { maxLength: 4 }),
    days: fc.array(day, { maxLength: 4 }),
    aggregated_value: number,
    count: number,
    compare_label: fc.constantFrom('current', 'previous', 7),
    status: fc.constantFrom('new', 'dormant', 'gone'),
    breakdown_value: fc.jsonValue({ maxDepth: 1 }),
    name: label,
    order: number,
    source: label,
    target: label,
    value: number,
    values: fc.array(fc.record({ count: number })),
  },
  { requiredKeys: [] },
);
const result = fc.oneof(
  fc.array(series, { maxLength: 5 }),
  fc.array(fc.array(series, { maxLength: 3 }), { maxLength: 3 }),
  fc.array(fc.array(number, { maxLength: 3 }), { maxLength: 3 }),
  fc.record({ columns: fc.array(label), results: fc.array(fc.array(number)) }),
  fc.jsonValue({ maxDepth: 3 }),
);
const kind = fc.constantFrom('TRENDS', 'FUNNELS', 'RETENTION', 'PATHS', 'STICKINESS', 'LIFECYCLE', 'X');
const display = fc.constantFrom(
  '',
  'ActionsBar',
  'ActionsAreaGraph',
  'ActionsPie',
  'ActionsTable',
  'BoldNumber',
  'WorldMap',
  'X',
);
const box = fc.record({ x: number, y: number, w: number, h: number });
const tile = fc.record({
  insight: fc.oneof(
    fc.record({ filters: fc.record({ insight: kind, display }), result }),
    fc.record({ query: fc.record({ kind: fc.constantFrom('DataTableNode', 'X'), display }), result }),
    fc.jsonValue({ maxDepth: 2 }),
  ),
  layouts: fc.oneof(fc.record({ sm: box, xs: box }), fc.jsonValue({ maxDepth: 1 })),
});

/** All numbers that a model draws. */
function numbersOf(model: ChartModel): readonly (number | null)[] {
  const cells = toDataTable(model, inEnglish)?.rows.flat() ?? [];
  return cells.filter((cell) => typeof cell === 'number');
}

testLaws(
  tile,
  {
    'a tile can be read, whatever it holds, and its table as well': (one, found) => {
      const model = readTile(one);
      if (model.kind !== 'unknown' && model.kind !== 'empty') found();
      assert.ok(numbersOf(model).every((value) => Number.isFinite(value)));
    },
    'a model stays within its limits': (one) => {
      const model = readTile(one);
      const table = toDataTable(model, inEnglish);
      assert.equal(table !== undefined, hasDataTable(model));
      assert.ok((table?.columns.length ?? 0) <= tileLimits.series + 2);
      assert.ok((table?.rows.length ?? 0) <= tileLimits.points * 2);
      assert.ok(table?.rows.every((cells) => cells.length === table.columns.length) ?? true);
    },
    'a pie has parts of a whole, and counts are never negative': (one) => {
      const model = readTile(one);
      if (model.kind === 'pie') assert.ok(model.slices.every(({ value }) => value !== null && value >= 0));
      if (model.kind === 'retention')
        assert.ok(model.rows.every(({ counts }) => counts.every((count) => count === null || count >= 0)));
      if (model.kind === 'funnel')
        assert.ok(
          model.groups.every(({ steps }) => steps.every(({ count }) => count === null || count >= 0)),
        );
    },
    'no two tiles lie on each other': (one) => {
      const placed = placeTiles(
        [one, {}, one, { layouts: { sm: { x: 3, y: 0, w: 5, h: 2 } } }].map(readLayout),
        false,
      );
      for (const [index, a] of placed.entries())
        for (const b of placed.slice(index + 1))
          assert.ok(a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y);
    },
  },
  cases(2000),
);
