import assert from 'node:assert/strict';
import test from 'node:test';
import * as fc from 'fast-check';
import { CsvColumns, maxColumns, restColumn } from '#exports/csv/csvColumns.ts';
import { flattenPerson } from '#exports/csv/flattenPerson.ts';
import { cases } from '../../../cases.ts';

const person = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 5 });

function flatten(json: Uint8Array, columns = new CsvColumns()): ReadonlyMap<string, string> {
  const cells = [...flattenPerson(json, columns)];
  return new Map(cells.map(([column, { text }]) => [columns.names[column] ?? '', text]));
}

test('a person whose JSON is cut off has only the cells before the cut', () => {
  fc.assert(
    fc.property(person, fc.constantFrom(undefined, 1), fc.nat(), (one, indent, cut) => {
      // Two paths with one name have one column, whose last cell counts: such a person is left out here.
      const json = Buffer.from(JSON.stringify(one, null, indent));
      fc.pre(!hasAmbiguousKey(one));
      const whole = flatten(json);
      for (const [name, text] of flatten(json.subarray(0, cut % json.length)))
        assert.equal(text, whole.get(name));
    }),
    cases(1500),
  );
});

/** Whether a key, at any depth, can make two paths have the same name: `a` then `b.c`, and `a.b` then `c`. */
function hasAmbiguousKey(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const isAmbiguous = (key: string) => key === '' || key.includes('.');
  return Object.entries(value).some(([key, inner]) => isAmbiguous(key) || hasAmbiguousKey(inner));
}

test('flattening ends, whatever the bytes', () => {
  const anyText = fc.stringMatching(/^[{}[\]",:a1\\\n ]{0,40}$/);
  fc.assert(
    fc.property(anyText, (text) => {
      const bytes = Buffer.from(text);
      assert.ok(flatten(bytes).size <= bytes.length);
    }),
    cases(5000),
  );
});

test('each value goes to the column of its key, if keys are reordered, missing or new', () => {
  const columns = new CsvColumns();
  const rowOf = (one: object) => Object.fromEntries(flatten(Buffer.from(JSON.stringify(one)), columns));
  for (const one of [
    { a: '1', b: '2', c: '3' },
    { a: '1', c: '3' },
    { c: '3', b: '2', a: '1' },
    { b: '2', d: '4', c: '3' },
    { a: '1', b: '2', c: '3' },
  ])
    assert.deepEqual(rowOf(one), one);
  assert.deepEqual(columns.names, ['a', 'b', 'c', 'd']);
});

const wide = Object.fromEntries(Array.from({ length: maxColumns }, (_, at) => [`p${at}`, at]));

function cellsOf(one: object, columns: CsvColumns): ReadonlyMap<number, string> {
  const cells = flattenPerson(Buffer.from(JSON.stringify(one)), columns);
  return new Map([...cells].map(([column, { text }]) => [column, text]));
}

test('columns that are full take what belongs to one of them, however its path is divided into keys', () => {
  const columns = new CsvColumns();
  cellsOf({ 'a.b.c': 1, d: { '.e': 2 }, 'a.bb': 3, ...wide }, columns);
  const at = (name: string) => columns.names.indexOf(name);
  const row = cellsOf({ a: { b: { c: 4, x: 5 }, bb: [6] }, 'd.': { e: 7 }, 'a.b': 8 }, columns);
  assert.deepEqual(
    row,
    new Map([
      [at('a.b.c'), '4'],
      [at('d..e'), '7'],
      [maxColumns - 1, '{"a.b.x":5,"a.bb.0":6,"a.b":8}'],
    ]),
  );
});

test('a field with the name of the column of the rest is no such column, and keeps its value beside it', () => {
  const columns = new CsvColumns();
  cellsOf({ a: 1, [restColumn]: 2 }, columns);
  assert.equal(columns.hasRest, false);
  assert.deepEqual(columns.sorted(), [1, 0]);
  const row = cellsOf({ [restColumn]: 3, ...wide }, columns);
  assert.equal(columns.hasRest, true);
  assert.equal(row.get(1), '3');
  assert.equal(row.get(maxColumns - 1), '{"p9997":9997,"p9998":9998,"p9999":9999}');
  assert.deepEqual([columns.sorted()[0], columns.sorted().at(-1)], [1, maxColumns - 1]);
  const restored = new CsvColumns();
  for (const name of columns.names) restored.restore(name);
  assert.deepEqual(restored.names, columns.names);
});

test('what is under a path of thousands of letters is one cell of JSON, so that no header is longer than its persons', () => {
  const key = 'k'.repeat(800);
  const one = { [key]: { [key]: { [key]: { a: [1] } } }, list: [2] };
  const json = JSON.stringify({ [key]: { a: [1] } });
  assert.deepEqual(
    flatten(Buffer.from(JSON.stringify(one))),
    new Map([
      [`${key}.${key}`, json],
      ['list.0', '2'],
    ]),
  );
});

test('every JSON escape is decoded', () => {
  const piece = fc.constantFrom(
    '\\n',
    '\\r',
    '\\t',
    '\\"',
    '\\\\',
    '\\/',
    '\\b',
    '\\u00e9',
    '\\u0000',
    'é',
    ',',
    'a',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
      const json = `"${pieces.join('')}"`;
      const text: string = JSON.parse(json);
      assert.deepEqual(flatten(Buffer.from(`{"a":${json}}`)), new Map([['a', text]]));
    }),
  );
});
