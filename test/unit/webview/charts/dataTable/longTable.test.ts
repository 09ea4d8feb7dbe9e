import assert from 'node:assert/strict';
import { test, afterEach } from 'node:test';
import {
  areAllDrawn,
  drawFirst,
  drawNext,
  ColumnWidths,
  titleWidthPx,
  whenAllRowsDrawn,
} from '#webview/charts/dataTable/longTable.tsx';

const rows = (letter: string, count: number) => Array.from({ length: count }, (_, at) => `${letter}${at}`);

test('the slices of a table are drawn one by one', () => {
  const first = drawFirst(rows('a', 5), 2);
  assert.deepEqual(first.shown, [['a0', 'a1']]);
  const second = drawNext(first);
  assert.deepEqual([second.shown.length, areAllDrawn(second)], [2, false]);
  const third = drawNext(second);
  assert.deepEqual(third.shown.flat(), rows('a', 5));
  assert.ok(areAllDrawn(third));
});

test('the slices of new rows replace those before one by one', () => {
  const before = drawNext(drawNext(drawFirst(rows('a', 5), 2)));
  const first = drawFirst(rows('b', 4), 2, before.shown);
  assert.deepEqual(first.shown.flat(), ['b0', 'b1', 'a2', 'a3', 'a4']);
  assert.equal(areAllDrawn(first), false);
  assert.deepEqual(drawNext(first).shown.flat(), rows('b', 4));
});

test('new rows that have one slice, or none, leave nothing of those before', () => {
  const before = drawNext(drawFirst(rows('a', 4), 2));
  assert.deepEqual(drawFirst(rows('b', 2), 2, before.shown).shown, [['b0', 'b1']]);
  assert.deepEqual(drawFirst([], 2, before.shown).shown, []);
});

/** Ten pixels for each letter; a column has 16 more. */
const measure = (text: string) => text.length * 10;

test('a column is as wide as its widest text, in whichever row it comes', () => {
  const widths = new ColumnWidths(2);
  assert.ok(widths.fit(['Day', 'Persons'], measure));
  assert.ok(widths.fit(['2026-11-01', '7'], measure));
  assert.equal(widths.tracks, 'minmax(116px, 116fr) minmax(86px, 86fr)');
  assert.equal(widths.widthPx(), 202);
});

test('columns stay as they are where no text is wider', () => {
  const widths = new ColumnWidths(2);
  widths.fit(['Day', 'Persons'], measure);
  assert.equal(widths.fit(['May', '7'], measure), false);
  assert.equal(widths.tracks, 'minmax(46px, 46fr) minmax(86px, 86fr)');
});

test('a long title has room for three lines and for its longest word', () => {
  const width = (title: string) => titleWidthPx(title, (text) => text.length * 6);
  assert.equal(width('Average time'), 72);
  const compared = width('order placed (previous period)');
  assert.ok(compared >= 72 && compared <= 80, `${compared} px`);
  assert.equal(width('a_name_that_has_no_space'), 144);
  const long = width('word '.repeat(60).trim());
  assert.ok(long >= 598 && long < 630, `${long} px`);
});

const { requestAnimationFrame } = globalThis;
afterEach(() => {
  globalThis.requestAnimationFrame = requestAnimationFrame;
});

/** A table of which each frame draws a part; Node has neither frames nor pages. */
function tableDrawnIn(frames: number, isGoneAfter = Infinity) {
  let drawn = 0;
  globalThis.requestAnimationFrame = (next) => {
    drawn++;
    queueMicrotask(() => next(0));
    return drawn;
  };
  return {
    drawn: () => drawn,
    get isConnected() {
      return drawn < isGoneAfter;
    },
    querySelector: () => (drawn < frames ? {} : null),
  };
}

test('a picture of a table waits until all rows are drawn', async () => {
  const table = tableDrawnIn(5);
  await whenAllRowsDrawn(table);
  assert.equal(table.drawn(), 5);
});

test('a picture does not wait for a table that is drawn already', async () => {
  const whole = tableDrawnIn(0);
  await whenAllRowsDrawn(whole);
  assert.equal(whole.drawn(), 0);
});

test('there is no picture of a table that the page no longer shows', async () => {
  const gone = tableDrawnIn(Infinity, 3);
  await assert.rejects(whenAllRowsDrawn(gone), /it is no longer shown/);
  assert.equal(gone.drawn(), 3);
});
