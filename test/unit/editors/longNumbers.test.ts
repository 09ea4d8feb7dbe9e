// What a copy has of numbers that a double does not hold.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { formatCsv } from '#editors/records/tileTableText.ts';
import { toDataTable } from '#insights/dataTable.ts';
import { readTile } from '#insights/readTile.ts';
import { inEnglish } from '#text/translate.ts';
import type { Dashboard } from '#model/records/deckRecord.ts';
import { exactTilesOf } from '#model/records/dashboardTiles.ts';

/** Each is another number as a double. */
const numbers = [
  '9007199254740993', // 2^53 + 1
  '123456789012345678901234567890',
  '0.12345678901234567890',
  '1.12345678901234567',
  '1234567.123456789012',
  '123456789012345.678',
  '8999999999.999999', // the shortest: a double has 15 digits
];
const infinite = '1e400';

/** @param insight JSON text */
function modelOf(insight: string) {
  const text = `{"id": 1, "tiles": [{"id": 2, "insight": ${insight}}]}`;
  const dashboard: Dashboard = JSON.parse(text);
  const [tile] = exactTilesOf(dashboard, text) ?? [];
  return readTile(tile);
}

function csvOf(insight: string): string {
  const table = toDataTable(modelOf(insight), inEnglish);
  assert.ok(table);
  return formatCsv(table);
}

const trend = (display: string, number: string) =>
  `{"filters": {"insight": "TRENDS", "display": "${display}"}, "result": [{"label": "a", "breakdown_value": "DE",
    "days": ["2026-11-01", "2026-11-02"], "data": [1, ${number}], "aggregated_value": ${number}}]}`;

describe('a copy has every digit that the service sent', () => {
  const displays = [
    'ActionsLineGraph',
    'ActionsPie',
    'ActionsBarValue',
    'WorldMap',
    'BoldNumber',
    'ActionsTable',
  ];
  for (const display of displays)
    test(`of a trend with the display ${display}`, () => {
      for (const number of numbers) {
        assert.match(csvOf(trend(display, number)), new RegExp(`,${number}\r\n`));
        assert.match(csvOf(trend(display, JSON.stringify(number))), new RegExp(`,${number}\r\n`));
      }
    });

  test('of the rows of a query, even beyond the range of doubles', () => {
    const cells = [...numbers, infinite, '-9007199254740993', '5', '0.5', '1e308'];
    const query = { kind: 'DataTableNode' };
    const insight = `{"query": ${JSON.stringify(query)}, "result": [[${cells.join(', ')}]]}`;
    const [, row = ''] = csvOf(insight).split('\r\n');
    assert.deepEqual(row.split(','), cells);
  });

  test('of the JSON of a result that is no chart', () => {
    const model = modelOf(`{"filters": {"insight": "ORACLE"}, "result": {"a": ${infinite}}}`);
    assert.equal(model.kind === 'unknown' && model.json, `{"a":${infinite}}`);
  });
});
