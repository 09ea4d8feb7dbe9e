// What is typed into the fields of a record's page, until the host has dealt with it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FieldInput, LeftPage } from '#webview/elements/host/keptPages.ts';
import { FieldEdits, openAsFile } from '#webview/record/fieldEdits.ts';

const typed: FieldInput = { field: 'name', text: 'Paying shops', before: 'Shops' };

const taking = (edits: FieldEdits, left: readonly LeftPage[], now: string): readonly FieldInput[] =>
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
    const others = edits.take({ left: [page], keep: () => void done.push('keep') }, new Map([['name', now]]));
    assert.deepEqual(others, []);
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

/** The description that a field cannot show in a note. */
const long = 'A long description. '.repeat(60);

test('of pages that have left texts for one field, it opens with one, and the others are opened as a file', () => {
  const edits = new FieldEdits();
  const other = { ...typed, text: long };
  const others = taking(
    edits,
    [typed, typed, other, other].map((one) => leftPage([one])),
    'Shops',
  );
  assert.deepEqual(edits.typed('name'), typed);
  assert.deepEqual(others, [other]);
  edits.sent(typed);
  edits.close('name');
  edits.ended('name');
  assert.deepEqual(edits.unkept, { fields: [other] }, 'until it is open');
  edits.ended('');
  assert.deepEqual(edits.unkept, {});
});

test('what is in the fields of a record that cannot be edited is opened as a file', () => {
  const edits = new FieldEdits();
  const fields = [typed, { field: 'description', text: long, before: '' }];
  taking(edits, [leftPage(fields)], 'Shops');
  assert.deepEqual(edits.closeAll(), fields);
  assert.deepEqual(edits.closeAll(), []);
  assert.equal(edits.typed('description'), undefined);
  const posted: unknown[] = [];
  openAsFile(fields, (message) => void posted.push(message));
  openAsFile([], (message) => void posted.push(message));
  assert.deepEqual(posted, [{ type: 'left', texts: [typed.text, long] }]);
  assert.deepEqual(edits.unkept, { fields }, 'until it is open');
  edits.ended('');
  assert.deepEqual(edits.unkept, {});
});
