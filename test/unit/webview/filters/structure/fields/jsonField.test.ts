import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JsonDrafts } from '#webview/filters/structure/fields/jsonDrafts.ts';
import { outcomeOf } from '#webview/filters/structure/fields/jsonField.tsx';

function recorded({ isChangedByOthers = false } = {}) {
  const reports: (readonly string[])[] = [];
  const ids: number[] = [];
  const files: (readonly string[])[] = [];
  const drafts = new JsonDrafts(
    (message) => {
      if (message.type !== 'drafts') return void files.push(message.texts);
      reports.push(message.drafts.map(({ text }) => text));
      ids.push(message.id);
    },
    () => isChangedByOthers,
  );
  return { drafts, reports, ids, files };
}

const typed = (text: string) => ({ field: '["a"]', text, before: '1' });

test('every change of the drafts is reported with all of them, in the order in which typing began', () => {
  const { drafts, reports } = recorded();
  const [first, second] = [{}, {}];
  drafts.set(first, typed('{'));
  drafts.set(second, typed('['));
  drafts.set(first, typed('{}'));
  drafts.set(first, undefined);
  assert.deepEqual(reports, [['{'], ['{', '['], ['{}', '['], ['[']]);
});

test('nothing is reported if nothing changes', () => {
  const { drafts, reports } = recorded();
  const field = {};
  drafts.set(field, undefined);
  drafts.set(field, typed('{'));
  drafts.set(field, typed('{'));
  assert.deepEqual(reports, [['{']]);
});

for (const isChangedByOthers of [true, false])
  test(`a draft ${isChangedByOthers ? 'opens as a file' : 'goes'} if ${isChangedByOthers ? 'others take' : 'the person takes'} its field away`, () => {
    const { drafts, files, reports } = recorded({ isChangedByOthers });
    const field = {};
    drafts.set(field, typed('{'));
    drafts.leave(field);
    drafts.leave({});
    assert.deepEqual(files, isChangedByOthers ? [['{']] : []);
    assert.deepEqual(reports.at(-1), []);
  });

test('a draft of an earlier page waits for the field of its name that says what it said then', () => {
  const { drafts, reports } = recorded();
  const left = typed('{');
  assert.deepEqual(drafts.putBack([left], '{"a": 1}'), []);
  assert.deepEqual(drafts.putBack([typed('{')], '{"a": 1}'), [], 'another page has left the same');
  const [field, another] = [{}, {}];
  assert.equal(drafts.take(another, '["b"]', '1'), undefined);
  assert.equal(drafts.take(another, '["a"]', '2'), undefined);
  assert.deepEqual(drafts.unkept.fields, [left], 'it is not lost if no field comes');
  assert.equal(drafts.take(field, '["a"]', '1'), left);
  assert.equal(drafts.take(another, '["a"]', '1'), undefined, 'it is in one field');
  drafts.set(field, undefined);
  assert.deepEqual(reports, [['{'], []]);
});

test('drafts are in the host once it has stored the last of them', () => {
  const { drafts, ids } = recorded();
  const field = {};
  drafts.set(field, typed('{'));
  drafts.set(field, typed('{}'));
  const [first = 0, second = 0] = ids;
  drafts.stored(first);
  assert.equal(drafts.unkept.areFieldsInHost, false);
  drafts.stored(second);
  assert.deepEqual(drafts.unkept, { fields: [typed('{}')], areFieldsInHost: true });
});

test('a draft does not come back where the text has nothing, or something else, or cannot be read', () => {
  const text = '{"a": [1, {"b": {\n  "c": 1}}], "0": 5}';
  const returns = (field: string, before: string, now = text) =>
    recorded().drafts.putBack([{ field, text: '{', before }], now).length > 0;
  for (const [field, before] of [
    ['["a",0]', '1'],
    ['["a",1,"b"]', '{\n  "c": 1}'],
    ['["0"]', '5'],
  ] as const) {
    assert.equal(returns(field, before), false, field);
    assert.equal(returns(field, `${before} `), true, field);
    assert.equal(returns(field, before, '{"a": '), true, field);
  }
  for (const field of ['["a","0"]', '["x"]', '[null]', '{}', '"a"'])
    assert.equal(returns(field, '1'), true, field);
});

for (const isByKey of [true, false]) {
  const by = isByKey ? 'a key' : 'leaving the field or a save';

  test(`by ${by} a draft replaces the JSON that it began with`, () => {
    assert.equal(outcomeOf({ text: '"Bern"', base: '"Rome"' }, '"Rome"', isByKey), 'write');
  });

  test(`by ${by} a draft in which nothing but space around it was typed changes nothing`, () => {
    assert.equal(outcomeOf({ text: '"Ber" ', base: '"Ber"' }, '"Bern"', isByKey), 'nothingTyped');
  });

  test(`by ${by} a draft does not replace a newer JSON at once`, () => {
    assert.equal(outcomeOf({ text: '"Berlin"', base: '"Ber"' }, '"Bern"', isByKey), 'conflict');
  });
}

test('once a conflict is shown, only the key that applies a draft replaces the newer JSON, and not if it changed again', () => {
  const draft = { text: '"Berlin"', base: '"Ber"', conflict: '"Bern"' };
  assert.equal(outcomeOf(draft, '"Bern"', false), 'conflict');
  assert.equal(outcomeOf(draft, '"Bern"', true), 'write');
  assert.equal(outcomeOf(draft, '"Bergen"', true), 'conflict');
});
