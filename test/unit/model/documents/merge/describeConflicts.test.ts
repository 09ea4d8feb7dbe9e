import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inEnglish } from '#text/translate.ts';
import { describeConflicts } from '#model/documents/merge/describeConflicts.ts';
import { toDocument } from '#model/documents/documentUri.ts';
import { mergeConflict } from '#model/documents/merge/textMerger.ts';

const ref = toDocument({ connectionId: 'own', projectId: '1', kind: 'cohort', id: 1 }, 'filters');
const [plan, wien, at, rome] = [
  ['plan', 'paid'],
  ['city', 'Wien'],
  ['country', 'AT'],
  ['city', 'Rome'],
].map(([key, value]) => ({ type: 'person', key, operator: 'exact', value }));
const filters = (...values: readonly unknown[]) => JSON.stringify({ properties: { type: 'AND', values } });

function placesOf(base: string, mine: string, theirs: string): readonly string[] {
  const sides = { ref, base, theirs };
  const merge = mergeConflict(sides, mine);
  assert.ok(merge?.kind === 'conflict');
  return describeConflicts(sides, mine, merge, merge.paths, inEnglish);
}

describe('what both sides changed names', () => {
  it('the condition that each has added at the end', () => {
    const places = placesOf(filters(plan), filters(plan, wien), filters(plan, at));
    assert.deepEqual(places, [
      'You: city equals Wien; the service: country equals AT (properties › values › 2)',
    ]);
  });

  it('what differs where both have added the same one before it', () => {
    const places = placesOf(filters(plan), filters(plan, rome, wien), filters(plan, rome, at));
    assert.deepEqual(places, [
      'You: city equals Wien; the service: country equals AT (properties › values › 3)',
    ]);
  });

  it('the value of each', () => {
    const places = placesOf(filters(rome), filters(wien), filters({ ...rome, value: 'Paris' }));
    assert.deepEqual(places, [
      'You: city equals Wien; the service: city equals Paris (properties › values › 1 › value)',
    ]);
  });

  it('what each has added to a long list and removed from it', () => {
    const names = ['starter', 'gold', 'silver', 'bronze', 'growth', 'scale', 'team'];
    const listOf = (...value: readonly string[]) => filters({ ...rome, key: 'plan', value });
    const places = placesOf(listOf(...names), listOf(...names, 'mine'), listOf('starter', 'theirs'));
    assert.deepEqual(places, [
      'You: plan equals … (added mine); the service: plan equals … (added theirs, removed gold, silver, bronze, growth, scale and 1 more) (properties › values › 1 › value › 8)',
    ]);
  });

  it('the side that has deleted it', () => {
    const [both, changed, gone] = [filters(plan, rome), filters(plan, wien), filters(plan)];
    assert.deepEqual(placesOf(both, changed, gone), [
      'You: city equals Wien; the service: deleted (properties › values › 2)',
    ]);
    assert.deepEqual(placesOf(both, gone, changed), [
      'You: deleted; the service: city equals Wien (properties › values)',
    ]);
  });
});
