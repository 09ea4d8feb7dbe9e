import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JsonDrafts, outcomeOf } from '#webview/filters/structure/fields/jsonField.tsx';

function recorded(): { readonly drafts: JsonDrafts; readonly reports: (readonly string[])[] } {
  const reports: (readonly string[])[] = [];
  return { drafts: new JsonDrafts((texts) => reports.push(texts)), reports };
}

test('every change of the drafts is reported with all of them, in the order in which typing began', () => {
  const { drafts, reports } = recorded();
  const [first, second] = [{}, {}];
  drafts.set(first, '{');
  drafts.set(second, '[');
  drafts.set(first, '{}');
  drafts.set(first, undefined);
  assert.deepEqual(reports, [['{'], ['{', '['], ['{}', '['], ['[']]);
});

test('nothing is reported if nothing changes', () => {
  const { drafts, reports } = recorded();
  const field = {};
  drafts.set(field, undefined);
  drafts.set(field, '{');
  drafts.set(field, '{');
  assert.deepEqual(reports, [['{']]);
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
