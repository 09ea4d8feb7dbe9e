import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FiltersStore } from '#webview/filters/filtersStore.ts';

const valid = { kind: 'valid', message: 'Valid JSON object' } as const;
const invalid = { kind: 'error', message: 'Cannot save', place: 'Line 1, column 2' } as const;

function started(): { readonly store: FiltersStore; readonly announced: string[] } {
  const announced: string[] = [];
  const store = new FiltersStore(({ announcement: { text } }) => {
    if (text !== announced.at(-1)) announced.push(text);
  });
  return { store, announced };
}

test('a summary is announced once it has not changed for a moment', ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const { store, announced } = started();
  store.showSummary(valid, 0);
  mock.timers.tick(500);
  store.showSummary(invalid, 1);
  mock.timers.tick(500);
  assert.deepEqual(announced, ['']);
  mock.timers.tick(500);
  assert.deepEqual(announced, ['', 'Line 1, column 2: Cannot save']);
});

test('what is announced at once replaces the waiting summary', ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const { store, announced } = started();
  store.showSummary(invalid, 1);
  store.announce('Formatted');
  mock.timers.tick(2000);
  assert.deepEqual(announced, ['', 'Formatted']);
});

test('the same summary changes nothing', ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  let renderings = 0;
  const store = new FiltersStore(() => renderings++);
  store.showSummary(valid, 0);
  store.showSummary({ ...valid }, 0);
  assert.equal(renderings, 1);
});
