import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ColumnWidths, titleWidthPx } from '#webview/charts/dataTable/columnWidths.ts';

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
