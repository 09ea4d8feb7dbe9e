// The cells of a tile's table, in whatever language the machine has.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CellValue, ChartModel, Interval } from '#insights/chartModel.ts';
import { type ColumnFormat, toDataTable } from '#insights/dataTable.ts';
import { plainStyle } from '#insights/readSqlSettings.ts';
import { inEnglish } from '#text/translate.ts';
import { formatCell, isNumberColumn } from '#webview/charts/formatCell.ts';

test('the number of a query, which may be a year or an id, has no groups and all of its digits', () => {
  assert.equal(formatCell(2026, 'cell'), '2026');
  assert.equal(formatCell(9_007_199_254_740_991, 'cell'), '9007199254740991');
  assert.match(formatCell(1234.56789, 'cell'), /^1234.56789$/);
  assert.equal(formatCell(5e-324, 'cell'), '5e-324');
});

test('a moment of a query is in this person’s time, and a day that no month has stays as it is', () => {
  assert.notEqual(formatCell('2026-02-28T10:00:00Z', 'cell'), '2026-02-28T10:00:00Z');
  assert.equal(formatCell('2026-02-30T10:00:00Z', 'cell'), '2026-02-30T10:00:00Z');
});

test('a whole number of a chart has all of its digits if a double holds it', () => {
  assert.equal(formatCell(9_007_199_254_740_991, 'value').replaceAll(/\D/g, ''), '9007199254740991');
  const style = { unit: 'plain', prefix: '$', postfix: '' } as const;
  assert.equal(formatCell('9007199254740993', 'value', style), '$9007199254740993');
});

test('a number that a double does not hold has its unit, or all of its digits', () => {
  const style = { unit: 'share', prefix: '', postfix: ' of all' } as const;
  const third = '0.333333333333333333';
  assert.equal(formatCell(third, 'value', style), formatCell(1 / 3, 'value', style));
  const seconds = { unit: 'seconds', prefix: '', postfix: '' } as const;
  assert.equal(formatCell('3661.500000000000000001', 'value', seconds), formatCell(3661.5, 'value', seconds));
  assert.equal(formatCell(third, 'value'), third);
});

test('a value that is no number is shown as it came, without a unit', () => {
  for (const unit of ['plain', 'percent', 'share', 'seconds'] as const)
    assert.equal(formatCell('NaN', 'value', { unit, prefix: '$', postfix: '/h' }), 'NaN');
});

test('numbers are aligned to the right; of texts, only the digits of a value or of a query are numbers', () => {
  const isRight = (format: ColumnFormat, ...cells: readonly CellValue[]): boolean =>
    isNumberColumn({ columns: [{ title: '', format }], rows: cells.map((cell) => [cell]) }, 0);
  const long = '9007199254740993';
  for (const format of ['text', 'value', 'number', 'cell'] as const) assert.ok(isRight(format, 7), format);
  assert.ok(isRight('value', long));
  assert.ok(isRight('cell', null, long, 1));
  for (const label of ['2026', '007', '-1.5']) assert.equal(isRight('text', label), false, label);
  assert.equal(isRight('day', '2026'), false);
  assert.equal(isRight('cell', 'Orders'), false);
  assert.equal(isRight('cell', 7, 'Orders'), false, 'one text moves all of a column to the left');
  assert.equal(isRight('cell', null), false);
  for (const format of ['value', 'number', 'share', 'seconds'] as const)
    assert.ok(isRight(format, null), `a ${format} that no row has is below a title on the right`);
  assert.ok(isRight('value', 7, 'NaN'), 'a value that is no number stays below the others');
});

test('each hour and each minute of a day has its own text in a table, and a day has no time', () => {
  const shown = { shown: 24, total: 24 };
  const texts = (interval: Interval, dateAt: (at: number) => string): number => {
    const dates = Array.from({ length: 24 }, (_, at) => dateAt(at));
    const axis = { kind: 'time', interval, texts: dates } as const;
    const series = { kind: 'series', form: 'line', axis, series: [], style: plainStyle } as const;
    const grid = dates.map((date) => ({ label: '', date, breakdown: '', counts: [1], completeCounts: 1 }));
    const models: readonly ChartModel[] = [
      { ...series, isLastIncomplete: false, seriesShown: shown, pointsShown: shown },
      { kind: 'retention', counted: 'persons', interval, rows: grid, shown, columnsShown: shown },
    ];
    const counts = models.map((model) => {
      const table = toDataTable(model, inEnglish);
      assert.ok(table);
      const format = table.columns[0]?.format ?? 'text';
      return new Set(table.rows.map(([cell]) => formatCell(cell, format))).size;
    });
    assert.equal(counts[0], counts[1]);
    return counts[0] ?? 0;
  };
  const two = (value: number) => String(value).padStart(2, '0');
  assert.equal(
    texts('hour', (at) => `2026-11-03T${two(at)}:00:00`),
    24,
  );
  assert.equal(
    texts('minute', (at) => `2026-11-03T10:${two(at)}:00Z`),
    24,
  );
  assert.equal(formatCell('2026-11-03T00:00:00Z', 'day'), formatCell('2026-11-03', 'day'));
});

test('the table of a weekly or monthly chart names the week or the month', () => {
  const cellsOf = (interval: Interval) => {
    const shown = { shown: 1, total: 1 };
    const row = { label: '', date: '2026-11-02', breakdown: '', counts: [1], completeCounts: 1 };
    const table = toDataTable(
      { kind: 'retention', counted: 'persons', interval, rows: [row], shown, columnsShown: shown },
      inEnglish,
    );
    return formatCell(table?.rows[0]?.[0], table?.columns[0]?.format ?? 'text');
  };
  assert.deepEqual((['day', 'week', 'month'] as const).map(cellsOf), [
    'Nov 2, 2026',
    'Week of Nov 2, 2026',
    'November 2026',
  ]);
});
