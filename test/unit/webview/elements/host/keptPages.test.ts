// What pages leave in the storage of their window, and find there.
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { KeptPages } from '#webview/elements/host/keptPages.ts';

const viewType = 'cohortDeck.dashboard';
const uri = 'cohortdeck://acme/1/dashboards/1/page';
const pageOf = (host: string, address = { viewType, uri }) => new KeptPages(host, address);

afterEach(() => sessionStorage.clear());

test('the page of another host finds the fields of a record that were edited, and forgets them once it has them', () => {
  const fields = [{ field: 'name', text: 'Paying “shops”', before: 'Shops' }];
  assert.ok(pageOf('first').keep({ fields }, { scroll: 3 }));
  assert.deepEqual(pageOf('first').left(), [], 'a page of the same host may still be open');
  assert.deepEqual(pageOf('second', { viewType: 'cohortDeck.cohort', uri }).left(), []);
  const [left, ...others] = pageOf('second').left();
  assert.ok(left && others.length === 0);
  assert.ok(left.isSame);
  assert.deepEqual(left.input.fields, fields);
  assert.deepEqual(left.state, { scroll: 3 });
  assert.equal(pageOf('second', { viewType, uri: `${uri}2` }).left()[0]?.isSame, false);
  left.forget();
  assert.deepEqual(pageOf('second').left(), []);
});

test('a page forgets what has reached the host', () => {
  const page = pageOf('first');
  page.keep({ text: '{}' }, undefined);
  assert.ok(page.isKept);
  page.forget();
  assert.ok(!page.isKept);
  assert.deepEqual(pageOf('second').left(), []);
});
