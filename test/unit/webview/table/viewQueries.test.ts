import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KeptRowsOfView, TableQuery } from '#protocol/tableMessages.ts';
import { ViewQueries } from '#webview/table/viewQueries.ts';

test('groups stay while a person sorts and searches, and end with a column of too many values', () => {
  const sent: TableQuery[] = [];
  const queries = new ViewQueries((_, query) => sent.push(query));
  assert.equal(queries.isWholeFile, true);
  queries.group(2);
  queries.sort({ column: 1, isDescending: false });
  queries.narrow({ search: 'ada' });
  queries.sort(undefined);
  assert.deepEqual(sent.at(-1), { search: 'ada', filters: [], group: 2 });
  queries.dropGroup();
  assert.deepEqual(queries.query, { search: 'ada', filters: [] });
  assert.equal(sent.length, 4);
  queries.group(2);
  queries.group(undefined);
  assert.deepEqual(sent.at(-1), { search: 'ada', filters: [] });
  assert.equal(queries.isWholeFile, false);
});

test('the whole file shows once its rows have arrived, not as soon as a search is cleared', () => {
  const queries = new ViewQueries(() => undefined);
  assert.equal(queries.showsWholeFile, true);
  queries.narrow({ search: 'ada' });
  queries.arrived(1);
  assert.equal(queries.showsWholeFile, false);
  queries.narrow({ search: '' });
  assert.equal(queries.showsWholeFile, false);
  queries.arrived(2);
  assert.equal(queries.showsWholeFile, true);
});

test('after a file has grown, the shown query is sent again, and none for the whole file', () => {
  const sent: (readonly [number, TableQuery, KeptRowsOfView | undefined])[] = [];
  const queries = new ViewQueries((view, query, kept) => sent.push([view, query, kept]));
  assert.equal(queries.repeat({}), false);
  assert.deepEqual(sent, []);
  queries.narrow({ search: 'ada' });
  queries.arrived(1);
  assert.equal(queries.repeat({ anchor: 5, active: 7 }), true);
  assert.deepEqual(sent.at(-1), [2, { search: 'ada', filters: [] }, { view: 1, anchor: 5, active: 7 }]);
  assert.equal(queries.shown, 1);
  assert.ok(queries.arrived(2));
});
