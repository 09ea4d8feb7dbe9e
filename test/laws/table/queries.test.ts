import assert from 'node:assert/strict';
import test from 'node:test';
import * as fc from 'fast-check';
import { isTime, sortKey, sortRest } from '#table/compareCells.ts';
import { foldText } from '#text/foldText.ts';
import { wholeFile, type Table, type View } from '#table/openTable.ts';
import { filterTests, type Filter, type Query } from '#table/tableQuery.ts';
import {
  cellText,
  ignore,
  noSignal,
  printCsv,
  randomTable,
  withTable,
  type RandomTable,
} from '../../unit/table/tables.ts';
import { cases } from '../../cases.ts';

interface Case {
  readonly table: RandomTable;
  readonly queries: readonly Query[];
}

const randomCase: fc.Arbitrary<Case> = randomTable.chain((table) => {
  const column = fc.nat({ max: table.columns.length - 1 });
  const filter = fc.record({ column, test: fc.constantFrom(...filterTests), value: cellText });
  const query = fc.record({
    search: fc.oneof(fc.constant(''), fc.constantFrom('zurich', 'STRASSE', '0', 'a', '",', ' '), cellText),
    filters: fc.array(filter, { maxLength: 2 }),
    sort: fc.option(fc.record({ column, isDescending: fc.boolean() }), { nil: undefined }),
    group: fc.option(column, { nil: undefined }),
  });
  return fc.record({ table: fc.constant(table), queries: fc.array(query, { minLength: 1, maxLength: 6 }) });
});

async function readView(table: Table, view: View, columns: number): Promise<string[][]> {
  const rows = table.rowsOf(view);
  const cells = await table.cells(view, 0, rows, [...Array(columns).keys()]);
  return Array.from({ length: rows }, (_, row) => cells.map((texts) => texts[row] ?? ''));
}

test('searching, filtering, sorting and grouping find the same rows as a loop over all of them', async () => {
  await fc.assert(
    fc.asyncProperty(randomCase, async ({ table: given, queries }) => {
      await withTable('persons.csv', printCsv(given, '\r\n'), async ({ table }) => {
        assert.deepEqual(await readView(table, wholeFile, given.columns.length), given.rows);
        for (const query of queries) {
          const view = await table.view(query, noSignal, ignore);
          const found = await readView(table, view, given.columns.length);
          const groups = expectedGroups(expected(given.rows, query), query);
          assert.deepEqual(found, groups.flat(), JSON.stringify(query));
          assert.deepEqual(
            view.groups && groups.map(({ length }) => length),
            view.groups?.map(({ rows }) => rows),
          );
          assert.equal(view.groups !== undefined, query.group !== undefined);
          for (const at of [...given.rows.keys()].filter((row) => view.order?.includes(row)))
            assert.equal(view.order?.[table.positionIn(view, wholeFile, at) ?? -1], at);
        }
      });
    }),
    cases(40),
  );
});

function expected(rows: RandomTable['rows'], { search, filters, sort }: Query): RandomTable['rows'] {
  const found = rows.filter(
    (row) =>
      (search === '' || row.some((text) => text !== '' && foldText(text).includes(foldText(search)))) &&
      filters.every((filter) => holds(row[filter.column] ?? '', filter)),
  );
  if (!sort) return found;
  const filled = found.filter((row) => row[sort.column] !== '');
  const sign = sort.isDescending ? -1 : 1;
  const sorted = filled.toSorted(
    (one, other) => sign * compare(one[sort.column] ?? '', other[sort.column] ?? ''),
  );
  return [...sorted, ...found.filter((row) => row[sort.column] === '')];
}

/** The rows of each group, the largest first unless the table is sorted by its column. */
function expectedGroups(
  rows: RandomTable['rows'],
  { sort, group }: Query,
): readonly (readonly (readonly string[])[])[] {
  if (group === undefined) return [rows];
  const valueOf = (row: readonly string[] | undefined) => row?.[group] ?? '';
  const groups = [...Map.groupBy(rows, valueOf).values()];
  if (sort?.column === group) return groups;
  return groups.toSorted(([one, ...others], [other, ...more]) => {
    const [key, otherKey] = [foldText(valueOf(one)), foldText(valueOf(other))];
    const isLast = Number(valueOf(one) === '') - Number(valueOf(other) === '');
    return isLast || more.length - others.length || (key < otherKey ? -1 : Number(key > otherKey));
  });
}

function holds(text: string, { test: name, value }: Filter): boolean {
  switch (name) {
    case 'contains':
      return foldText(text).includes(foldText(value));
    case 'lacks':
      return !foldText(text).includes(foldText(value));
    case 'starts':
      return foldText(text).startsWith(foldText(value));
    case 'is':
      return text === value;
    case 'isNot':
      return text !== value;
    case 'filled':
      return text !== '';
    case 'empty':
      return text === '';
    case 'atLeast':
      return text !== '' && isComparable(text, value) && compare(text, value) >= 0;
    case 'atMost':
      return text !== '' && isComparable(text, value) && compare(text, value) <= 0;
  }
}

/** A time is compared with times only. */
function isComparable(text: string, value: string): boolean {
  if (isTime(value)) return isTime(text);
  return (typeof sortKey(text) === 'string') === (typeof sortKey(value) === 'string');
}

/** Numbers before texts; texts by their bytes. */
function compare(one: string, other: string): number {
  const [a, b] = [sortKey(one), sortKey(other)];
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b));
  if (typeof a === 'string' || typeof b === 'string') return typeof a === 'string' ? 1 : -1;
  if (a !== b) return a < b ? -1 : 1;
  const [rest, otherRest] = [sortRest(one, a), sortRest(other, b)];
  return rest < otherRest ? -1 : Number(rest > otherRest);
}

test('rows with equal cells keep the order of the file in both orders, empty ones come last', async () => {
  const csv = 'id,plan\n1,free\n2,pro\n3,\n4,free\n5,pro\n6,\n';
  await withTable('plans.csv', csv, async ({ table }) => {
    const sorted = async (isDescending: boolean) => {
      const query = { search: '', filters: [], sort: { column: 1, isDescending } };
      return (await table.cells(await table.view(query, noSignal, ignore), 0, 6, [0]))[0]?.join('');
    };
    assert.deepEqual([await sorted(false), await sorted(true)], ['142536', '251436']);
  });
});

test('a summary counts the same as a loop over all rows', async () => {
  await fc.assert(
    fc.asyncProperty(randomTable, fc.boolean(), async (given, isFiltered) => {
      await withTable('persons.csv', printCsv(given, '\n'), async ({ table }) => {
        const filters = isFiltered ? [{ column: 1, test: 'filled' as const, value: '' }] : [];
        await table.view({ search: '', filters, sort: undefined }, noSignal, ignore);
        const summary = await table.summarize(0, noSignal, ignore);
        const rows = given.rows.filter((row) => !isFiltered || row[1] !== '');
        const texts = rows.map((row) => row[0] ?? '').filter((text) => text !== '');
        const counts = new Map<string, number>();
        for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
        assert.equal(summary.rows, rows.length);
        assert.equal(summary.filled, texts.length);
        assert.equal(summary.distinct, counts.size);
        assert.deepEqual(
          summary.top.map(({ count }) => count),
          [...counts.values()].toSorted((one, other) => other - one).slice(0, 20),
        );
        for (const { value, count } of summary.top) assert.equal(count, counts.get(value), value);
        const isOfKind = (text: string) =>
          summary.kind === 'number' ? typeof sortKey(text) !== 'string' : isTime(text);
        const binned = summary.bins.reduce((sum, bin) => sum + bin.count, 0);
        assert.equal(binned, summary.kind === 'text' ? 0 : texts.filter(isOfKind).length);
      });
    }),
    cases(30),
  );
});

test('a histogram has a bin for each of few whole numbers, and equal ones for many', async () => {
  const csv = (values: readonly number[]) => `id,n\n${values.map((value) => `x,${value}\n`).join('')}`;
  await withTable('few.csv', csv([1, 1, 3]), async ({ table }) => {
    const { bins, least, most, mean } = await table.summarize(1, noSignal, ignore);
    assert.deepEqual(bins, [
      { from: 1, to: 1, count: 2 },
      { from: 2, to: 2, count: 0 },
      { from: 3, to: 3, count: 1 },
    ]);
    assert.deepEqual([least, most, mean], ['1', '3', 5 / 3]);
  });
  await withTable('many.csv', csv(Array.from({ length: 1000 }, (_, at) => at / 10)), async ({ table }) => {
    const { bins } = await table.summarize(1, noSignal, ignore);
    assert.equal(bins.length, 20);
    assert.ok(
      bins.every(({ count }) => count >= 49 && count <= 51),
      JSON.stringify(bins),
    );
  });
});

test('dates and times have a histogram', async () => {
  const csv = 'id,day\nx,2024-01-01\nx,2024-01-01T12:00:00Z\nx,2024-06-30 00:00:00+02:00\n';
  await withTable('days.csv', csv, async ({ table }) => {
    const { kind, bins, least, most } = await table.summarize(1, noSignal, ignore);
    assert.equal(kind, 'time');
    assert.deepEqual([least, most], ['2024-01-01', '2024-06-30 00:00:00+02:00']);
    assert.equal(bins[0]?.from, Date.UTC(2024, 0, 1) / 1000);
    assert.equal(bins.at(-1)?.to, Date.UTC(2024, 5, 29, 22) / 1000);
  });
});
