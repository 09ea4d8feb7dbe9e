import assert from 'node:assert/strict';
import test from 'node:test';
import * as fc from 'fast-check';
import { Cells } from '#exports/csv/cells.ts';
import { CsvColumns } from '#exports/csv/columns.ts';
import { flattenPerson, flattenPersonAt } from '#exports/csv/flattenPerson.ts';
import { PageScanner } from '#exports/scan/pageScanner.ts';
import { cuts, cutUp } from '../scan/chunks.ts';

const person = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 5 });

test('persons measured while they are flattened are the ones that a scan finds, wherever the chunks are cut', () => {
  fc.assert(
    fc.property(fc.array(person), fc.constantFrom(undefined, 1), cuts, (persons, indent, lengths) => {
      const page = Buffer.from(JSON.stringify({ results: persons, next: null }, null, indent));
      const columns = new CsvColumns();
      const cells = new Cells();
      const found: string[] = [];
      const scanner = new PageScanner(
        (element) => found.push(Buffer.from(element).toString()),
        (bytes, start) => flattenPersonAt(bytes, start, columns, cells),
      );
      for (const chunk of cutUp(page, lengths)) scanner.push(chunk);
      assert.deepEqual(
        found.map((text) => JSON.stringify(JSON.parse(text))),
        persons.map((one) => JSON.stringify(one)),
      );
      assert.deepEqual([scanner.end().kind, scanner.end().isWhole], ['page', true]);

      const whole = new CsvColumns();
      for (const text of found) flattenPerson(Buffer.from(text), whole, cells);
      const known = new Set(whole.names);
      assert.ok(
        columns.names.every((name) => known.has(name)),
        'a person cut off in the middle makes no columns up',
      );
    }),
    { numRuns: 1500 },
  );
});

test('a person that goes on after the bytes has no end', () => {
  fc.assert(
    fc.property(person, fc.nat(), (one, cut) => {
      const bytes = Buffer.from(JSON.stringify(one));
      const columns = new CsvColumns();
      const cells = new Cells();
      assert.equal(flattenPersonAt(bytes, 0, columns, cells), bytes.length);
      assert.equal(flattenPersonAt(bytes.subarray(0, cut % bytes.length), 0, columns, cells), -1);
    }),
    { numRuns: 1500 },
  );
});
