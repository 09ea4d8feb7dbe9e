import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pathPointAt, placeOfPathPoint, pathTooltipText } from '#webview/charts/kinds/paths.tsx';
import { layoutPaths } from '#webview/charts/kinds/pathsLayout.ts';

test('each way and each place of paths is found where it is drawn, and says how many persons it has', () => {
  const links = [
    { source: 0, target: 1, value: 90, seconds: 60 },
    { source: 0, target: 2, value: 20, seconds: undefined },
    { source: 1, target: 3, value: 50, seconds: undefined },
  ];
  const shown = { shown: 3, total: 3 };
  const nodes = ['/', '/pricing', '/menu', '/sign-up'];
  const model = { kind: 'paths', nodes, links, isCircular: false, shown } as const;
  const graph = layoutPaths(model, { width: 600, height: 300 });
  const points = [...links, ...nodes].map((_, point) => point);
  const found = points.map((point) => {
    const { x, y } = placeOfPathPoint(graph, point);
    return pathPointAt(graph, x, y);
  });
  assert.deepEqual(found, points);
  const texts = points.map((point) => {
    const { title, lines } = pathTooltipText(model, point);
    return [title, ...lines.map(({ label, value }) => `${label} ${value}`)].join('; ');
  });
  assert.deepEqual(texts, [
    '/ → /pricing; Transitions 90; Average time 1 min',
    '/ → /menu; Transitions 20',
    '/pricing → /sign-up; Transitions 50',
    '/; Transitions 110',
    '/pricing; Transitions 90',
    '/menu; Transitions 20',
    '/sign-up; Transitions 50',
  ]);
});
