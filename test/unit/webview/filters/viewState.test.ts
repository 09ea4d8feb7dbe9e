import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FiltersStore, type ViewState, initialState, shownSummary } from '#webview/filters/viewState.ts';

const sentence = `Too long: ${'x'.repeat(300)}`;
const place = 'Line 1, column 1';
const ofService = { kind: 'error', message: sentence, place, isOfService: true } as const;
const failed: ViewState['save'] = {
  state: 'failed',
  message: `The service rejected this: ${sentence.slice(0, 150)}…`,
  canRetry: true,
  canFlatten: false,
};

test('what the service says is in the banner alone, also where the banner cuts it', () => {
  assert.deepEqual(shownSummary({ ...initialState, summary: ofService, save: failed }, true), {
    ...ofService,
    message: 'Rejected by the service',
  });
});

test('a text that the editor itself refuses to save is not rejected by the service', () => {
  const summary = { kind: 'error', message: 'Broken.', place } as const;
  const save = { ...failed, message: 'Broken. (line 1, column 6) Nothing was sent.' };
  assert.deepEqual(shownSummary({ ...initialState, summary, save }, true), summary);
});

test('without the banner, the status line has what the service says', () => {
  assert.deepEqual(shownSummary({ ...initialState, summary: ofService }, true), ofService);
});

test('beside the structure alone, the text counts only where it has a problem', () => {
  const valid = { kind: 'valid', message: 'Valid JSON object' } as const;
  assert.deepEqual(shownSummary({ ...initialState, summary: valid }, false), undefined);
  assert.deepEqual(shownSummary({ ...initialState, summary: valid }, true), valid);
});

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
