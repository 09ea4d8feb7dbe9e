import assert from 'node:assert/strict';
import { test } from 'node:test';
import { binFormat } from '#webview/table/pane/columnSummary.tsx';

const binsOf = (from: number, to: number, count = 20) =>
  Array.from({ length: count }, (_, bin) => ({
    from: from + (bin * (to - from)) / count,
    to: from + ((bin + 1) * (to - from)) / count,
    count: 1,
  }));

const daySeconds = 86_400;
const start = Date.UTC(2026, 0, 1) / 1000;

test('no bin reads as the one beside it', () => {
  for (const [kind, from, to] of [
    ['number', 0, 100],
    ['number', 1.001, 1.01],
    ['number', 0.5001, 0.5019],
    ['number', 1e15, 1e15 + 100],
    ['number', -2, -2 + 1e-9],
    ['number', 1e20, 1.001e20],
    ['time', start, start + 21],
    ['time', start, start + 7 * 60],
    ['time', start, start + 8 * daySeconds],
    ['time', start, start + 19.5 * daySeconds],
    ['time', start, start + 900 * daySeconds],
  ] as const) {
    const bins = binsOf(from, to);
    const labels = bins.map((bin) => binFormat(bins, kind)(bin.from));
    assert.equal(new Set(labels).size, bins.length, labels.join(' | '));
  }
});

test('bins have no more digits than tell them apart', () => {
  const first = (from: number, to: number, kind: 'number' | 'time') => {
    const bins = binsOf(from, to);
    return bins.slice(0, 2).map((bin) => binFormat(bins, kind)(bin.from));
  };
  assert.deepEqual(first(0, 100, 'number'), ['0', '5']);
  assert.deepEqual(first(1.001, 1.01, 'number'), ['1.001', '1.00145']);
  assert.deepEqual(first(start, start + 8 * daySeconds, 'time'), ['2026-01-01 00:00', '2026-01-01 09:36']);
  assert.deepEqual(first(start, start + 40 * daySeconds, 'time'), ['2026-01-01', '2026-01-03']);
});
