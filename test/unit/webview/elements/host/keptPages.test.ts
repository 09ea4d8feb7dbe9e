// What pages leave in the storage of their window, and find there.
import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { KeptPages, type UnkeptInput } from '#webview/elements/host/keptPages.ts';

const viewType = 'cohortDeck.dashboard';
const uri = 'cohortdeck://acme/1/dashboards/1/page';
const pageOf = (host: string, address: ConstructorParameters<typeof KeptPages>[1] = { viewType, uri }) =>
  new KeptPages(host, address);
const page = (input: UnkeptInput, state?: unknown) => ({ input, state, hasFocus: false });
/** The storage has room for five million. */
const long = 'x'.repeat(3_000_000);

describe('kept pages', () => {
  afterEach(() => sessionStorage.clear());

  test('the page of another host finds the fields of a record that were edited, and forgets them once it has them', () => {
    const fields = [{ field: 'name', text: 'Paying “shops”', before: 'Shops' }];
    assert.ok(pageOf('first').keep({ input: { fields }, state: { scroll: 3 }, hasFocus: true }));
    assert.deepEqual(pageOf('first').left(), [], 'a page of the same host may still be open');
    assert.deepEqual(pageOf('second', { viewType: 'cohortDeck.cohort', uri }).left(), []);
    const [left, ...others] = pageOf('second').left();
    assert.ok(left && others.length === 0);
    assert.ok(left.isSame && left.hasFocus && !left.isTooLong);
    assert.deepEqual(left.input.fields, fields);
    assert.deepEqual(left.state, { scroll: 3 });
    assert.equal(pageOf('second', { viewType, uri: `${uri}2` }).left()[0]?.isSame, false);
    left.forget();
    assert.deepEqual(pageOf('second').left(), []);
  });

  test('a page forgets what has reached the host', () => {
    const kept = pageOf('first');
    kept.keep(page({ text: '{}' }));
    assert.ok(kept.isKept);
    kept.forget();
    assert.ok(!kept.isKept);
    assert.deepEqual(pageOf('second').left(), []);
  });

  test('of a text that is too long, what was changed is kept', () => {
    const edits = [{ base: 'of the document', changes: [3_000_000, [0, 'typed']] }];
    assert.ok(pageOf('first').keep(page({ text: long, bases: [long] }), () => ({ edits })));
    const [left] = pageOf('second').left();
    assert.equal(left?.input.text, undefined);
    assert.deepEqual(left?.input.edits, edits);
    assert.ok(!left.isTooLong);
  });

  test('a page that cannot keep what was typed says so to the next one, and again once it can', () => {
    const stopped = pageOf('first');
    assert.ok(!stopped.keep(page({ text: long, bases: [long] })));
    assert.ok(pageOf('second').left()[0]?.isTooLong);
    assert.ok(stopped.keep(page({ text: '{}' })));
    const [left] = pageOf('second').left();
    assert.ok(left && !left.isTooLong && left.input.text === '{}');
  });

  test('what pages without a text have left makes room for a text', () => {
    pageOf('first').keep(page({}, long));
    assert.ok(pageOf('first').keep(page({ text: long })));
    assert.deepEqual(
      pageOf('second')
        .left()
        .map(({ input }) => input.text?.length),
      [3_000_000],
    );
  });

  test('a mark of a text that could not be kept stays if another page needs room', () => {
    assert.ok(!pageOf('first').keep(page({ text: long, bases: [long] }, long)));
    const other = pageOf('first', { viewType, uri: `${uri}2` });
    assert.ok(other.keep(page({ text: long, bases: [long] }), () => ({ text: 'typed' })));
    const left = pageOf('second').left();
    assert.deepEqual(
      left.filter(({ isTooLong }) => isTooLong).map(({ isSame }) => isSame),
      [true],
    );
    assert.equal(left.length, 2);
  });

  test('what is typed on after another page has taken a text belongs to a document with that text', () => {
    const stopped = pageOf('first');
    stopped.keep(page({ text: 'a', bases: [''] }));
    pageOf('second').left()[0]?.forget();
    stopped.keep(page({ text: 'ab', bases: [''] }));
    assert.deepEqual(pageOf('second').left()[0]?.input.bases, ['', 'a']);
    stopped.keep(page({ text: 'abc', bases: [''] }));
    assert.deepEqual(pageOf('second').left()[0]?.input.bases, ['', 'a']);
  });

  test('a panel without a document leaves nothing, because no page would find it', () => {
    assert.ok(pageOf('first', { viewType: 'cohortDeck.comparison' }).keep(page({}, { cohorts: [1] })));
    assert.equal(sessionStorage.length, 0);
  });
});
