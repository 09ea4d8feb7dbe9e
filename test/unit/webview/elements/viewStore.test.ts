import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Announcement, noAnnouncement } from '#webview/elements/liveRegion.tsx';
import { ViewStore } from '#webview/elements/viewStore.ts';

interface State {
  readonly count: number;
  readonly announcement: Announcement;
}

test('every update is rendered with the whole state', () => {
  const rendered: State[] = [];
  const store = new ViewStore<State>({ count: 0, announcement: noAnnouncement }, (state) =>
    rendered.push(state),
  );
  store.update({ count: 1 });
  assert.deepEqual(rendered, [{ count: 1, announcement: noAnnouncement }]);
  assert.equal(store.state, rendered[0]);
});

test('the same announcement is announced again', () => {
  const ids: number[] = [];
  const store = new ViewStore<State>({ count: 0, announcement: noAnnouncement }, ({ announcement }) =>
    ids.push(announcement.id),
  );
  store.announce('Copied');
  store.announce('Copied');
  assert.equal(new Set(ids).size, 2);
  assert.equal(store.state.announcement.text, 'Copied');
});
