// What is typed into the fields of a record's page, until the host has dealt with it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FieldInput, LeftPage } from '#webview/elements/host/keptPages.ts';
import { FieldEdits } from '#webview/record/fieldEdits.ts';

const typed: FieldInput = { field: 'name', text: 'Paying shops', before: 'Shops' };

const taking = (edits: FieldEdits, left: readonly LeftPage[], now: string): void =>
  edits.take({ left, keep: () => undefined }, new Map([['name', now]]));
const leftPage = (fields: readonly FieldInput[], isSame = true): LeftPage => ({
  uri: 'cohortdeck://acme/1/cohorts/7/Shops',
  isSame,
  isTooLong: false,
  hasFocus: false,
  input: { fields },
  state: undefined,
  forget: () => undefined,
});

test('a text is kept while it is typed, sent, and until the host has dealt with it', () => {
  const edits = new FieldEdits();
  assert.deepEqual(edits.unkept, {});
  edits.type({ ...typed, text: 'Paying' });
  edits.type(typed);
  assert.deepEqual(edits.unkept, { fields: [typed] });
  edits.sent(typed);
  edits.close('name');
  assert.deepEqual(edits.unkept, { fields: [typed] });
  edits.ended('description');
  assert.deepEqual(edits.unkept, { fields: [typed] });
  edits.ended('name');
  assert.deepEqual(edits.unkept, {});
});

test('a text that is as before, or that the person gave up, is not kept', () => {
  const edits = new FieldEdits();
  edits.type(typed);
  edits.type({ ...typed, text: typed.before });
  assert.deepEqual(edits.unkept, {});
  edits.type(typed);
  edits.close('name');
  assert.deepEqual(edits.unkept, {});
});

test('of two edits of a field that were sent, the host ends the first one first', () => {
  const edits = new FieldEdits();
  const second = { ...typed, text: 'Paying shops (EU)', before: 'Paying shops' };
  edits.sent(typed);
  edits.sent(second);
  edits.ended('name');
  assert.deepEqual(edits.unkept, { fields: [second] });
});

for (const now of ['Shops', 'Renamed elsewhere'])
  test(`a field opens with what an earlier page has left, over “${now}”`, () => {
    const edits = new FieldEdits();
    const done: string[] = [];
    const page = { ...leftPage([typed]), forget: () => void done.push('forget') };
    edits.take({ left: [page], keep: () => void done.push('keep') }, new Map([['name', now]]));
    assert.deepEqual(done, ['keep', 'forget'], 'never without a place');
    assert.deepEqual(edits.typed('name'), typed);
    assert.deepEqual(edits.unkept, { fields: [typed] }, 'kept for the next page, too');
  });

test('a field does not open with what the record says already, nor with what was left of another record', () => {
  const edits = new FieldEdits();
  taking(edits, [leftPage([typed])], 'Paying shops');
  taking(edits, [leftPage([typed], false)], 'Shops');
  assert.equal(edits.typed('name'), undefined);
});

test('of two pages that have left a text for one field, it opens with one and shows the other', () => {
  const edits = new FieldEdits();
  const other = { ...typed, text: 'Free shops' };
  taking(edits, [leftPage([typed]), leftPage([typed]), leftPage([other])], 'Shops');
  assert.deepEqual(edits.typed('name'), typed);
  assert.deepEqual(edits.others('name'), ['Free shops']);
  assert.deepEqual(edits.unkept, { fields: [typed, other] });
  edits.close('name');
  assert.deepEqual(edits.unkept, {});
});
