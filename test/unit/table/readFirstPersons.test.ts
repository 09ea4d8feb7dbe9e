import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { readFirstPersons } from '#table/readFirstPersons.ts';
import { temporaryFolder } from '../../volatile.ts';

const person = (id: number) => ({
  id: String(id),
  name: `Ann, ${id}`,
  distinct_ids: ['a'],
  properties: {
    plan: 'pro',
    seats: id,
    paid: id % 2 === 0,
    deep: { city: 'Köln' },
    none: null,
    quoted: 'a "b", c',
  },
});

describe('the first persons of an export', () => {
  const folder = temporaryFolder();

  async function sample(name: string, text: string) {
    const file = path.join(folder, name);
    await writeFile(file, text);
    return readFirstPersons(file);
  }

  it('are read from each format, with booleans that a condition can name', async () => {
    const two = [person(1), person(2)];
    const csv =
      'id,name,properties.deep.city,properties.none,properties.paid,properties.plan,properties.quoted,properties.seats\r\n' +
      [1, 2]
        .map((id) => `${id},"Ann, ${id}",Köln,,${id === 2 ? 'True' : 'False'},pro,"a ""b"", c",${id}\r\n`)
        .join('');
    const texts = {
      'a.json': JSON.stringify(two),
      'a.ndjson': two.map((one) => `${JSON.stringify(one)}\n`).join(''),
    };
    for (const [name, text] of Object.entries(texts))
      assert.deepEqual(
        await sample(name, text),
        two.map(({ properties }) => properties),
        name,
      );
    const quoted = 'a "b", c';
    assert.deepEqual(await sample('a.csv', csv), [
      { plan: 'pro', seats: '1', paid: false, quoted },
      { plan: 'pro', seats: '2', paid: true, quoted },
    ]);
  });

  it('leave out a row that is no JSON', async () => {
    const [one, two] = [person(1), person(2)];
    const text = `${JSON.stringify(one)}\n{"properties": {"seats": NaN}}\n${JSON.stringify(two)}\n`;
    assert.deepEqual(await sample('a.ndjson', text), [one.properties, two.properties]);
  });

  it('have long numbers with all of their digits', async () => {
    const text = '{"id": "1", "properties": {"account": 2916334247900527531}}\n';
    const [properties] = await sample('a.ndjson', text);
    assert.equal(JSON.stringify(properties), '{"account":2916334247900527531}');
  });

  it('are some hundreds, however long the file is', async () => {
    const many = Array.from({ length: 5000 }, (_, id) => person(id));
    for (const [name, text] of [
      ['b.json', JSON.stringify(many)],
      ['b.ndjson', many.map((one) => `${JSON.stringify(one)}\n`).join('')],
    ] as const) {
      const found = await sample(name, text);
      assert.ok(found.length > 100 && found.length < 4000, `${found.length} of ${name}`);
      assert.deepEqual(found.at(-1), person(found.length - 1).properties);
    }
  });

  it('have each that is whole before the end of what is read, also where nothing or a flawed row is there', async () => {
    const line = 'free,\r\n';
    const head = 'properties.plan,name\r\n';
    const lines = (count: number) => head + line.repeat(count);
    const readBytes = 256 * 1024;
    const whole = Math.floor((readBytes - head.length) / line.length);
    const upToEnd = lines(whole).padEnd(readBytes, 'x'); // a row that is cut off, of another number of cells
    assert.equal((await sample('d.csv', `${upToEnd}xx\r\n${line}`)).length, whole);
    const open = `${lines(whole - 1)}"`; // a quote that is never closed
    assert.equal((await sample('d.csv', `${open}${'x'.repeat(readBytes)}`)).length, whole - 1);
    const one = '{"properties":{"plan":"free"}},';
    const persons = Math.floor((readBytes - 1) / one.length);
    const spaced = `${`[${one.repeat(persons)}`.padEnd(readBytes)}${one.slice(0, -1)}]`;
    assert.equal((await sample('d.json', spaced)).length, persons);
  });

  it('are none if the file has something else, or is empty', async () => {
    assert.deepEqual(await sample('c.csv', 'id,name\r\n1,Ann\r\n'), []);
    assert.deepEqual(await sample('c.csv', ''), []);
    assert.deepEqual(await sample('c.json', '{"name": "a cohort"}'), []);
    assert.deepEqual(await sample('c.txt', 'properties.plan\npro\n'), []);
  });
});
