import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeTooltip, limitTooltipLines, lineRoom } from '#webview/charts/tooltip.tsx';

const area = { left: 0, top: 80, right: 800, bottom: 600 };

test('a tooltip is beside its point, and whole within its area also where the point is at an edge', () => {
  const size = { width: 200, height: 240 };
  const cases = [
    { point: { x: 300, y: 300 }, expected: { left: 312, top: 180 } },
    { point: { x: 700, y: 300 }, expected: { left: 488, top: 180 } },
    { point: { x: 300, y: 590 }, expected: { left: 312, top: 360 } },
    { point: { x: 300, y: 60 }, expected: { left: 312, top: 80 } },
  ];
  for (const { point, expected } of cases) assert.deepEqual(placeTooltip(point, size, area), expected);
  assert.deepEqual(placeTooltip({ x: 100, y: 300 }, size, { ...area, right: 250 }), { left: 0, top: 180 });
});

test('of 20 lines, a tooltip shows the 12 with the largest amounts, and fewer where the page is low', () => {
  const lines = Array.from({ length: 20 }, (_, at) => ({ label: `${at}`, amount: at === 19 ? null : at }));
  const labelsIn = (height: number) => limitTooltipLines(lines, lineRoom(height)).map(({ label }) => label);
  assert.deepEqual(
    labelsIn(600),
    Array.from({ length: 12 }, (_, at) => `${18 - at}`),
  );
  assert.deepEqual(labelsIn(130), ['18', '17', '16']);
  assert.deepEqual(labelsIn(20), ['18']);
  assert.equal(lineRoom(130, true), 2);
});

test('lines that all have room keep the order of the legend, and so do those of the same amount', () => {
  const lines = [3, 7, 3, 7].map((amount, at) => ({ label: `${at}`, amount }));
  assert.deepEqual(limitTooltipLines(lines, 4), lines);
  assert.deepEqual(
    limitTooltipLines(lines, 3).map(({ label }) => label),
    ['1', '3', '0'],
  );
});

test('the hovered line is shown also where others are larger', () => {
  const lines = [1, 9, 8, 7].map((amount) => ({ amount, isHovered: amount === 1 }));
  assert.deepEqual(
    limitTooltipLines(lines, 2).map(({ amount }) => amount),
    [9, 1],
  );
});
