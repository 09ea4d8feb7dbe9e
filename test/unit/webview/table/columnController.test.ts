import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  readSavedDraft,
  readSavedPlace,
  readSavedQuery,
  toSavedDraft,
  toSavedPlace,
  toSavedQuery,
} from '#webview/table/columnController.ts';

test('a saved query comes back by column names, without what is about columns that are not there', () => {
  const query = {
    search: '“a”',
    filters: [
      { column: 0, test: 'is', value: '1' },
      { column: 2, test: 'filled', value: '' },
    ],
    sort: { column: 1, isDescending: true },
    group: 2,
  } as const;
  const kept: unknown = JSON.parse(
    JSON.stringify({
      query: toSavedQuery({ ...query, filters: [...query.filters] }, ['id', 'name', 'email']),
    }),
  );
  assert.deepEqual(readSavedQuery(kept, ['id', 'name', 'email']), query);
  assert.deepEqual(readSavedQuery(kept, ['new', 'id', 'email']), {
    search: '“a”',
    filters: [
      { column: 1, test: 'is', value: '1' },
      { column: 2, test: 'filled', value: '' },
    ],
    group: 2,
  });
  for (const other of [undefined, 5, { query: { search: 1, filters: [null, { name: 3 }], sort: 'x' } }])
    assert.deepEqual(readSavedQuery(other, ['id']), { search: '', filters: [] });
});

test('a filter that is half typed comes back by its column, and edits the filter that it did', () => {
  const names = ['id', 'name'];
  const [edited, draft] = [
    { column: 1, test: 'contains', value: 'A' },
    { column: 0, test: 'is', value: '“' },
  ] as const;
  const kept: unknown = JSON.parse(JSON.stringify({ draft: toSavedDraft({ draft, edited }, names) }));
  const moved = { ...edited, column: 0 };
  assert.deepEqual(readSavedDraft(kept, names, [{ ...edited }]), { draft, edited });
  assert.equal(readSavedDraft(kept, ['name', 'id'], [moved])?.edited, moved);
  assert.deepEqual(readSavedDraft(kept, names, []), { draft, edited: undefined });
  assert.equal(readSavedDraft(kept, ['name'], [moved]), undefined);
  for (const other of [undefined, 5, { draft: null }, { draft: { draft: 3 } }])
    assert.equal(readSavedDraft(other, names, []), undefined);
});

test('the place of a table comes back by column names', () => {
  const place = { topRow: 120, firstColumn: 1, activeRow: -1, activeColumn: 2 };
  const names = ['id', 'a', 'a (2)'];
  const kept: unknown = JSON.parse(JSON.stringify({ place: toSavedPlace(place, names) }));
  assert.deepEqual(readSavedPlace(kept, names, place.topRow + 1), place);
  assert.equal(readSavedPlace(kept, names, place.topRow), undefined, 'there are fewer rows');
  assert.deepEqual(readSavedPlace(kept, ['a'], 1e6), { ...place, firstColumn: 0, activeColumn: undefined });
  for (const other of [undefined, 5, { place: { topRow: '1', activeRow: 2 } }])
    assert.equal(readSavedPlace(other, names, 1e6), undefined);
});
