import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { formatCsv, formatMarkdown, formatNeutralCsv, tableOf } from '#editors/records/tileTableText.ts';
import type { DataTable } from '#insights/dataTable.ts';
import { inEnglish } from '#text/translate.ts';

const table: DataTable = {
  columns: [
    { title: 'Series, all', format: 'text' },
    { title: 'Total', format: 'value' },
  ],
  rows: [
    ['=HYPERLINK("x")', -5.25],
    ['a "b"\n|c| <img> ~~d~~', null],
  ],
};

test('CSV has quotes where it needs them and plain numbers', () => {
  const csv = '"Series, all",Total\r\n"=HYPERLINK(""x"")",-5.25\r\n"a ""b""\n|c| <img> ~~d~~",\r\n';
  assert.equal(formatCsv(table), csv);
});

test('a row whose only cell is empty is a row in CSV', () => {
  assert.equal(
    formatCsv({ columns: [{ title: 'a', format: 'cell' }], rows: [[null], [1]] }),
    'a\r\n""\r\n1\r\n',
  );
});

test('the CSV for other programs has no formula that a spreadsheet would run', () => {
  const csv = '"Series, all",Total\r\n"\'=HYPERLINK(""x"")",-5.25\r\n"a ""b""\n|c| <img> ~~d~~",\r\n';
  assert.equal(formatNeutralCsv(table), csv);
});

test('Markdown keeps each cell in its place, as text', () => {
  assert.equal(
    formatMarkdown(table),
    '| Series, all | Total |\n| --- | ---: |\n| =HYPERLINK("x") | -5.25 |\n| a "b" \\|c\\| \\<img\\> \\~\\~d\\~\\~ |  |\n',
  );
});

test('Markdown has no character references', () => {
  const cells = { columns: [{ title: 'R&lt;D', format: 'text' }], rows: [['&copy; Acme & Co']] } as const;
  assert.equal(formatMarkdown(cells), '| R\\&lt;D |\n| --- |\n| \\&copy; Acme \\& Co |\n');
});

test('dates in Markdown are aligned like texts, whatever their interval', () => {
  const insight = { result: [{ label: 'a', days: ['2026-11-01'], data: [7] }] };
  for (const interval of ['hour', 'day', 'week', 'month']) {
    const copied = tableOf({ insight: { ...insight, filters: { interval } } }, (text) => text);
    assert.equal(copied && formatMarkdown(copied).split('\n')[1], '| --- | ---: |', interval);
  }
});

describe('the table of a tile has all of its data, with texts as they came', () => {
  const lastRow = (insight: object) => tableOf({ id: 1, insight }, (text) => text)?.rows.at(-1);
  const long = `+49 30 12\n${'x'.repeat(5000)}`;
  const range = <T>(length: number, make: (index: number) => T) =>
    Array.from({ length }, (_, index) => make(index));
  const series = (points: number, more: object = {}) => ({
    label: long,
    days: range(points, (index) => new Date(index * 86_400_000).toISOString().slice(0, 10)),
    data: range(points, (index) => index),
    count: 7,
    ...more,
  });
  const named = (index: number) => series(1, { label: `${index} ${long}` });
  const paths = range(70, (index) => ({ source: `1_${index}`, target: `2_${long}`, value: 70 - index }));
  const steps = [{ name: long, count: 3, breakdown: ['paid'] }];
  const cohort = { label: long, values: range(60, (index) => ({ count: 60 - index })) };
  const query = { kind: 'HogQLQuery' };

  const cases: Readonly<Record<string, [insight: object, rows: number, last: readonly unknown[]]>> = {
    'a query': [{ query, result: range(20_000, (index) => [index, long]) }, 20_000, [19_999, long]],
    'many series': [{ result: range(60, () => series(1)) }, 1, ['1970-01-01', ...range(60, () => 0)]],
    'a long series': [{ result: [series(1500)] }, 1500, ['1974-02-08', 1499]],
    slices: [{ filters: { display: 'ActionsPie' }, result: range(60, named) }, 60, [`59 ${long}`, 7]],
    totals: [{ filters: { display: 'ActionsTable' }, result: range(600, named) }, 600, [`599 ${long}`, 7]],
    paths: [{ filters: { insight: 'PATHS' }, result: paths }, 70, [1, '69', long, 1, null]],
    'a funnel': [
      { filters: { insight: 'FUNNELS' }, result: range(30, () => steps) },
      30,
      ['paid', long, 3, 1, 1, null],
    ],
    retention: [
      { filters: { insight: 'RETENTION' }, result: range(120, () => cohort) },
      120,
      [long, ...range(60, (index) => 60 - index)],
    ],
  };
  for (const [name, [insight, rows, last]] of Object.entries(cases))
    test(name, () => {
      assert.deepEqual(lastRow(insight), last);
      assert.equal(tableOf({ id: 1, insight }, (text) => text)?.rows.length, rows);
    });
});

test('the titles of a tile’s table name the units of its numbers', () => {
  const titles = (insight: object) =>
    tableOf({ id: 1, insight }, (text) => text)?.columns.map(({ title }) => title);
  const steps = [{ name: 'visit', count: 3, average_conversion_time: 90 }];
  assert.deepEqual(titles({ filters: { insight: 'FUNNELS' }, result: steps }), [
    'Step',
    'Persons',
    'Of first step',
    'Of previous step',
    'Average time (s)',
  ]);
  const times = { insight: 'FUNNELS', funnel_viz_type: 'time_to_convert' };
  assert.deepEqual(titles({ filters: times, result: { bins: [[60, 5]] } }), [
    'Time to convert (s)',
    'Persons',
  ]);
  const trend = { label: 'visit', days: ['2026-11-01'], data: [7] };
  for (const [format, prefix, postfix, title] of [
    ['duration', '', '', 'visit (s)'],
    ['duration_ms', '', '', 'visit (ms)'],
    ['percentage', '', '', 'visit (%)'],
    ['numeric', '', '', 'visit'],
    ['numeric', '$', '', 'visit ($)'],
    ['numeric', '$', ' per seat', 'visit ($ per seat)'],
    ['percentage', '~', ' ', 'visit (~ %)'],
  ]) {
    const filters = {
      aggregation_axis_format: format,
      aggregation_axis_prefix: prefix,
      aggregation_axis_postfix: postfix,
    };
    assert.deepEqual(titles({ filters, result: [trend] }), ['Date', title]);
  }
});

test('copies mark an interval that had not ended in a column of its own', () => {
  const result = [{ label: 'visit', days: ['2026-11-01', '2026-11-02'], data: [7, 3] }];
  const copyOf = (last_refresh: string) => {
    const copied = tableOf({ id: 1, insight: { last_refresh, result } }, (text) => text);
    return copied && formatCsv(copied);
  };
  assert.equal(copyOf('2026-11-03T00:00:00Z'), 'Date,visit\r\n2026-11-01,7\r\n2026-11-02,3\r\n');
  assert.equal(
    copyOf('2026-11-02T15:00:00Z'),
    'Date,visit,Note\r\n2026-11-01,7,\r\n2026-11-02,3,incomplete\r\n',
  );
  const values = [{ count: 9 }, { count: 4 }];
  const retained = tableOf(
    {
      insight: {
        filters: { insight: 'RETENTION', period: 'Day' },
        last_refresh: '2026-11-02T15:00:00Z',
        result: [
          { date: '2026-11-01', values },
          { date: '2026-10-01', values },
        ],
      },
    },
    inEnglish,
  );
  assert.equal(
    retained && formatCsv(retained),
    'Cohort,Day 0,Day 1,Note\r\n2026-11-01,9,4,incomplete from “Day 1”\r\n2026-10-01,9,4,\r\n',
  );
});

test('a table that the service cut says so', () => {
  const insight = { query: { kind: 'HogQLQuery' }, columns: ['a'], result: [[1]] };
  assert.equal(tableOf({ insight }, inEnglish)?.missing, undefined);
  assert.equal(
    tableOf({ insight: { ...insight, hasMore: true } }, inEnglish)?.missing,
    'The service has more rows than it sent.',
  );
});
