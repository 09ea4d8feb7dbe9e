import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Dashboard } from '#model/records/deckRecord.ts';
import { matchReason } from '#model/records/search/matchReason.ts';
import { createWordFinder } from '#text/foldText.ts';

function reason(words: readonly string[], record: { readonly name: string } & Partial<Dashboard>) {
  const standard = { id: 1, pinned: false, is_shared: false, deleted: false, filters: {}, tags: [] };
  const dashboard = { ...standard, created_at: '2026-01-01T00:00:00Z', ...record };
  return matchReason(dashboard, record.name, createWordFinder(words));
}

describe('why a filter shows a record', () => {
  it('needs no words where the name has them', () => {
    assert.equal(reason(['churn'], { name: 'Churn', description: 'Why churn grows' }), undefined);
  });

  it('is the tag', () => {
    assert.equal(reason(['week'], { name: 'Churn', tags: ['growth', 'weekly report'] }), 'weekly report');
  });

  it('is the part of the description, in whole words', () => {
    const description = 'Looked at on Mondays by everybody who sells to restaurants and bars in the south';
    assert.equal(
      reason(['sells'], { name: 'Churn', description }),
      '…by everybody who sells to restaurants and…',
    );
    assert.equal(reason(['looked'], { name: 'Churn', description }), 'Looked at on Mondays by…');
    assert.equal(reason(['south'], { name: 'Churn', description }), '…and bars in the south');
  });

  it('is about the words that the name does not have', () => {
    assert.equal(reason(['churn', 'bars'], { name: 'Churn', description: 'churn of bars' }), 'churn of bars');
    assert.equal(reason(['churn', 'x'], { name: 'Churn', description: 'churn of bars' }), undefined);
  });

  it('is not looked for where the filter does not search', () => {
    const description = `${'word '.repeat(1000)}beyond`;
    assert.equal(reason(['beyond'], { name: 'Churn', description }), undefined);
  });
});
