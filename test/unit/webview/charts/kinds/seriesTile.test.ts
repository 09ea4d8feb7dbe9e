import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Interval } from '#insights/chartModel.ts';
import { plainStyle } from '#insights/readSqlSettings.ts';
import { seriesTooltipText, type SeriesTooltipData } from '#webview/charts/kinds/seriesTile.tsx';

const parts = [
  { label: 'Free', values: [1200, 3], isComparison: false, color: 0 },
  { label: 'Paid', values: [34, null], isComparison: false, color: 1 },
];

function dataOf(interval: Interval, more: Partial<SeriesTooltipData> = {}): SeriesTooltipData {
  const axis = { kind: 'time', interval, texts: ['2026-11-01', '2026-11-16'] } as const;
  return { axis, form: 'stackedBars', series: parts, style: plainStyle, isLastIncomplete: false, ...more };
}

describe('the details of a point', () => {
  test('name its interval', () => {
    const titleOf = (interval: Interval) => seriesTooltipText(dataOf(interval), 1, undefined).title;
    assert.equal(titleOf('day'), 'Nov 16, 2026');
    assert.equal(titleOf('week'), 'Week of Nov 16, 2026');
    assert.equal(titleOf('month'), 'November 2026');
    const last = dataOf('week', { isLastIncomplete: true });
    assert.equal(seriesTooltipText(last, 1, undefined).title, 'Week of Nov 16, 2026 (incomplete)');
  });

  const totalOf = (more: Partial<SeriesTooltipData>, point = 0) => {
    const { total } = seriesTooltipText(dataOf('day', more), point, undefined);
    return total && `${total.label} ${total.value}`;
  };

  test('have the total of parts that are stacked', () => {
    assert.equal(totalOf({ partsShown: 'all' }), 'Total 1,234');
    assert.equal(totalOf({ partsShown: 'all', form: 'area' }), 'Total 1,234');
    assert.equal(totalOf({ partsShown: 'some' }), 'Total of those shown 1,234');
    assert.equal(totalOf({ partsShown: 'all' }, 1), 'Total 3');
  });

  test('have no total of lines, of one series, of parts of no whole, and where a part cannot be drawn', () => {
    assert.equal(totalOf({ partsShown: 'all', form: 'line' }), undefined);
    assert.equal(totalOf({ partsShown: 'all', series: parts.slice(0, 1) }), undefined);
    assert.equal(totalOf({}), undefined);
    const odd = [
      ...parts.slice(0, 1),
      { label: 'Paid', isComparison: false, color: 1, values: [null, 2], cells: { 0: 'many' } },
    ];
    assert.equal(totalOf({ partsShown: 'all', series: odd }), undefined);
  });
});
