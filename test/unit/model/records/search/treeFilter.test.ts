import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Cohort, Dashboard, DeckRecord } from '#model/records/deckRecord.ts';
import { findMistake, parseFilter } from '#model/records/search/treeFilter.ts';
import { completeTreeFilter } from '#model/records/search/completeTreeFilter.ts';
import { inEachZone } from '../../../inEachZone.ts';

const now = Date.parse('2026-11-22T12:00:00Z');
const ann = { first_name: 'Ann', email: 'ann@acme.test' };

function dashboard(id: number, name: string, fields: Partial<Dashboard> = {}): Dashboard {
  const standard = { pinned: false, is_shared: false, deleted: false, filters: {}, tags: [] };
  return { ...standard, created_at: '2026-01-01T00:00:00Z', ...fields, id, name };
}

function cohort(id: number, name: string, fields: Partial<Cohort> = {}): Cohort {
  const standard = { groups: [], deleted: false, filters: {}, is_calculating: false, is_static: false };
  return { ...standard, created_at: '2026-01-01T00:00:00Z', ...fields, id, name };
}

const records: readonly DeckRecord[] = [
  dashboard(1, 'Company overview', { pinned: true, tags: ['growth', 'weekly report'], created_by: ann }),
  dashboard(2, 'Churn', { description: 'Why shops leave', tags: ['Growth'] }),
  dashboard(3, 'Mail to @acme.com', { created_at: '2026-11-21T12:00:00Z', tags: [{ odd: true }] }),
  cohort(4, 'Paying shops', { created_by: { first_name: 'Bob' }, last_calculation: '2026-11-20T00:00:00Z' }),
  cohort(5, 'Imported shops', { is_static: true, errors_calculating: 2 }),
  cohort(6, 'Broken', { errors_calculating: 2, created_at: null }),
  cohort(7, 'Trying again', { errors_calculating: 2, is_calculating: true }),
  cohort(8, 'Gäste', { created_by: { first_name: 'Jürgen' } }),
];

function found(text: string): readonly number[] {
  const { matches } = parseFilter(text, now);
  const place = { connectionId: 'acme', projectId: '1', kind: 'cohort' } as const;
  return records.filter((record) => matches({ ...place, id: record.id }, record)).map(({ id }) => id);
}

describe('the filter of the tree', () => {
  const all = records.map(({ id }) => id);
  const cases: readonly (readonly [what: string, text: string, ids: readonly number[]])[] = [
    ['everything for an empty text', '  ', all],
    ['words in any order, without regard to case', 'SHOPS paying', [4]],
    ['words without regard to accents', 'gaste', [8]],
    ['words whose accents the record lacks', 'chürn', [2]],
    ['words of a description', 'leave', [2]],
    ['words of tags', 'weekly', [1]],
    ['a phrase in quotation marks', '"shops leave"', [2]],
    ['a phrase whose end is still missing', '"shops le', [2]],
    ['all but those with a word', 'shops -paying', [2, 5]],
    ['all but those with a phrase', 'shops -"shops leave"', [4, 5]],
    ['all but an id', '@failed -#6', []],
    ['all but those that pass a filter', 'shops -@static -@tag:growth', [4]],
    ['the same while the hyphen has no word yet', 'shops -', [2, 4, 5]],
    ['a hyphen within quotation marks as it is', '"-paying"', []],
    ['an id', '#6', [6]],
    ['a text with @ that is no filter', '@acme', [3]],
    ['tags by their beginning', '@tag:gro', [1, 2]],
    ['a tag with spaces', '@tag:"weekly report"', [1]],
    ['a tag that is no text', '@tag:{odd', [3]],
    ['pinned dashboards', '@pinned', [1]],
    ['static cohorts, in capitals too', '@STATIC', [5]],
    ['cohorts whose last calculation failed', '@failed', [6]],
    ['an owner by name', '@owner:bob', [4]],
    ['an owner without regard to accents', '@owner:jurgen', [8]],
    ['an owner by email', '@owner:ann@acme', [1]],
    ['what changed in the last days', '@changed:3d', [3, 4]],
    ['what changed in the last hours', '@changed:24h', [3]],
    ['what changed since a date', '@changed:2026-11-01', [3, 4]],
    ['what passes all of several', 'overview @tag:growth @pinned', [1]],
    ['nothing where one of several fails', 'churn @pinned', []],
  ];
  for (const [what, text, ids] of cases) it(`finds ${what}`, () => assert.deepEqual(found(text), ids));

  it('finds what changed since a date from midnight on, as times are shown', () => {
    inEachZone((zone) => {
      const [before, at] = [-1, 0].map((ms) => new Date(new Date(2026, 10, 1).getTime() + ms).toISOString());
      for (const date of ['2026-11-01', '2026-11']) {
        const { matches } = parseFilter(`@changed:${date}`, now);
        const isFound = (time = '') =>
          matches(
            { connectionId: 'acme', projectId: '1', kind: 'cohort', id: 1 },
            cohort(1, 'x', { created_at: time }),
          );
        assert.deepEqual([isFound(before), isFound(at)], [false, true], `${date} in ${zone}`);
      }
    });
  });

  it('ignores parts that are incomplete or unknown, and names them', () => {
    for (const text of [
      '@',
      '@pin',
      '@tag:',
      '@owner:""',
      '@changed:soon',
      '@changed:2026-13-40',
      '@pinnedly',
      '@size:3',
    ]) {
      assert.deepEqual(found(`shops ${text}`), found('shops'), text);
      assert.deepEqual(parseFilter(`shops ${text}`, now).ignored, [text]);
    }
    assert.deepEqual(parseFilter('shops @static @changed:1y', now).ignored, []);
  });

  it('finds the first invalid part, but not what is being typed at the end', () => {
    const mistakeIn = (text: string) => findMistake(parseFilter(text, now));
    const typed = ['shops', '@', '@pin', '@changed:', '@acme'];
    for (const text of typed) assert.equal(mistakeIn(text), undefined, text);
    assert.deepEqual(mistakeIn('@changed:soon @size:3'), {
      token: '@changed:soon',
      understood: ['@changed:7d'],
    });
    assert.deepEqual(mistakeIn('@tag: shops'), { token: '@tag:', understood: ['@tag:growth'] });
    const understood = ['@mine', '@pinned', '@static', '@failed', '@tag:', '@owner:', '@changed:'];
    assert.deepEqual(mistakeIn('@size:3 @pin'), { token: '@size:3', understood });
  });

  it('has no mistake in the value that is being typed at the end', () => {
    const mistakeIn = (text: string) => findMistake({ ...parseFilter(text, now), isTyped: true })?.token;
    for (const text of ['@changed:7', '@changed:2026-1', 'shops @CHANGED:so'])
      assert.equal(mistakeIn(text), undefined, text);
    assert.equal(mistakeIn('@changed:7 shops'), '@changed:7');
    assert.equal(mistakeIn('@size:3'), '@size:3');
  });

  it('checks whether a record is the person’s own, and reports if the person is unknown', () => {
    const facts = {
      isPinnedHere: () => false,
      isMine: (ref: { readonly id: number }) => ref.id === 4,
      isPersonKnown: (connectionId: string) => connectionId === 'acme',
    };
    const place = { connectionId: 'acme', projectId: '1', kind: 'cohort' } as const;
    const filter = parseFilter('shops @MINE', now, facts);
    const own = records.filter((record) => filter.matches({ ...place, id: record.id }, record));
    assert.deepEqual([own.map(({ id }) => id), filter.ignored], [[4], []]);
    const lacking = (text: string) => ['acme', 'other'].filter(parseFilter(text, now, facts).lacksPerson);
    assert.deepEqual([lacking('shops @MINE'), lacking('@min'), lacking('')], [['other'], [], []]);
  });

  it('finds its plain words in names, to mark them', () => {
    const { findWords } = parseFilter('Paying @tag:x "two words" @pin', now);
    assert.deepEqual(findWords('x paying two words @pin'), [
      [2, 8],
      [9, 18],
    ]);
  });
});

describe('a filter that is being typed', () => {
  const tokens = (text: string) => completeTreeFilter(text, records).map(({ token }) => token);

  it('can be followed by each @ filter, and by those that begin alike', () => {
    const filters = ['@mine', '@pinned', '@static', '@failed', '@tag:', '@owner:', '@changed:'];
    assert.deepEqual(tokens(''), filters);
    assert.deepEqual(tokens('shops '), filters);
    assert.deepEqual(tokens('shops @P'), ['@pinned']);
  });

  it('gets no suggestion behind a word or a whole filter, so that Enter takes it', () => {
    assert.deepEqual(tokens('shops'), []);
    assert.deepEqual(tokens('@pinned'), []);
  });

  it('is completed by the values that records have, with how many pass the filter, in quotation marks where needed', () => {
    const texts = completeTreeFilter('shops @tag:', records).map(({ text, count }) => [text, count]);
    assert.deepEqual(texts, [
      ['shops @tag:Growth', 2], // a filter takes no notice of case, and takes the beginning of a tag
      ['shops @tag:growth', 2],
      ['shops @tag:"weekly report"', 1],
      ['shops @tag:{odd:true}', 1],
    ]);
    assert.deepEqual(tokens('@owner:b'), ['@owner:Bob']);
    assert.deepEqual(tokens('@changed:7'), ['@changed:7d']);
  });
});
