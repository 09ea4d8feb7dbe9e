// Axis labels, in any language of the machine.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NumberStyle } from '#insights/chartModel.ts';
import { formatSeconds, formatValue } from '#webview/charts/formatValue.ts';
import { layoutSeries } from '#webview/charts/seriesLayout.ts';

const styleOf = (unit: NumberStyle['unit']): NumberStyle => ({ unit, prefix: '', postfix: '' });

function axisTexts(unit: NumberStyle['unit'], most: number, height = 300): readonly string[] {
  const series = [{ label: 'a', values: [0, most], isComparison: false, color: 0 }];
  const axis = { kind: 'text', interval: 'day', texts: ['a', 'b'] } as const;
  const data = { axis, form: 'line', series, style: styleOf(unit), isLastIncomplete: false } as const;
  return layoutSeries(data, { width: 400, height }).yLabels.map(({ text }) => text);
}

test('no two places of an axis have the same text, however small or large its values are', () => {
  for (const unit of ['plain', 'percent', 'share', 'seconds', 'milliseconds'] as const)
    for (let exponent = -5; exponent <= 6; exponent++)
      for (const most of [1.2, 3.2, 7.1])
        for (const height of [300, 800, 2000]) {
          const texts = axisTexts(unit, most * 10 ** exponent, height);
          assert.equal(new Set(texts).size, texts.length, `${unit}: ${texts.join(', ')}`);
        }
});

test('an axis of times has round steps of one unit', () => {
  const digits = axisTexts('seconds', 100_000).map((text) => Number.parseInt(text, 10));
  assert.deepEqual(digits, [0, 5, 10, 15, 20, 25]);
});

test('a value other than zero does not read as 0', () => {
  const zero = formatValue(0, styleOf('plain'));
  for (const value of [0.4, 0.004, 0.00042, -0.001, 1e-30])
    assert.notEqual(formatValue(value, styleOf('plain')), zero);
  assert.notEqual(formatValue(0.0004, styleOf('share')), formatValue(0, styleOf('share')));
  assert.notEqual(formatSeconds(0.004), formatSeconds(0));
});

test('a number beyond exact doubles has no invented digits', () => {
  assert.ok(formatValue(2 ** 53 + 2, styleOf('plain')).length < 8);
});

test('the numbers of an axis are all powers of ten, or none of them is', () => {
  for (const most of [5e14, 1.2e15, 9e15, 4e18, 3e-6, 8e-7, 4e-9]) {
    const [, ...texts] = axisTexts('plain', most);
    const powers = texts.filter((text) => text.includes('E'));
    assert.ok(powers.length === 0 || powers.length === texts.length, texts.join(', '));
  }
});

test('on a scale of time, points are as far from each other as their times, and dates are round', () => {
  const texts = ['2026-11-01T00:00:00', '2026-11-02T00:00:00', '2026-11-11T00:00:00'];
  const axis = { kind: 'time', interval: 'minute', texts, isTimeScale: true } as const;
  const series = [{ label: 'a', values: [1, 2, 3], isComparison: false, color: 0 }];
  const data = { axis, form: 'line', series, style: styleOf('plain'), isLastIncomplete: false } as const;
  for (const width of [120, 400, 1200]) {
    const { xOf, xLabels } = layoutSeries(data, { width, height: 160 });
    assert.equal(Math.round((xOf(2) - xOf(1)) / (xOf(1) - xOf(0))), 9);
    assert.ok(xLabels.length > 1, `${width} px: ${xLabels.map(({ text }) => text).join(', ')}`);
    assert.equal(new Set(xLabels.map(({ text }) => text)).size, xLabels.length);
  }
});

test('on a scale of time, points of one moment are in the middle', () => {
  const texts = ['2026-11-01T00:00:00', '2026-11-01T00:00:00'];
  const axis = { kind: 'time', interval: 'minute', texts, isTimeScale: true } as const;
  const series = [{ label: 'a', values: [1, 2], isComparison: false, color: 0 }];
  const data = { axis, form: 'line', series, style: styleOf('plain'), isLastIncomplete: false } as const;
  const { xOf, xLabels, left, right } = layoutSeries(data, { width: 400, height: 160 });
  assert.equal(xOf(0), (left + right) / 2);
  assert.equal(xLabels.length, 1);
});

test('a long label is cut between two letters', () => {
  const axis = { kind: 'text', interval: 'day', texts: [`${'a'.repeat(16)}🚀🚀`, 'b'] } as const;
  const series = [{ label: 'a', values: [1, 2], isComparison: false, color: 0 }];
  const data = { axis, form: 'line', series, style: styleOf('plain'), isLastIncomplete: false } as const;
  const { xLabels } = layoutSeries(data, { width: 800, height: 160 });
  assert.deepEqual(
    xLabels.map(({ text }) => text),
    [`${'a'.repeat(16)}…`, 'b'],
  );
});
