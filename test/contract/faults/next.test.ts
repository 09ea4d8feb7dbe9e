// Whatever the first page's `next` says: every request stays on the own path and origin, and a list that ends too early
// says so.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { json, redirect } from '../../misbehaving/acts.ts';
import { startMisbehaving } from '../../misbehaving/server.ts';
import type { Act } from '../../misbehaving/server.ts';
import { operations } from './operations.ts';
import type { Operation } from './operations.ts';
import { runCase } from './runCase.ts';
import type { Fault } from './runCase.ts';

/** `cut`: it ends after one request and says that more was announced; of an export, `fewer`. */
type Expected = 'whole' | 'cut';
type Row = readonly [next: string, expected: Expected];

const foreign = await startMisbehaving(() => json({ results: [] }));
after(async () => {
  await foreign.close();
  assert.deepEqual(foreign.received, []);
});

const pageSize = 2;
/** `PATH` is the list's own. */
const rows: readonly Row[] = [
  ['PATH?limit=2&offset=2', 'whole'],
  ['http://service.internal PATH?limit=2&offset=2', 'whole'],
  [`${foreign.url} PATH?limit=2&offset=2`, 'whole'],
  ['http://name:secret@elsewhere.example PATH?limit=2&offset=2', 'whole'],
  [`//${new URL(foreign.url).host} PATH?limit=2&offset=2`, 'whole'],
  ['PATH?offset=2&limit=2&cursor=abc#fragment', 'whole'],
  [`${foreign.url}/?limit=2&offset=2`, 'whole'],
  ['/api/users/@me/?limit=2&offset=2', 'whole'],
  ['PATH../../../../users/?limit=2&offset=2', 'whole'],
  ['PATH%2e%2e/?limit=2&offset=2', 'whole'],
  ['PATH?limit=2&offset=900000000000000', 'whole'],
  ['javascript:alert(1)', 'cut'],
  ['file:///etc/passwd', 'cut'],
  ['http://[', 'cut'],
  ['PATH?limit=2&offset=0', 'cut'],
  ['PATH', 'cut'],
  ['PATH?limit=2&offset=-5', 'cut'],
  ['PATH?cursor=abc', 'cut'],
  ['7', 'cut'],
  ['{"url": "PATH?limit=2&offset=2"}', 'cut'],
];

const exportOfFour: Operation = {
  ...operations.export,
  // Nothing is opened early, so that the requests can be counted.
  run: async (run) =>
    operations.export.run({ ...run, expectedCount: pageSize * 2, paging: { pageSize, ahead: 0 } }),
};

describe('a page whose next is', { concurrency: 16 }, () => {
  for (const [next, expected] of rows) {
    for (const operation of [operations.list, operations.projects, exportOfFour]) {
      test(`${next}: ${operation.path}, ${expected}`, async () => {
        const { text, lines, result } = await runCase(operation, leadsTo(next));
        // A problem of the last page, or of the log where nobody gets the pages.
        const isCut = text === 'fewer ×1' || JSON.stringify([lines, result]).includes('next page');
        if (expected === 'whole') assert.deepEqual([text, isCut], ['ok ×2', false]);
        else assert.deepEqual([text.endsWith('×1'), isCut], [true, true], text);
      });
    }
  }

  test('a redirect away from the origin is an error, and is not followed', async () => {
    const { text } = await runCase(operations.list, {
      open: async () => startMisbehaving(({ url }) => redirect(`${foreign.url}${url}`)),
    });
    assert.equal(text, 'unexpected ×1');
  });
});

/** A list of four, whose first page leads to `next` and whose other page is sent for any other address. */
function leadsTo(next: string): Fault {
  return {
    async open({ path }) {
      const value: unknown = /^[7{]/.test(next) ? JSON.parse(next) : next.replace(/ ?PATH/, path);
      return startMisbehaving(({ url }): Act => {
        assert.ok(url.startsWith(path), url);
        const isFirst = Number(new URL(url, 'http://service.internal').searchParams.get('offset') ?? 0) === 0;
        return json({
          count: pageSize * 2,
          next: isFirst ? value : null,
          results: [1, 2].map((id) => ({ id: isFirst ? id : id + pageSize, name: 'x' })),
        });
      });
    },
  };
}
