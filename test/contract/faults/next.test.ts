// Whatever the first page's `next` says: what is followed stays on the own path and origin, and a list that ends too early
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

/** `cut ×1`: it ends after one request and says that more was announced. */
type Expected = `${'ok' | 'cut' | 'fewer' | 'unexpected'} ×${number}`;
type Row = readonly [next: string, list: Expected, projects: Expected, all: Expected];

const foreign = await startMisbehaving(() => json({ results: [] }));
after(async () => {
  await foreign.close();
  assert.deepEqual(foreign.received, []);
});

const pageSize = 2;
/** `PATH` is the list's own. */
// oxfmt-ignore
const rows: readonly Row[] = [
  // next, list, projects, export
  ['PATH?limit=2&offset=2',                                      'ok ×2',  'ok ×2',  'ok ×2'],
  ['http://service.internal PATH?limit=2&offset=2',              'ok ×2',  'ok ×2',  'ok ×2'],
  [`${foreign.url} PATH?limit=2&offset=2`,                       'ok ×2',  'ok ×2',  'ok ×2'],
  ['http://name:secret@elsewhere.example PATH?limit=2&offset=2', 'ok ×2',  'ok ×2',  'ok ×2'],
  [`//${new URL(foreign.url).host} PATH?limit=2&offset=2`,       'ok ×2',  'ok ×2',  'ok ×2'],
  ['PATH?offset=2&limit=2&cursor=abc#fragment',                  'ok ×2',  'ok ×2',  'ok ×2'],
  [`${foreign.url}/?limit=2&offset=2`,                           'cut ×1', 'cut ×1', 'ok ×2'],
  ['/api/users/@me/?limit=2&offset=2',                           'cut ×1', 'cut ×1', 'ok ×2'],
  ['PATH../../../../users/?limit=2&offset=2',                    'cut ×1', 'cut ×1', 'ok ×2'],
  ['PATH%2e%2e/?limit=2&offset=2',                               'cut ×1', 'cut ×1', 'ok ×2'],
  ['javascript:alert(1)',                                        'cut ×1', 'cut ×1', 'fewer ×1'],
  ['file:///etc/passwd',                                         'cut ×1', 'cut ×1', 'fewer ×1'],
  ['PATH?redirected&offset=2',                                   'unexpected ×2', 'unexpected ×2', 'ok ×2'],
  ['http://[',                                                   'cut ×1', 'cut ×1', 'fewer ×1'],
  ['PATH?limit=2&offset=0',                                      'cut ×1', 'cut ×1', 'fewer ×1'],
  ['PATH',                                                       'cut ×1', 'cut ×1', 'fewer ×1'],
  ['PATH?limit=2&offset=-5',                                     'ok ×2',  'ok ×2',  'fewer ×1'],
  ['PATH?limit=2&offset=900000000000000',                        'ok ×2',  'ok ×2',  'ok ×2'],
  ['7',                                                          'cut ×1', 'cut ×1', 'fewer ×1'],
  ['{"url": "PATH?limit=2&offset=2"}',                           'cut ×1', 'cut ×1', 'fewer ×1'],
];

const exportOfFour: Operation = {
  ...operations.export,
  // Nothing is opened early, so that the requests can be counted.
  run: async (run) =>
    operations.export.run({ ...run, expectedCount: pageSize * 2, paging: { pageSize, ahead: 0 } }),
};

describe('a page whose next is', { concurrency: 16 }, () => {
  for (const [next, list, projects, all] of rows) {
    for (const [operation, expected] of [
      [operations.list, list],
      [operations.projects, projects],
      [exportOfFour, all],
    ] as const) {
      test(`${next}: ${operation.path}, ${expected}`, async () => {
        const { text, lines, result } = await runCase(operation, leadsTo(next));
        // A problem of the last page, or of the log where nobody gets the pages.
        const isCut = JSON.stringify([lines, result]).includes('next page');
        assert.equal(isCut ? text.replace('ok', 'cut') : text, expected);
      });
    }
  }
});

/** A list of four, whose first page leads to `next` and whose other page is sent for any other address. */
function leadsTo(next: string): Fault {
  return {
    async open({ path }) {
      const value: unknown = /^[7{]/.test(next) ? JSON.parse(next) : next.replace(/ ?PATH/, path);
      return startMisbehaving(({ url }): Act => {
        if (url.includes('redirected')) return redirect(`${foreign.url}${url}`);
        const query = new URL(url, 'http://service.internal').searchParams;
        const isFirst = !query.has('cursor') && Number(query.get('offset') ?? 0) === 0;
        return json({
          count: pageSize * 2,
          next: isFirst ? value : null,
          results: [1, 2].map((id) => ({ id: isFirst ? id : id + pageSize, name: 'x' })),
        });
      });
    },
  };
}
