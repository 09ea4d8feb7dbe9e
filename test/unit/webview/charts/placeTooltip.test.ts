import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeTooltip } from '#webview/charts/placeTooltip.ts';

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
