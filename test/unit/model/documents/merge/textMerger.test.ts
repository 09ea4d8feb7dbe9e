// Merges in a real thread.
import assert from 'node:assert/strict';
import { describe, it, test, type TestContext } from 'node:test';
import { layOut } from '#model/documents/documentText.ts';
import { toDocument } from '#model/documents/documentUri.ts';
import { alignWith, mergeConflict, TextMerger } from '#model/documents/merge/textMerger.ts';
import { DocumentConflict } from '#model/documents/save/saveErrors.ts';

const ref = toDocument({ connectionId: 'acme', projectId: '1', kind: 'cohort', id: 7 }, 'filters');
const workerUrl = new URL('../../../../../src/model/documents/merge/mergeWorker.ts', import.meta.url);

/** So many conditions are merged in a thread. */
const long = 2000;

function createMerger(context: TestContext): TextMerger {
  const merger = new TextMerger(workerUrl);
  context.after(() => merger.dispose());
  return merger;
}

/** Filters of many conditions, one of which has another value. */
function manyConditions(count: number, at = -1, value = 'changed'): string {
  const values = Array.from({ length: count }, (_, index) => ({
    type: 'person',
    key: `property ${index}`,
    value: [index === at ? value : `value ${index}`],
    operator: 'exact',
  }));
  return `${JSON.stringify({ properties: { type: 'OR', values } }, null, 2)}\n`;
}

test('long texts are merged without blocking the window', async (t) => {
  const merger = createMerger(t);
  const [base, mine, theirs] = [manyConditions(long), manyConditions(long, 10), manyConditions(long, 1990)];
  const conflict = new DocumentConflict(ref, base, theirs);
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  const merge = await merger.merge(conflict, mine);
  const aligned = await merger.align(ref, JSON.stringify(JSON.parse(theirs)), mine);
  clearInterval(timer);
  assert.ok(turns > 10, `${turns} turns of the loop`);
  assert.deepEqual(merge, mergeConflict(conflict, mine));
  assert.equal(merge?.kind, 'merged');
  assert.equal(aligned, alignWith(ref, theirs, mine));
});

test('short texts are merged in the same way', async (t) => {
  const merger = createMerger(t);
  const conflict = new DocumentConflict(ref, manyConditions(2), manyConditions(2, 1));
  assert.deepEqual(
    await merger.merge(conflict, manyConditions(2, 0)),
    mergeConflict(conflict, manyConditions(2, 0)),
  );
  assert.equal(await merger.merge(new DocumentConflict(ref, undefined, '{}'), '{}'), undefined);
  assert.equal(
    await merger.align(ref, manyConditions(2, 1), manyConditions(2)),
    alignWith(ref, manyConditions(2, 1), manyConditions(2)),
  );
});

test('a merge is aborted with its merger', async () => {
  const merger = new TextMerger(workerUrl);
  const merging = merger.merge(
    new DocumentConflict(ref, manyConditions(long), manyConditions(long, 1)),
    manyConditions(long, 2),
  );
  merger.dispose();
  await assert.rejects(merging, { name: 'AbortError' });
  await assert.rejects(merger.align(ref, manyConditions(long), manyConditions(long, 1)), {
    name: 'AbortError',
  });
});

test('a thread that fails rejects the merge', async (t) => {
  const merger = new TextMerger(new URL('./missing.ts', import.meta.url));
  t.after(() => merger.dispose());
  const conflict = new DocumentConflict(ref, manyConditions(long), manyConditions(long, 1));
  await assert.rejects(merger.merge(conflict, manyConditions(long, 2)), /Cannot find module/);
});

const record = { connectionId: 'own', projectId: '1', id: 1 } as const;
const board = toDocument({ ...record, kind: 'dashboard' }, 'filters');
const cohort = toDocument({ ...record, kind: 'cohort' }, 'filters');

const mine = '{\n  "date_to": null,\n  "date_from": "-7d",\n  "properties": []\n}\n';

describe('the service’s text beside a person’s own', () => {
  it('is the person’s if only the order of keys differs', () => {
    assert.equal(alignWith(board, '{"date_from":"-7d","date_to":null,"properties":[]}', mine), mine);
  });

  it('differs from it by its values alone', () => {
    const theirs = '{"date_from":"-30d","date_to":null,"properties":[]}';
    assert.equal(alignWith(board, theirs, mine), mine.replace('-7d', '-30d'));
  });

  it('lacks the keys that the service added to conditions', () => {
    const own = '{"properties": {"values": [{"type": "person", "key": "a", "value": ["b"]}]}}';
    const theirs = own.replace('["b"]', '["c"], "bytecode": [1], "conditionHash": "d", "negation": false');
    assert.equal(alignWith(cohort, theirs, own), own.replace('["b"]', '["c"]'));
  });

  it('has those keys if the person’s text has them', () => {
    const own = '{\n  "properties": {\n    "bytecode": [\n      1\n    ],\n    "key": "a"\n  }\n}\n';
    assert.equal(
      alignWith(cohort, '{"properties":{"bytecode":[2],"key":"b"}}', own).includes('bytecode'),
      true,
    );
  });

  it('differs by conditions alone, wherever the service has added keys', () => {
    const written = (hash: string) => ({
      negation: false,
      bytecode: ['_H', 1, 32, hash, { a: 1 }],
      bytecode_error: 'unsupported operator',
      conditionHash: hash,
    });
    const leaf = (key: string, value: unknown, more: object = {}) => ({
      type: 'person',
      key,
      operator: 'exact',
      value,
      ...more,
    });
    const text = (...values: readonly object[]) =>
      layOut(JSON.stringify({ properties: { type: 'AND', values } }));
    const lines = (some: string, others: string) => {
      const known = new Set(others.split('\n').map((line) => line.replace(/,$/, '').trim()));
      return some
        .split('\n')
        .map((line) => line.replace(/,$/, '').trim())
        .filter((line) => !known.has(line));
    };
    const group = (...values: readonly object[]) => ({ type: 'OR', values });
    const own = text(
      leaf('plan', ['pro'], written('one')),
      group(leaf('city', 'Rome', written('two')), leaf('gone', 1, written('three'))),
    );
    for (const hash of [undefined, 'other'] as const) {
      const keys = hash === undefined ? {} : written(hash);
      const theirs = text(
        leaf('plan', ['pro'], keys),
        group(leaf('city', 'Oslo', keys), leaf('new', 2, keys), leaf('newer', 3, keys)),
      );
      const shown = alignWith(cohort, theirs, own);
      assert.deepEqual(lines(shown, own), [
        '"value": "Oslo"',
        '"key": "new"',
        '"value": 2',
        '"key": "newer"',
        '"value": 3',
      ]);
      assert.deepEqual(lines(own, shown), ['"value": "Rome"', '"key": "gone"', '"value": 1']);
      const plain = text(leaf('plan', ['pro']), group(leaf('city', 'Rome'), leaf('gone', 1)));
      assert.deepEqual(lines(alignWith(cohort, theirs, plain), plain), lines(shown, own));
    }
  });

  it('is formatted if the person’s text is no JSON', () => {
    assert.equal(alignWith(board, '{"a":1}', '{"a": '), '{\n  "a": 1\n}\n');
  });
});

describe('a merge', () => {
  const leaf = (key: string, value: string, more = '') =>
    `{"type": "person", "key": "${key}", "value": "${value}"${more}}`;
  const filters = (...leaves: readonly string[]) => `{"properties": {"values": [${leaves.join(', ')}]}}`;
  const added = (hash: string) => `, "conditionHash": "${hash}", "negation": false`;

  it('has no conflict about keys that the service adds', () => {
    const base = filters(leaf('a', '1', added('one')), leaf('b', '1', added('two')));
    const theirs = filters(leaf('a', '2', added('three')), leaf('b', '1', added('two')));
    const own = filters(leaf('a', '1'), leaf('b', '3'));
    const merge = mergeConflict(new DocumentConflict(cohort, base, theirs), own);
    assert.ok(merge?.kind === 'merged');
    assert.equal(merge.text, filters(leaf('a', '2'), leaf('b', '3')));
    assert.deepEqual(merge.taken, [['properties', 'values', 0, 'value']]);
  });

  it('has a conflict if both changed the same value', () => {
    const [base, theirs, own] = ['1', '2', '3'].map((value) => filters(leaf('a', value)));
    assert.ok(base !== undefined && theirs !== undefined && own !== undefined);
    const merge = mergeConflict(new DocumentConflict(cohort, base, theirs), own);
    const offsets = [own.indexOf('"3"')];
    const paths = [['properties', 'values', 0, 'value']];
    const theirOffsets = [layOut(theirs).indexOf('"2"')];
    const baseOffsets = [layOut(base).indexOf('"1"')];
    assert.deepEqual(merge, { kind: 'conflict', paths, offsets, theirOffsets, baseOffsets });
  });

  it('cannot be made without a base', () => {
    assert.equal(mergeConflict(new DocumentConflict(cohort, undefined, '{}'), '{}'), undefined);
  });
});
