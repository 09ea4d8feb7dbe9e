// What stands beside an axis, in whatever language the machine has.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NumberStyle } from '#insights/chartModel.ts';
import { formatSeconds, formatValue } from '#webview/charts/formatValue.ts';
import { layoutSeries } from '#webview/charts/seriesLayout.ts';

const styleOf = (unit: NumberStyle['unit']): NumberStyle => ({ unit, prefix: '', postfix: '' });

function axisTexts(unit: NumberStyle['unit'], most: number): readonly string[] {
  const series = [{ label: 'a', values: [0, most], isComparison: false, color: 0 }];
  const axis = { kind: 'text', interval: 'day', texts: ['a', 'b'] } as const;
  const data = { axis, form: 'line', series, style: styleOf(unit), isLastIncomplete: false } as const;
  return layoutSeries(data, { width: 400, height: 300 }).yTicks.map(({ text }) => text);
}

test('no two places of an axis have the same text, however small or large its values are', () => {
  for (const unit of ['plain', 'percent', 'share', 'seconds', 'milliseconds'] as const)
    for (let exponent = -5; exponent <= 6; exponent++) {
      const texts = axisTexts(unit, 3.2 * 10 ** exponent);
      assert.equal(new Set(texts).size, texts.length, `${unit}: ${texts.join(', ')}`);
    }
});

test('an axis of times has round steps of one unit', () => {
  const digits = axisTexts('seconds', 100_000).map((text) => Number.parseInt(text, 10));
  assert.deepEqual(digits, [0, 5, 10, 15, 20, 25]);
});

test('a value that is not nothing does not read as 0', () => {
  const zero = formatValue(0, styleOf('plain'));
  for (const value of [0.4, 0.004, 0.00042, -0.001, 1e-30])
    assert.notEqual(formatValue(value, styleOf('plain')), zero);
  assert.notEqual(formatValue(0.0004, styleOf('share')), formatValue(0, styleOf('share')));
  assert.notEqual(formatSeconds(0.004), formatSeconds(0));
});

test('a number beyond what is exact has no digits that it does not have', () => {
  assert.ok(formatValue(2 ** 53 + 2, styleOf('plain')).length < 8);
});

test('the numbers of an axis are all powers of ten, or none of them is', () => {
  for (const most of [5e14, 1.2e15, 9e15, 4e18, 3e-6, 8e-7, 4e-9]) {
    const [, ...texts] = axisTexts('plain', most);
    const powers = texts.filter((text) => text.includes('E'));
    assert.ok(powers.length === 0 || powers.length === texts.length, texts.join(', '));
  }
});
