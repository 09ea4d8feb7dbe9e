import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Dashboard } from '#model/records/deckRecord.ts';
import { matchReason, rankRecords } from '#model/records/search/shownRecords.ts';
import { createWordFinder } from '#text/foldText.ts';

const record = (id: number, name: string) => ({
  id,
  name,
  details: 'Brightloaf Web · 12 persons',
});
const records = [
  record(112, 'Top 12 shops'),
  record(120, '12 monkeys'),
  record(13, 'Paying shops, without our own'),
  record(12, 'Paying shops'),
  record(4, 'Shops'),
  record(5, 'Shops that pay'),
  record(6, 'The paying ones in shops'),
  record(7, 'Café “Zur Post”'),
];
const found = (text: string) => rankRecords(text, records).map(({ id }) => id);

describe('a search of records', () => {
  const cases: readonly (readonly [what: string, text: string, ids: readonly number[]])[] = [
    ['an exact id first, then a prefix, then other matches', '12', [12, 120, 112, 13, 4, 5, 6, 7]],
    ['an exact id with #', '#12', [12, 120]],
    ['an exact name first, then a prefix', 'shops', [4, 5, 112, 13, 12, 6]],
    ['a prefix before words elsewhere, the shorter name first', 'pay', [12, 13, 5, 6]],
    ['words in any order', 'shops paying', [13, 12, 6]],
    ['names without regard to case', 'CAFÉ', [7]],
    ['names without regard to accents', 'cafe', [7]],
    ['details of a record', 'brightloaf post', [7]],
    ['nothing for other text', 'nowhere', []],
  ];
  for (const [what, text, ids] of cases) {
    it(`finds ${what}`, () => assert.deepEqual(found(text), ids));
  }

  it('finds those that were used recently first among names that begin with the text, in their order', () => {
    const recent = [
      record(30, 'Shops that closed this year'),
      record(31, 'Shops abroad'),
      record(32, 'Pet shops'),
    ];
    const all = [...recent.map((one) => ({ ...one, isRecent: true })), ...records];
    const ids = rankRecords('shops', all).map(({ id }) => id);
    assert.deepEqual(ids.slice(0, 5), [4, 30, 31, 5, 32]); // an exact name stays first
  });

  it('keeps the order for an empty text', () => {
    assert.deepEqual(rankRecords('  ', records), records);
  });

  it('returns at most 500 of 10,000 records', () => {
    const many = Array.from({ length: 10_000 }, (_, id) => record(id, `Shop ${id}`));
    assert.equal(rankRecords('shop', many).length, 500);
    assert.equal(rankRecords('9999', many)[0]?.id, 9999);
  });
});

function reason(words: readonly string[], board: { readonly name: string } & Partial<Dashboard>) {
  const standard = { id: 1, pinned: false, is_shared: false, deleted: false, filters: {}, tags: [] };
  const dashboard = { ...standard, created_at: '2026-01-01T00:00:00Z', ...board };
  return matchReason(dashboard, board.name, createWordFinder(words));
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
