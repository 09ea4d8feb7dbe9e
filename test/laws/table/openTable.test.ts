import assert from 'node:assert/strict';
import { appendFile, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import test from 'node:test';
import * as fc from 'fast-check';
import { maxGroups } from '#table/groupRows.ts';
import { openTable, wholeFile } from '#table/openTable.ts';
import { createScratchFile, removeStaleScratchFiles } from '#table/scratchFile.ts';
import { formatTsv } from '#table/formatTsv.ts';
import { ignore, noSignal, withTable, workerUrl, writePlainCsv } from '../../unit/table/tables.ts';
import { cases } from '../../cases.ts';
import { assertOwnOnly } from '../../assertOwnOnly.ts';

const everything = { search: '', filters: [], sort: undefined };
const byName = { ...everything, sort: { column: 1, isDescending: false } };

function manyRows(count: number): string {
  const rows = Array.from(
    { length: count },
    (_, at) => `${at},"name, ${at % 7}\n${'x'.repeat(at % 300)}"\r\n`,
  );
  return `id,name\r\n${rows.join('')}`;
}

test('the filled cells of the first rows are counted by column', async () => {
  const lines = ['{"a":1,"b":""}', '{"a":2,"c":[3]}', '{"c":null,"a":"x"}'].join('\n');
  await withTable('filled.ndjson', lines, async ({ table }) => {
    const counts = async (rows: number) =>
      Object.fromEntries((await table.filledIn(rows)).map((count, at) => [table.columns[at], count]));
    assert.deepEqual(await counts(100), { a: 3, b: 0, 'c.0': 1, c: 0 });
    assert.equal((await counts(1))['a'], 1);
  });
});

test('a table that replaces another one opens once it has as many rows', async () => {
  await withTable('grown.csv', manyRows(20_000), async ({ file, scratchDirectory }) => {
    const open = async (minRows: number) => {
      const table = await openTable({
        path: file,
        scratchDirectory,
        workerUrl,
        minRows,
        onIndex: ignore,
        onBroken: ignore,
      });
      const rows = table.rowsOf(wholeFile);
      const [ids] = await table.cells(wholeFile, minRows - 1, minRows, [0]);
      await table.close();
      return [rows >= minRows, ids];
    };
    assert.deepEqual(await open(100), [true, ['99']]);
    assert.deepEqual(await open(20_000), [true, ['19999']]);
    assert.deepEqual(await open(20_001), [false, []]); // all that there are
  });
});

test('a column with too many values is not grouped', async () => {
  const lines = (values: number) =>
    `id,name\n${Array.from({ length: values }, (_, at) => `${at},x\n`).join('')}`;
  const groupsOf = async (values: number) =>
    withTable('values.csv', lines(values), async ({ table }) => {
      const view = await table.view({ ...everything, group: 0 }, noSignal, ignore);
      return [table.rowsOf(view), view.groups?.length];
    });
  assert.deepEqual(await groupsOf(maxGroups), [maxGroups, maxGroups]);
  assert.deepEqual(await groupsOf(maxGroups + 1), [maxGroups + 1, undefined]);
});

test('any rows can be read from a file that is read in many chunks', async () => {
  const count = 20_000;
  await withTable('many.csv', manyRows(count), async ({ table, index }) => {
    assert.equal(index.rows, count);
    assert.equal(index.problemCount, 0);
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: count - 1 }), fc.integer({ min: 1, max: 100 }), async (from, rows) => {
        const [ids, names] = await table.cells(wholeFile, from, from + rows, [0, 1]);
        const last = Math.min(from + rows, count);
        assert.deepEqual(
          ids,
          Array.from({ length: last - from }, (_, at) => String(from + at)),
        );
        assert.equal(names?.[0], `name, ${from % 7}\n${'x'.repeat(from % 300)}`);
      }),
      cases(60),
    );
  });
});

test('persons in JSON are flattened as in the service’s CSV, columns the union of all', async () => {
  const persons = [
    {
      id: 'a',
      properties: { $os: 'Linux', nested: { deep: true } },
      created_at: '2022-11-16T12:00:00.000000Z',
    },
    { id: 'b', properties: { $os: null }, distinct_ids: ['x', 'y'] },
  ];
  for (const [name, text] of [
    ['persons.json', JSON.stringify(persons)],
    ['persons.ndjson', persons.map((person) => `${JSON.stringify(person)}\n`).join('')],
  ] as const) {
    await withTable(name, text, async ({ table, index }) => {
      assert.deepEqual(
        new Set(index.columns),
        new Set([
          'id',
          'properties.$os',
          'properties.nested.deep',
          'created_at',
          'distinct_ids.0',
          'distinct_ids.1',
        ]),
      );
      const cellsOf = async (position: number) => {
        const row = await table.row(wholeFile, position);
        return Object.fromEntries(
          row?.cells.map(({ column, text: cell }) => [index.columns[column], cell]) ?? [],
        );
      };
      assert.deepEqual(await cellsOf(0), {
        id: 'a',
        'properties.$os': 'Linux',
        'properties.nested.deep': 'True',
        created_at: '2022-11-16 12:00:00+00:00',
      });
      assert.deepEqual(await cellsOf(1), { id: 'b', 'distinct_ids.0': 'x', 'distinct_ids.1': 'y' });
      assert.equal(await table.row(wholeFile, 2), undefined);
    });
  }
});

test('digits of large numbers stay, and texts that look like formulas are texts', async () => {
  await withTable('persons.json', '[{"n": 12345678901234567890, "f": "=1+1"}]', async ({ table, index }) => {
    const columns = [index.columns.indexOf('n'), index.columns.indexOf('f')];
    assert.deepEqual(await table.cells(wholeFile, 0, 1, columns), [['12345678901234567890'], ['=1+1']]);
  });
});

test('a broken file shows its readable part, and says where it is broken', async () => {
  const csv = 'a,b\r\n1,2\r\n3\r\n"x\r\ny",4\r\n5,"six\r\n7,8\r\n';
  await withTable('broken.csv', csv, async ({ table, index }) => {
    assert.deepEqual(
      index.problems.map(({ flaw, row, line }) => ({ flaw, row, line })),
      [
        { flaw: 'cells', row: 1, line: 3 },
        { flaw: 'openQuote', row: 3, line: 6 },
      ],
    );
    assert.deepEqual(await table.cells(wholeFile, 0, 9, [0, 1]), [
      ['1', '3', 'x\r\ny', '5', '7'],
      ['2', '', '4', 'six', '8'],
    ]);
  });
  const list = '[{"id": 1},\n{"id": "tw\no"},\n{"id": 3,},\n{"id": 4},\n{"id"';
  await withTable('broken.json', list, async ({ table, index }) => {
    assert.deepEqual(
      index.problems.map(({ flaw, line }) => ({ flaw, line })),
      [
        { flaw: 'cut', line: 2 },
        { flaw: 'notJson', line: 3 },
        { flaw: 'notJson', line: 4 },
        { flaw: 'cut', line: 6 },
        { flaw: 'notClosed', line: 6 },
      ],
    );
    const [ids] = await table.cells(wholeFile, 0, 9, [index.columns.indexOf('id')]);
    assert.equal(ids?.[0], '1');
    assert.ok(ids?.includes('3') && ids.includes('4'), String(ids));
  });
  await withTable('broken.ndjson', '{"id": 1}\n<html>\n{"id": 3}\n', async ({ table, index }) => {
    assert.deepEqual(
      index.problems.map(({ flaw, row, line }) => ({ flaw, row, line })),
      [{ flaw: 'notJson', row: 1, line: 2 }],
    );
    assert.deepEqual(await table.cells(wholeFile, 0, 3, [0]), [['1', '', '3']]);
  });
});

test('a JSON value that is not a list, and rows that are not objects, are reported as such', async () => {
  const flawsOf = (name: string, text: string) =>
    withTable(name, text, async ({ index }) => index.problems.map(({ flaw, row }) => `${flaw} ${row}`));
  assert.deepEqual(await flawsOf('one.json', '{"results": [{"id": 1}]}'), ['notList 0']);
  assert.deepEqual(await flawsOf('number.json', '7\n'), ['notList 0']);
  assert.deepEqual(await flawsOf('mixed.json', '[{"id": 1}, 2, [3]]'), ['notObject 1', 'notObject 2']);
  assert.deepEqual(await flawsOf('lines.ndjson', '  {"id": 1}\n"two"\n'), ['notObject 1']);
  assert.deepEqual(await flawsOf('empty.json', '[]'), []);
});

test('any file is indexed to its end', async () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.stringMatching(/^[[\]{}",:a1\\\n ]{0,40}$/).map((text) => Buffer.from(text)),
  );
  await fc.assert(
    fc.asyncProperty(bytes, fc.constantFrom('x.csv', 'x.json', 'x.ndjson'), async (content, name) => {
      await withTable(name, Buffer.from(content), async ({ table, index }) => {
        const columns = [...index.columns.keys()].slice(0, 50);
        const cells = await table.cells(wholeFile, 0, index.rows, columns);
        assert.ok(cells.every((texts) => texts.length === index.rows));
      });
    }),
    cases(30),
  );
});

test('an empty file is a table without rows', async () => {
  await withTable('empty.csv', '', async ({ table, index }) => {
    assert.deepEqual([index.rows, index.columns, index.problemCount], [0, [], 0]);
    assert.equal(table.rowsOf(await table.view({ ...everything, search: 'x' }, noSignal, ignore)), 0);
  });
});

test('columns are in a file that is readable by its owner only, and that is deleted with the table', async () => {
  let made: readonly string[] = [];
  let left: readonly string[] = ['?'];
  await withTable('persons.csv', manyRows(50), async ({ table, scratchDirectory }) => {
    assert.deepEqual(await readdir(scratchDirectory), []);
    await table.view(byName, noSignal, ignore);
    made = await readdir(scratchDirectory);
    const [name = ''] = made;
    await assertOwnOnly(`${scratchDirectory}/${name}`);
    await assertOwnOnly(scratchDirectory);
    assert.equal(
      await removeStaleScratchFiles(scratchDirectory, Date.now()),
      0,
      'a table that is open keeps its file',
    );
    await table.close();
    left = await readdir(scratchDirectory);
  });
  assert.equal(made.length, 1);
  assert.deepEqual(left, []);
});

test('the next window removes the files of processes that have ended', async () => {
  await withTable('persons.csv', 'a,b\n', async ({ scratchDirectory }) => {
    const ours = await createScratchFile(scratchDirectory);
    await writeFile(ours, '');
    await writeFile(`${scratchDirectory}/999999999-abc-0.sqlite`, '');
    await writeFile(`${scratchDirectory}/${process.pid}-earlier-0.sqlite`, '');
    await writeFile(`${scratchDirectory}/somebody-elses.txt`, '');
    assert.equal(await removeStaleScratchFiles(scratchDirectory, Date.now()), 2);
    assert.equal((await readdir(scratchDirectory)).length, 2);
  });
  assert.equal(await removeStaleScratchFiles('/nowhere/at/all', Date.now()), 0);
});

test('a table keeps showing a file that was deleted or replaced, and reports it', async () => {
  await withTable('persons.csv', 'a,b\n1,2\n', async ({ table, file }) => {
    assert.equal(await table.fileState(), 'same');
    await writeFile(`${file}.new`, 'a,b\n9,9\n');
    await rename(`${file}.new`, file);
    assert.equal(await table.fileState(), 'changed');
    assert.deepEqual(await table.cells(wholeFile, 0, 1, [0]), [['1']]);
    await rm(file);
    assert.equal(await table.fileState(), 'gone');
    assert.deepEqual(await table.cells(wholeFile, 0, 1, [1]), [['2']]);
  });
});

test('bytes added to a file later are ignored', async () => {
  await withTable('persons.csv', 'a,b\n1,2\n', async ({ table, file }) => {
    await appendFile(file, '3,4\n');
    const view = await table.view(byName, noSignal, ignore);
    assert.equal(table.rowsOf(view), 1);
    assert.equal(await table.fileState(), 'changed');
  });
});

test('a canceled query rejects, and the next one gets its result', async () => {
  await withTable('persons.csv', manyRows(5000), async ({ table }) => {
    const cancelling = new AbortController();
    const asked = table.view(byName, cancelling.signal, ignore);
    cancelling.abort(); // the worker has the question already
    await assert.rejects(asked, { name: 'AbortError' });
    const view = await table.view(byName, noSignal, ignore);
    assert.equal(table.rowsOf(view), 5000);
  });
});

test('a file that does not exist is an error of its own kind', async () => {
  const opening = openTable({
    path: '/nowhere/at/all.csv',
    scratchDirectory: '/tmp',
    workerUrl: new URL('file:///none'),
    onIndex: ignore,
    onBroken: ignore,
  });
  await assert.rejects(opening, { name: 'ExportError', kind: 'noFolder' });
});

test('rows are copied in the format that spreadsheets accept', async () => {
  const csv = 'a,b,c\n1,"two\nlines",=3\n4,"say ""hi""",\n';
  await withTable('persons.csv', csv, async ({ table }) => {
    const range = { from: 0, to: 2, columns: [1, 0], hasHeader: true };
    const text = 'b\ta\n"two\nlines"\t1\n"say ""hi"""\t4';
    assert.deepEqual(await formatTsv(table, wholeFile, range, 1000), { text, neutralText: undefined });
    const formulas = { ...range, columns: [2, 0], hasHeader: false };
    assert.deepEqual(await formatTsv(table, wholeFile, formulas, 1000), {
      text: '=3\t1\n\t4',
      neutralText: "'=3\t1\n\t4",
    });
    assert.equal(await formatTsv(table, wholeFile, range, 10), undefined);
  });
});

test('the shown rows are saved as a new CSV file, or not at all', async () => {
  const csv = 'a,b,c\n1,"two\nlines",=3\n2,"say ""hi""",\n3,x,y\n';
  await withTable('persons.csv', csv, async ({ table, scratchDirectory }) => {
    const sort = { column: 0, isDescending: true };
    const view = await table.view({ ...everything, search: 'i', sort }, noSignal, ignore);
    const target = `${scratchDirectory}/shown.csv`;
    await writePlainCsv(table, view, [1, 0], target);
    assert.equal(await readFile(target, 'utf8'), 'b,a\r\n"say ""hi""",2\r\n"two\nlines",1\r\n');
    await assertOwnOnly(target);
    await assert.rejects(writePlainCsv(table, view, [1], target), { name: 'ExportError' });
    const cancelled = AbortSignal.abort();
    await assert.rejects(writePlainCsv(table, view, [1], `${target}.2`, cancelled), { name: 'AbortError' });
  });
});

test('closing a table while it is being indexed reports no error', async () => {
  const broken: string[] = [];
  await withTable('persons.csv', manyRows(20_000), async ({ file, scratchDirectory }) => {
    const begun = Promise.withResolvers<void>();
    const table = await openTable({
      path: file,
      scratchDirectory,
      workerUrl,
      onIndex: () => begun.resolve(),
      onBroken: ({ message }) => broken.push(message),
    });
    await begun.promise;
    await table.close();
  });
  assert.deepEqual(broken, []);
});
