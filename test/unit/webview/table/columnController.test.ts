import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSavedQuery, toSavedQuery } from '#webview/table/columnController.ts';

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
