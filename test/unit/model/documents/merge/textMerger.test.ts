// Merges in a real thread.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { toDocument } from '#model/documents/documentUri.ts';
import { alignWith, mergeConflict } from '#model/documents/merge/mergeConflict.ts';
import { DocumentConflict } from '#model/documents/save/saveErrors.ts';
import { TextMerger } from '#model/documents/merge/textMerger.ts';

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
function filters(count: number, at = -1, value = 'changed'): string {
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
  const [base, mine, theirs] = [filters(long), filters(long, 10), filters(long, 1990)];
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
  const conflict = new DocumentConflict(ref, filters(2), filters(2, 1));
  assert.deepEqual(await merger.merge(conflict, filters(2, 0)), mergeConflict(conflict, filters(2, 0)));
  assert.equal(await merger.merge(new DocumentConflict(ref, undefined, '{}'), '{}'), undefined);
  assert.equal(await merger.align(ref, filters(2, 1), filters(2)), alignWith(ref, filters(2, 1), filters(2)));
});

test('a merge is aborted with its merger', async () => {
  const merger = new TextMerger(workerUrl);
  const merging = merger.merge(new DocumentConflict(ref, filters(long), filters(long, 1)), filters(long, 2));
  merger.dispose();
  await assert.rejects(merging, { name: 'AbortError' });
  await assert.rejects(merger.align(ref, filters(long), filters(long, 1)), { name: 'AbortError' });
});

test('a thread that fails rejects the merge', async (t) => {
  const merger = new TextMerger(new URL('./missing.ts', import.meta.url));
  t.after(() => merger.dispose());
  const conflict = new DocumentConflict(ref, filters(long), filters(long, 1));
  await assert.rejects(merger.merge(conflict, filters(long, 2)), /Cannot find module/);
});
