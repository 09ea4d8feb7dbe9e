import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseTableMessage } from '#protocol/tableMessages.ts';

const long = 'x'.repeat(1_000_000);
const filter = { column: 0, test: 'is', value: long };
const manyFilters = Array.from({ length: 200 }, () => filter);
const columns = Array.from({ length: 200_000 }, (_, index) => index);

for (const [what, message] of Object.entries({
  'a filter by a cell of any length': { type: 'view', view: 1, query: { search: '', filters: [filter] } },
  'any number of filters': { type: 'view', view: 1, query: { search: '', filters: manyFilters } },
  'a search for a text of any length': { type: 'view', view: 1, query: { search: long, filters: [] } },
  'a copy of any number of columns': { type: 'copy', view: 0, from: 0, to: 1, columns, hasHeader: true },
})) {
  test(`understands ${what}`, () => assert.ok(parseTableMessage(message)));
}

for (const message of [
  undefined,
  { type: 'view', view: 1, query: { search: 1, filters: [] } },
  { type: 'copy', view: 0, from: -1, to: 1, columns: [], hasHeader: true },
  { type: 'persons', action: 'delete' },
]) {
  test(`refuses ${JSON.stringify(message)}`, () => assert.equal(parseTableMessage(message), undefined));
}
