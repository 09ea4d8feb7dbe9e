// A chart of another form than its display asks for says why.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTile } from '#insights/readTile.ts';
import { drawingNotes } from '#webview/dashboard/tileNotes.ts';

const days = ['2026-11-01', '2026-11-02'];
const notesOf = (display: string, values: readonly (readonly number[])[], more: object = {}) =>
  drawingNotes(
    readTile({
      insight: {
        filters: { insight: 'TRENDS', display, events: [{}] },
        result: values.map((data, at) => ({
          label: `s${at}`,
          days,
          data,
          aggregated_value: data[0],
          ...(at === 1 && more),
        })),
      },
    }),
  );
const previous = { compare_label: 'previous' };
const some = [
  [1, 2],
  [3, 4],
];

test('an area with a negative value, or of two periods, is lines', () => {
  assert.deepEqual(notesOf('ActionsAreaGraph', [[1, -2]]), [
    'Drawn as lines: an area cannot show negative values.',
  ]);
  assert.deepEqual(notesOf('ActionsAreaGraph', some, previous), [
    'Drawn as lines: an area cannot show two periods.',
  ]);
  for (const display of ['ActionsAreaGraph', 'ActionsLineGraph'])
    assert.deepEqual(notesOf(display, some), []);
  assert.deepEqual(notesOf('ActionsLineGraph', [[1, -2]]), []);
});

test('stacked bars of two periods are side by side', () => {
  const stacked = [...some, [5, 6]];
  for (const display of ['ActionsBar', 'ActionsStackedBar']) {
    assert.deepEqual(notesOf(display, stacked, previous), [
      'Drawn side by side: bars of two periods cannot be stacked.',
    ]);
    assert.deepEqual(notesOf(display, stacked), []);
    assert.deepEqual(notesOf(display, some, previous), []); // one series makes no stack
  }
  assert.deepEqual(notesOf('ActionsUnstackedBar', stacked, previous), []);
});

test('a pie with a negative value, of two periods, of nothing or of a part of its values is bars', () => {
  assert.deepEqual(notesOf('ActionsPie', [[1], [-2]]), ['Drawn as bars: a pie cannot show negative values.']);
  assert.deepEqual(notesOf('ActionsPie', some, previous), ['Drawn as bars: a pie cannot show two periods.']);
  assert.deepEqual(notesOf('ActionsPie', [[0], [0]]), ['Drawn as bars: all values are 0.']);
  const many = Array.from({ length: 51 }, () => [1]);
  assert.deepEqual(notesOf('ActionsPie', many), ['Drawn as bars: a pie needs all values.']);
  assert.deepEqual(notesOf('ActionsPie', some), []);
  assert.deepEqual(notesOf('ActionsBarValue', [[1], [-2]]), []);
});

test('a world map is bars', () => {
  assert.deepEqual(notesOf('WorldMap', some), ['Drawn as bars: maps are not drawn here.']);
});

test('a table in place of a display that is not known, or that its rows do not fit, names the display', () => {
  const note = ['Shown as a table: it cannot be drawn as “CalendarHeatmap”.'];
  assert.deepEqual(notesOf('CalendarHeatmap', some), note);
  assert.deepEqual(notesOf('ActionsTable', some), []);
  const query = (display: string) => ({ kind: 'DataVisualizationNode', display });
  const ofRows = (display: string) =>
    drawingNotes(readTile({ insight: { query: query(display), result: [['a', 1]] } }));
  assert.deepEqual(ofRows('CalendarHeatmap'), note);
  assert.deepEqual(ofRows('ActionsTable'), []);
});

test('paths in a circle say that they are a list', () => {
  const filters = { insight: 'PATHS' };
  const link = (source: string, target: string) => ({ source, target, value: 1 });
  const notes = (result: readonly object[]) => drawingNotes(readTile({ insight: { filters, result } }));
  assert.deepEqual(notes([link('/a', '/b'), link('/b', '/a')]), [
    'Shown as a list: some paths lead back to where they began.',
  ]);
  assert.deepEqual(notes([link('/a', '/b')]), []);
});
