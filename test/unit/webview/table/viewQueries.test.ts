import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TableQuery } from '#protocol/table.ts';
import { ViewQueries } from '#webview/table/viewQueries.ts';

test('a file that has grown is asked again for what the page shows, and not for all rows', () => {
  const sent: (readonly [number, TableQuery])[] = [];
  const queries = new ViewQueries((view, query) => sent.push([view, query]));
  queries.repeat();
  assert.deepEqual(sent, []);
  queries.narrow({ search: 'ada' });
  queries.arrived(1);
  queries.repeat();
  assert.deepEqual(sent.at(-1), [2, { search: 'ada', filters: [] }]);
  assert.equal(queries.shown, 1);
  assert.ok(queries.arrived(2));
});
