import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ChartModel, FunnelModel, PathsModel } from '#insights/chartModel.ts';
import { plainStyle } from '#insights/readSqlSettings.ts';
import { hasDataTable, isBrokenDown, shareOf, toDataTable } from '#insights/dataTable.ts';
import { readTile } from '#insights/readTile.ts';
import { stepNames } from '#insights/chartLabels.ts';
import { inEnglish } from '#text/translate.ts';
import { setDisplayLanguage } from '#text/displayLanguage.ts';

/** The titles, then the rows. */
function lines(model: ChartModel): readonly (readonly unknown[])[] {
  const table = toDataTable(model, inEnglish);
  assert.ok(table);
  return [table.columns.map(({ title }) => title), ...table.rows];
}

const all = { shown: 1, total: 1 };
const axis = { kind: 'time', interval: 'day', texts: ['2026-11-01', '2026-11-02'] } as const;
const common = { axis, style: plainStyle, isLastIncomplete: false, seriesShown: all, pointsShown: all };

describe('the table of a chart', () => {
  test('gives both periods of a series without a name one number', () => {
    const one = (isComparison: boolean) => ({ label: '', values: [1, 2], value: 1, isComparison });
    const pairs = [one(false), one(true), one(false), one(true)];
    const names = ['Series 1', 'Series 1 (previous period)', 'Series 2', 'Series 2 (previous period)'];
    const [titles = []] = lines({ kind: 'series', form: 'line', ...common, series: pairs });
    assert.deepEqual(titles.slice(1), names);
    const bars = lines({ kind: 'bars', slices: pairs, totals: undefined, style: plainStyle, shown: all });
    assert.deepEqual(
      bars.slice(1).map(([name]) => name),
      names,
    );
  });

  test('of series of two periods has the days of the earlier one once, and says whether the last place is incomplete', () => {
    const days = ['2026-10-01', '2026-10-02'];
    const pair = (label: string, value: number) => [
      { label, values: [value, value], isComparison: false },
      { label, values: [value, null], isComparison: true, days },
    ];
    const model = {
      kind: 'series',
      form: 'line',
      ...common,
      series: [...pair('a', 1), ...pair('b', 2)],
    } as const;
    assert.deepEqual(lines(model), [
      ['Date', 'a', 'Date (previous period)', 'a (previous period)', 'b', 'b (previous period)'],
      ['2026-11-01', 1, '2026-10-01', 1, 2, 2],
      ['2026-11-02', 1, '2026-10-02', null, 2, null],
    ]);
    const incomplete = [false, true].map(
      (isLastIncomplete) => toDataTable({ ...model, isLastIncomplete }, inEnglish)?.incompleteFrom,
    );
    assert.deepEqual(incomplete, [undefined, { 1: 0 }]);
  });

  test('of a funnel has its conversion, and none of an empty step', () => {
    const steps = [
      { name: 'visit', count: 0, seconds: undefined },
      { name: '', count: 0, seconds: 60 },
    ];
    assert.deepEqual(
      lines({
        kind: 'funnel',
        counted: 'persons',
        groups: [{ label: '', isComparison: false, steps }],
        shown: all,
      }),
      [
        ['Step', 'Persons', 'Of first step', 'Of previous step', 'Average time'],
        ['visit', 0, null, null, null],
        ['Step 2', 0, null, null, 60],
      ],
    );
    const groups = [
      { label: 'DE', isComparison: false, steps: [{ name: 'visit', count: 4, seconds: undefined }] },
    ];
    assert.deepEqual(lines({ kind: 'funnel', counted: 'persons', groups, shown: all })[1], [
      'DE',
      'visit',
      4,
      1,
      1,
      null,
    ]);
  });

  test('of a funnel names optional steps, and shares are of the last step that is none', () => {
    const series = [{}, { optionalInFunnel: true }, { optionalInFunnel: true }, {}, {}];
    const steps = [100, 5, 20, 40, 10].map((count, order) => ({ name: 'visit', order, count }));
    const query = { kind: 'FunnelsQuery', series };
    const [, ...rows] = lines(readTile({ insight: { result: steps, query } }));
    assert.deepEqual(
      rows.map(([name, , , ofPrevious]) => [name, ofPrevious]),
      [
        ['visit', 1],
        ['visit (optional)', 0.05],
        ['visit (optional)', 0.2],
        ['visit', 0.4],
        ['visit', 0.25],
      ],
    );
  });

  test('of a funnel, and its chart, have all steps of the longest part, and name also a single part', () => {
    const stepsOf = (...names: readonly string[]) =>
      names.map((name) => ({ name, count: 4, seconds: undefined }));
    const of = (...groups: FunnelModel['groups']): FunnelModel => ({
      kind: 'funnel',
      counted: 'persons',
      groups,
      shown: all,
    });
    const uneven = of(
      { label: 'DE', isComparison: false, steps: stepsOf('visit', '') },
      { label: 'FR', isComparison: false, steps: stepsOf('', 'order', '', 'pay') },
    );
    assert.deepEqual(stepNames(uneven, inEnglish), ['visit', 'order', 'Step 3', 'pay']);
    assert.equal(lines(uneven).length, 7);
    assert.deepEqual(
      [
        uneven,
        of({ label: 'DE', isComparison: false, steps: [] }),
        of({ label: '', isComparison: false, steps: [] }),
      ].map(isBrokenDown),
      [true, true, false],
    );
  });

  test('of retention has a column for each interval, as many as the oldest cohort has', () => {
    const rows = [
      { label: 'a', date: '2026-11-01', breakdown: '', counts: [10, 4], completeCounts: 1 },
      { label: 'b', date: undefined, breakdown: '', counts: [7], completeCounts: 1 },
    ];
    const model = {
      kind: 'retention',
      counted: 'persons',
      interval: 'week',
      rows,
      shown: all,
      columnsShown: all,
    } as const;
    assert.deepEqual(lines(model), [
      ['Cohort', 'Week 0', 'Week 1'],
      ['a', 10, 4],
      ['b', 7, null],
    ]);
    const table = toDataTable(model, inEnglish);
    assert.deepEqual(
      table?.incompleteFrom,
      { 0: 2 },
      'the first cohort returned in a week that had not ended',
    );
  });

  test('of retention that is broken down says by what', () => {
    const rows = ['DE', 'FR'].map((breakdown) => ({
      label: 'Week 0',
      date: '2026-11-01',
      breakdown,
      counts: [9],
      completeCounts: 1,
    }));
    assert.deepEqual(
      lines({ kind: 'retention', counted: 'persons', interval: 'week', rows, shown: all, columnsShown: all }),
      [
        ['Breakdown', 'Cohort', 'Week 0'],
        ['DE', '2026-11-01', 9],
        ['FR', '2026-11-01', 9],
      ],
    );
  });

  test('of a map names each country in the display language, beside its code, and the period that is compared', (context) => {
    const slices = ['DE', '', 'Elsewhere'].flatMap((label) =>
      [false, true].map((isComparison) => ({ label, value: 3, isComparison })),
    );
    setDisplayLanguage('de');
    context.after(() => setDisplayLanguage('en'));
    assert.deepEqual(lines({ kind: 'worldMap', slices, totals: undefined, style: plainStyle, shown: all }), [
      ['Country', 'Country code', 'Value'],
      ['Deutschland', 'DE', 3],
      ['Deutschland (previous period)', 'DE', 3],
      ['None', null, 3],
      ['None (previous period)', null, 3],
      ['Elsewhere', 'Elsewhere', 3],
      ['Elsewhere (previous period)', 'Elsewhere', 3],
    ]);
  });

  test('of paths has a row for each link, with its step where the service numbers them', () => {
    const link = { source: 0, target: 1, value: 5, seconds: undefined };
    const of = (...links: PathsModel['links']) =>
      lines({ kind: 'paths', nodes: ['/', '/a', '/'], links, isCircular: false, shown: all });
    assert.deepEqual(of(link), [
      ['From', 'To', 'Transitions', 'Average time'],
      ['/', '/a', 5, null],
    ]);
    const numbered = of({ ...link, step: 1 }, { ...link, step: 2, source: 1, target: 2 });
    assert.deepEqual(numbered, [
      ['Step', 'From', 'To', 'Transitions', 'Average time'],
      [1, '/', '/a', 5, null],
      [2, '/a', '/', 5, null],
    ]);
  });

  test('is none for what holds no numbers', () => {
    const text = { kind: 'text', body: '', isCut: false } as const;
    assert.equal(toDataTable(text, inEnglish), undefined);
    assert.equal(hasDataTable(text), false);
  });
});

test('a step that is beyond all measure of the first one has no share of it', () => {
  assert.equal(shareOf(1, Number.MIN_VALUE), null);
  assert.equal(shareOf(1, 4), 0.25);
});
