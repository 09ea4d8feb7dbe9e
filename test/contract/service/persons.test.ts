import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useService } from './service.ts';
import type { Json } from './service.ts';

const everyone = {
  properties: { type: 'AND', values: [{ type: 'person', key: 'plan', operator: 'is_set' }] },
};
const nobody = {
  properties: { type: 'AND', values: [{ type: 'person', key: 'plan', operator: 'exact', value: '-' }] },
};

describe('persons of a cohort', () => {
  const its = useService({ persons: 2500, csvCap: 2000 });
  const madeOf = async (filters: object): Promise<number> => {
    const { id } = await its.json('POST', 'cohorts/', { filters });
    await its.service.idle();
    return id;
  };

  it('are JSON by default', async () => {
    const plain = await its.ask('GET', 'cohorts/3/persons/');
    const named = await its.ask('GET', 'cohorts/3/persons/?format=json');
    assert.match(String(plain.headers['content-type']), /^application\/json/);
    assert.deepEqual(JSON.parse(plain.text).results, JSON.parse(named.text).results);
  });

  it('have an id that is their uuid, a name, distinct ids, a date and properties', async () => {
    const { results } = await its.json('GET', 'cohorts/2/persons/?limit=1000');
    for (const person of results) {
      assert.match(person.id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      assert.equal(person.uuid, person.id);
      assert.equal(person.type, 'person');
      assert.equal(person.name, person.properties.email);
      assert.ok(
        person.distinct_ids.every((id: Json) => typeof id === 'string') && person.distinct_ids.length > 0,
      );
      assert.match(person.created_at, /^\d{4}-\d\d-\d\dT/);
    }
    const identified = new Set(results.map((person: Json) => person.is_identified));
    assert.deepEqual(identified, new Set([true, false, null]));
  });

  it('are the same on a page, whichever way the page is cut', async () => {
    const id = await madeOf(everyone);
    const { results: all } = await its.json('GET', `cohorts/${id}/persons/?limit=5000`);
    assert.equal(all.length, 2500);
    for (const [limit, offset] of [
      [10, 995],
      [1000, 1000],
      [1, 1999],
      [1000, 1500],
      [1000, 2499],
      [10, 2500],
      [10, 999_999],
    ] as const) {
      const page = await its.json('GET', `cohorts/${id}/persons/?limit=${limit}&offset=${offset}`);
      assert.deepEqual(page.results, all.slice(offset, offset + limit), `${limit} from ${offset}`);
      assert.equal(page.next === null, offset + limit >= 2500);
    }
  });

  it('of each sample cohort are as many as its count says', async () => {
    const { results } = await its.json('GET', 'cohorts/?limit=1000');
    assert.ok(results.length >= 25);
    for (const cohort of results) {
      const page = await its.json('GET', `cohorts/${cohort.id}/persons/?limit=5000`);
      assert.equal(page.results.length, cohort.count, cohort.name);
    }
  });

  it('come as CSV with columns in alphabetical order, nested values by dots, and CRLF', async () => {
    const reply = await its.ask('GET', 'cohorts/6/persons/?format=csv');
    assert.equal(reply.status, 200);
    assert.match(String(reply.headers['content-type']), /^text\/csv/);
    const [header = [], ...rows] = parseCsv(reply.text);
    assert.deepEqual(header, header.toSorted());
    for (const column of ['distinct_ids.0', 'properties.$os', 'properties.company.address.city', 'uuid']) {
      assert.ok(header.includes(column), column);
    }
    assert.ok(rows.every((row) => row.length === header.length));
    assert.equal(reply.text.endsWith('\r\n'), true);
    assert.equal(rows.length, (await its.json('GET', 'cohorts/6/')).count);
  });

  it('come as CSV with the values that JSON has', async () => {
    const { results } = await its.json('GET', 'cohorts/3/persons/?limit=5000');
    const [header = [], ...rows] = parseCsv((await its.ask('GET', 'cohorts/3/persons/?format=csv')).text);
    const cell = (row: number, column: string): string =>
      rows[row]?.[header.indexOf(column)] ?? 'no such cell';
    assert.equal(rows.length, results.length);
    results.forEach((person: Json, row: number) => {
      const { email = '', name, seats, company, note = '', phone } = person.properties;
      assert.equal(cell(row, 'id'), person.id);
      assert.equal(cell(row, 'properties.email'), email ?? '');
      assert.equal(cell(row, 'properties.name'), name);
      assert.equal(cell(row, 'properties.seats'), String(seats));
      assert.equal(cell(row, 'properties.company.name'), company.name);
      assert.equal(cell(row, 'properties.note'), note);
      assert.equal(cell(row, 'properties.phone'), phone ?? '');
      assert.equal(
        cell(row, 'created_at'),
        person.created_at.replace('T', ' ').replace('.000000Z', '+00:00'),
      );
    });
    assert.match(cell(0, 'created_at'), /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\+00:00$/);
  });

  it('come as CSV only up to the cap, silently', async () => {
    const id = await madeOf(everyone);
    assert.equal((await its.json('GET', `cohorts/${id}/`)).count, 2500);
    const reply = await its.ask('GET', `cohorts/${id}/persons/?format=csv`);
    assert.equal(reply.status, 200);
    assert.equal(parseCsv(reply.text).length, 1 + 2000);
  });

  for (const [what, path, headers, status] of [
    ['a wrong key', 'cohorts/1/persons/?format=csv', { authorization: 'Bearer phx_wrong' }, 401],
    ['no key', 'cohorts/1/persons/?format=csv', { authorization: undefined }, 401],
    ['an unknown cohort', 'cohorts/999999/persons/?format=csv', {}, 404],
  ] as const) {
    it(`asked for as CSV with ${what} are a ${status} with an empty body`, async () => {
      const reply = await its.ask('GET', path, { headers });
      assert.deepEqual([reply.status, reply.text], [status, '']);
    });
  }

  it('asked for as CSV with Accept: application/json are a 406', async () => {
    const headers = { accept: 'application/json' };
    assert.equal((await its.ask('GET', 'cohorts/1/persons/?format=csv', { headers })).status, 406);
    for (const accept of ['*/*', 'text/csv', 'text/*;q=0.5', 'application/json, */*']) {
      const reply = await its.ask('GET', 'cohorts/1/persons/?format=csv', { headers: { accept } });
      assert.equal(reply.status, 200, accept);
    }
  });

  it('requested in an unknown format are a 404', async () => {
    assert.equal((await its.ask('GET', 'cohorts/1/persons/?format=xml')).status, 404);
  });

  it('stay readable, the old ones, while a calculation runs', async () => {
    const id = await madeOf(everyone);
    const [, page] = await Promise.all([
      its.json('PATCH', `cohorts/${id}/`, { filters: nobody }),
      its.json('GET', `cohorts/${id}/persons/?limit=10`),
    ]);
    assert.ok(page.results.length === 10 || page.results.length === 0);
    await its.service.idle();
    assert.equal((await its.json('GET', `cohorts/${id}/persons/`)).results.length, 0);
  });
});

/** Cells by row, as RFC 4180 has it. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    row.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
