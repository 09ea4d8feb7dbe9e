import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JsonDrafts } from '#webview/filters/structure/jsonDrafts.ts';

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

test('nothing is reported where nothing changes', () => {
  const { drafts, reports } = recorded();
  const field = {};
  drafts.set(field, undefined);
  drafts.set(field, '{');
  drafts.set(field, '{');
  assert.deepEqual(reports, [['{']]);
});
