import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Text } from '@codemirror/state';
import type { Problem } from '#webview/filters/problems/problem.ts';
import { StructureModel } from '#webview/filters/structure/structureModel.ts';

const readText = (text: string): StructureModel => {
  const model = new StructureModel();
  model.read(Text.of(text.split('\n')), 'cohort');
  return model;
};

const conditions = (count: number): string =>
  JSON.stringify({
    properties: { type: 'AND', values: Array.from({ length: count }, () => ({ key: 'a' })) },
  });

const problemAt = (from: number): Problem => ({
  from,
  to: from + 1,
  severity: 'error',
  message: 'wrong',
  source: '',
});

test('invalid JSON keeps the last valid structure', () => {
  const model = readText(conditions(2));
  const { shape } = model;
  model.read(Text.of(['{']), 'cohort');
  assert.equal(model.state, 'invalid');
  assert.equal(model.shape, shape);
  assert.equal(model.itemAt(0), undefined);
});

test('a text above a million characters is not read', () => {
  const model = readText(`{"properties": "${'x'.repeat(1_000_000)}"}`);
  assert.equal(model.state, 'tooLarge');
  assert.equal(model.shape, undefined);
});

test('a problem belongs to the innermost item around it', () => {
  const text = conditions(2);
  const model = readText(text);
  const second = problemAt(text.lastIndexOf('"key"'));
  const outside = problemAt(0);
  model.setProblems([outside, second]);
  const item = model.itemByPath(['properties', 'values', 1]);
  assert.ok(item);
  assert.deepEqual(model.problemsOf(item), [second]);
  assert.deepEqual(model.problemsOf(undefined), [outside]);
});

test('what the service rejects without naming an item is left to the banner of the failed save', () => {
  const text = conditions(1);
  const model = readText(text);
  const ofService = (from: number): Problem => ({ ...problemAt(from), isOfService: true });
  const [outside, own] = [ofService(0), ofService(text.indexOf('"key"'))];
  model.setProblems([outside, own, problemAt(0)]);
  const item = model.itemByPath(['properties', 'values', 0]);
  assert.ok(item);
  assert.deepEqual(model.problemsOf(item), [own]);
  assert.deepEqual(model.problemsOf(undefined), [problemAt(0)]);
});

test('an item far down in a list becomes visible, up to a limit', () => {
  const model = readText(conditions(500));
  const group = model.itemByPath(['properties']);
  assert.ok(group);
  const listId = model.idOf(group);
  const atFirst = model.shownCount(listId);
  assert.ok(atFirst < 100);
  assert.ok(model.reveal(['properties', 'values', 100]));
  assert.ok(model.shownCount(listId) > 100);
  assert.equal(model.reveal(['properties', 'values', 450]), false);
});
