// What the page of a deleted dashboard says of its tiles, and what can be done with them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DashboardHeader, TileView } from '#protocol/dashboardMessages.ts';
import { emptySentence } from '#webview/dashboard/tile.tsx';
import { noTilesSentence } from '#webview/dashboard/tileGrid.tsx';
import { tileMenu } from '#webview/dashboard/tileMenu.ts';

const present: DashboardHeader = {
  place: 'Web',
  name: 'Sales',
  title: 'Sales',
  description: '',
  tags: [],
  tagsText: '',
  isPinned: false,
  owner: '',
  access: undefined,
  canEdit: true,
  readonlyReason: undefined,
  hasWebPage: true,
  deletion: undefined,
};
const deleted = { ...present, canEdit: false, deletion: { note: 'It was deleted.', canRestore: true } };
const tile: TileView = {
  id: 1,
  title: 'Orders',
  description: '',
  model: { kind: 'empty', reason: 'running', message: '' },
  computedAt: undefined,
  layout: {},
};

const labels = (header: DashboardHeader, hasTable: boolean) =>
  tileMenu({
    tile,
    header,
    hasTable,
    isTable: false,
    picture: undefined,
    onNotice: () => undefined,
    setTable: () => undefined,
  }).map(({ label }) => label);

test('the menu of its tiles has what needs no service, and nothing else', () => {
  const all = labels(present, true);
  assert.deepEqual(
    all.filter((label) => !labels(deleted, true).includes(label)),
    ['Move to Dashboard…', 'Open in Browser'],
  );
  assert.deepEqual(labels(deleted, false), []);
});

test('no tile of it asks to refresh it', () => {
  assert.match(emptySentence({ kind: 'empty', reason: 'running', message: '' }, false, false), /Refresh/);
  assert.doesNotMatch(
    emptySentence({ kind: 'empty', reason: 'running', message: '' }, false, true),
    /Refresh/,
  );
});

test('without tiles, it says whether they are unknown or there are none', () => {
  const shown = { hasUnreadTiles: false, loadedAt: 0 };
  assert.match(noTilesSentence({ ...shown, header: deleted }), /loaded before it was deleted/);
  for (const header of [present, deleted])
    assert.equal(noTilesSentence({ ...shown, header, loadedAt: 1 }), 'This dashboard has no tiles.');
});
