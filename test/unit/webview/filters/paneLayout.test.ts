import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PaneLayout } from '#webview/filters/paneLayout.ts';

test('the width of the page decides until a layout is chosen', () => {
  const layout = new PaneLayout({});
  layout.setPageWidth(1200);
  assert.equal(layout.layout, 'both');
  layout.setPageWidth(500);
  assert.deepEqual([layout.layout, layout.isSideBySide], ['text', false]);
  layout.choose('structure');
  layout.setPageWidth(1200);
  assert.equal(layout.layout, 'structure');
});

test('a hidden page, which has no width, changes nothing', () => {
  const layout = new PaneLayout({});
  layout.setPageWidth(500);
  layout.setPageWidth(0);
  assert.equal(layout.isSideBySide, false);
});

test('neither pane can be made smaller than a fifth of the page', () => {
  const layout = new PaneLayout({});
  layout.setShare(0.01);
  assert.equal(layout.share, 0.2);
  layout.setShare(2);
  assert.equal(layout.share, 0.8);
});

test('arrow keys move the edge along the direction of the panes', () => {
  const layout = new PaneLayout({ share: 0.5 });
  layout.setPageWidth(1200);
  assert.equal(layout.moveEdgeByKey('ArrowRight'), true);
  assert.ok(layout.share > 0.5);
  assert.equal(layout.moveEdgeByKey('ArrowDown'), false);
  layout.setPageWidth(500);
  layout.moveEdgeByKey('ArrowUp');
  assert.equal(layout.share, 0.5);
});

test('what a page saves restores its layout', () => {
  const layout = new PaneLayout({});
  assert.deepEqual(layout.state, { share: 0.5 });
  layout.choose('both');
  layout.setShare(0.3);
  assert.deepEqual(new PaneLayout(layout.state).state, { layout: 'both', share: 0.3 });
});
