// Files of other programs as tables: quotes, line ends, letters, long numbers and many columns.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import test, { describe } from 'node:test';
import { maxColumns, restColumn } from '#exports/csv/csvColumns.ts';
import { formatTsv } from '#table/formatTsv.ts';
import { wholeFile } from '#table/openTable.ts';
import { readFirstPersons } from '#table/readFirstPersons.ts';
import { ignore, noSignal, type Opened, readTable as read, withTable, writePlainCsv } from './tables.ts';

test('a quote inside a plain cell is a letter, and quotes no other cell', async () => {
  const one = 'id,size,note\n14,5" pipe,x\n15,plain,y\n';
  const two = 'id,size,note\n14,5" pipe,x\n15,6" pipe,y\n16,plain,z\n';
  assert.deepEqual(await read('one.csv', one), {
    columns: ['id', 'size', 'note'],
    rows: [
      ['14', '5" pipe', 'x'],
      ['15', 'plain', 'y'],
    ],
    flaws: [],
  });
  assert.deepEqual((await read('two.csv', two)).rows, [
    ['14', '5" pipe', 'x'],
    ['15', '6" pipe', 'y'],
    ['16', 'plain', 'z'],
  ]);
  assert.deepEqual((await read('quoted.csv', 'a,b\n"5"" pipe, x", "y"\n')).rows, [['5" pipe, x', ' "y"']]);
});

test('rows may end with a carriage return alone', async () => {
  const expected = { columns: ['a', 'b'], flaws: [] };
  const rows = [
    ['1', '2'],
    ['3', '4'],
  ];
  assert.deepEqual(await read('a.csv', 'a,b\r1,2\r3,4\r'), { ...expected, rows });
  assert.deepEqual(await read('b.csv', '\uFEFF"a",b\r\r1,2\r3,4'), { ...expected, rows });
  const quoted = await read('c.csv', 'a,b\r"x\r\ny","1\n2"\r3,4\rlast\r');
  assert.deepEqual(quoted, {
    columns: ['a', 'b'],
    rows: [
      ['x\r\ny', '1\n2'],
      ['3', '4'],
      ['last', ''],
    ],
    flaws: ['cells 5'],
  });
  assert.deepEqual((await read('d.csv', 'a,b\r\n1,"x\ry"\r\n')).rows, [['1', 'x\ry']]);
  assert.deepEqual((await read('e.ndjson', '{"a":1}\r{"a":2}\r')).rows, [['1'], ['2']]);
  await withTable('f.csv', `properties.$os\r${'Linux\r'.repeat(3000)}`, async ({ file, index }) => {
    assert.equal(index.rows, 3000);
    assert.deepEqual((await readFirstPersons(file)).slice(0, 1), [{ $os: 'Linux' }]);
  });
});

test('a file of JSON decides by itself whether it is a list or an object a line', async () => {
  const expected = { columns: ['a'], rows: [['1'], ['2']], flaws: [] };
  for (const lineEnd of ['\n', '\r\n', '\r', '\r\r\n', '\n\n'])
    assert.deepEqual(await read('lines.json', `\uFEFF{"a":1}${lineEnd}{"a":2}${lineEnd}`), expected);
  assert.deepEqual(await read('list.ndjson', '[{"a":1},\n{"a":2}]\n'), expected);
  assert.deepEqual((await read('cut.ndjson', '[{"a":1},{"a":2},{"')).rows, [['1'], ['2'], ['']]);
  assert.deepEqual((await read('lists.ndjson', '[1,2]\n[3,4]\n')).rows, [
    ['1', '2'],
    ['3', '4'],
  ]);
  assert.deepEqual((await read('object.json', '{\n"a":1}\n')).flaws, ['notList 1']);
  assert.deepEqual((await read('two.json', '{\n"a":1}\n{"a":2}\n')).flaws, ['notList 1', 'afterEnd 3']);
});

describe('a file in UTF-16', () => {
  const texts: readonly (readonly [
    text: string,
    columns: readonly string[],
    ...rows: readonly (readonly string[])[],
  ])[] = [
    ['id,n\r\n1,a\r\n', ['id', 'n'], ['1', 'a']],
    ['имя,дом\nа,б\n', ['имя', 'дом'], ['а', 'б']],
    ['όνομα;οδός\nα;β\n', ['όνομα', 'οδός'], ['α', 'β']],
    ['名前,住所\r\n"山, 田",🍞\r\n', ['名前', '住所'], ['山, 田', '🍞']],
  ];
  for (const [text, columns, ...rows] of texts)
    for (const mark of ['\uFEFF', ''])
      test(`is read${mark && ' by its mark'}: ${JSON.stringify(text)}`, async () => {
        const plain = Buffer.from(mark + text, 'utf16le');
        for (const bytes of [plain, Buffer.from(plain).swap16()])
          assert.deepEqual(await read('a.csv', bytes), { columns, rows, flaws: [] }, bytes.toString('hex'));
      });

  test('is read as NDJSON and JSON, too', async () => {
    for (const [name, text] of [
      ['a.ndjson', '{"a":1}\n'],
      ['a.json', '[{"a":1}]'],
    ] as const)
      assert.deepEqual(await read(name, Buffer.from(`\uFEFF${text}`, 'utf16le')), {
        ...{ columns: ['a'], rows: [['1']], flaws: [] },
      });
  });

  test('of many pieces has each letter, also where pieces end', async () => {
    const lines = Array.from({ length: 40_000 }, (_, row) => `${row},${'x'.repeat(row % 7)}🍞ж\n`).join('');
    const { rows, flaws } = await read('a.csv', Buffer.from(`\uFEFFid,text\n${lines}`, 'utf16le'));
    assert.deepEqual(flaws, []);
    assert.equal(rows.map((cells) => `${cells.join(',')}\n`).join(''), lines);
  });

  test('that is not text at all has no rows that could be saved', async () => {
    for (const bytes of [Buffer.from('\u0001\u0002a\u0003,\n'), Buffer.from('id,\xfc\n1,a\0\n', 'latin1')])
      for (const name of ['a.csv', 'a.json', 'a.ndjson'])
        assert.deepEqual(
          await read(name, bytes),
          { columns: [], rows: [], flaws: ['notText 1'] },
          `${name} ${bytes.toString('hex')}`,
        );
  });
});

describe('the separator of a CSV', () => {
  const read2 = async (text: string) => {
    const { columns, rows, flaws } = await read('a.csv', text);
    return [columns, ...rows, flaws];
  };

  test('is the one that a first line names', async () => {
    for (const first of ['sep=;', 'sep=;\r', '"sep=;"', 'SEP=;', '\uFEFFsep=;'])
      assert.deepEqual(await read2(`${first}\na,b;c\n1,2;3\n`), [['a,b', 'c'], ['1,2', '3'], []], first);
    assert.deepEqual(await read2('sep=^\na^b\n1^2\n'), [['a', 'b'], ['1', '2'], []]);
    assert.deepEqual(await read2('sep=;'), [[], []]);
  });

  test('leaves the lines of problems as they are in the file', async () => {
    assert.deepEqual((await read('a.csv', 'sep=;\na;b\n1;2;3\n')).flaws, ['cells 3']);
    assert.deepEqual((await read('a.csv', 'a;b\n1\n')).flaws, ['cells 2']);
  });
});

test('a control character in a cell is part of its text', async () => {
  const found = await read('a.csv', Buffer.from('id,name\n1,A\u000Bnn\u001B\n'));
  assert.deepEqual(found.flaws, []);
  assert.deepEqual(found.rows, [['1', 'A\u000Bnn\u001B']]);
  const rows = Array.from({ length: 3 }, (_, row) => [`${row}`, `x${'é'.repeat(row)}\0`, '\0']);
  const lines = ['id,name,last', ...rows.map((cells) => cells.join(','))];
  const bytes = Buffer.from(`${lines.join('\n')}\n`);
  assert.deepEqual(await read('a.csv', bytes), { columns: ['id', 'name', 'last'], rows, flaws: [] });
  assert.deepEqual((await read('a.csv', Buffer.from('id\n1\0\n2\0\n'))).rows, [['1\0'], ['2\0']]);
});

test('a row whose bytes are no letters is named, and no other letters are written in its place', async () => {
  const bytes = Buffer.concat([
    Buffer.from('id,name\n1,Zo\u00e9\n2,M'),
    Buffer.from([0xfc]),
    Buffer.from('\n3,Ann\n'),
  ]);
  await withTable('mixed.csv', bytes, async ({ table, index, scratchDirectory }: Opened) => {
    assert.deepEqual(
      index.problems.map(({ flaw, row, line }) => ({ flaw, row, line })),
      [{ flaw: 'undecodable', row: 1, line: 3 }],
    );
    const range = { from: 0, to: 3, columns: [0, 1], hasHeader: false };
    await assert.rejects(formatTsv(table, wholeFile, range, 1000), { name: 'UndecodableText' });
    const target = path.join(scratchDirectory, 'shown.csv');
    await assert.rejects(writePlainCsv(table, wholeFile, [0, 1], target), { name: 'UndecodableText' });
    const filter = { column: 1, test: 'is', value: 'Ann' } as const;
    const view = await table.view({ search: '', filters: [filter], sort: undefined }, noSignal, ignore);
    await writePlainCsv(table, view, [0, 1], `${target}.2`);
    assert.equal(await readFile(`${target}.2`, 'utf8'), 'id,name\r\n3,Ann\r\n');
  });
});

test('column names whose bytes are no letters are not written with other letters either', async () => {
  const bytes = Buffer.concat([Buffer.from('id,m'), Buffer.from([0xfc]), Buffer.from('ll\n1,Zo\u00e9\n')]);
  await withTable('mixed.csv', bytes, async ({ table, scratchDirectory }: Opened) => {
    const target = path.join(scratchDirectory, 'shown.csv');
    const range = { from: 0, to: 1, columns: [1], hasHeader: true };
    await assert.rejects(writePlainCsv(table, wholeFile, [1], target), { name: 'UndecodableText' });
    await assert.rejects(formatTsv(table, wholeFile, range, 1000), { name: 'UndecodableText' });
    await writePlainCsv(table, wholeFile, [0], `${target}.2`);
    assert.equal(await readFile(`${target}.2`, 'utf8'), 'id\r\n1\r\n');
  });
});

test('a person with a dotted key and a nested one of the same path loses neither value', async () => {
  const persons = [
    { id: '1', properties: { 'a.b': 'dot', a: { b: 'nested' } } },
    { id: '2', properties: { a: { b: 'nested2' } } },
    { id: '3', properties: { a: { b: null }, 'a.b': 3 } },
    { id: '4', properties: { 'a.b': 'x, y', a: { b: 'x, y' } } },
  ];
  const { columns, rows } = await read(
    'dots.ndjson',
    persons.map((one) => `${JSON.stringify(one)}\n`).join(''),
  );
  assert.deepEqual(columns, ['id', 'properties.a.b']);
  assert.deepEqual(rows, [
    ['1', '["dot","nested"]'],
    ['2', 'nested2'],
    ['3', '3'],
    ['4', '["x, y","x, y"]'],
  ]);
});

test('a CSV of more columns than there may be has the others in its last one', async () => {
  const cells = Array.from({ length: 2 * maxColumns }, (_, at) => `c${at}`);
  const csv = `${cells.join()}\n${cells.join()}\n1,2\n${','.repeat(3_000_000)}\n`;
  await withTable('wide.csv', csv, async ({ table, index }) => {
    assert.equal(index.columns.length, maxColumns);
    assert.deepEqual([index.columns[0], index.columns.at(-1)], ['c0', restColumn]);
    const [first, last] = await table.cells(wholeFile, 0, 1, [0, maxColumns - 1]);
    assert.deepEqual([first, last], [['c0'], [cells.slice(maxColumns - 1).join()]]);
    assert.deepEqual(
      index.problems.map(({ flaw, row, cells: count }) => `${flaw} ${row} ${count}`),
      ['columns 0 20000', 'cells 1 2', 'cells 2 3000001'],
    );
  });
});

test('persons of more properties than there may be columns have the others as JSON in the last one', async () => {
  const wide = (from: number, count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${from + at}`, { of: from + at }]));
  const persons = [
    { id: 1, ...wide(0, 12_000) },
    { id: 2, ...wide(500_000, 3), p7: { of: 'x' } },
    { id: 3, p7: null },
  ];
  await withTable('wide.json', JSON.stringify(persons), async ({ table, index }) => {
    assert.equal(index.columns.length, maxColumns);
    assert.equal(index.columns.at(-1), restColumn);
    assert.deepEqual(
      index.problems.map(({ flaw, row }) => `${flaw} ${row}`),
      ['columns 0'],
    );
    const columns = ['id', 'p7.of', restColumn].map((name) => index.columns.indexOf(name));
    const [ids, known, rest] = await table.cells(wholeFile, 0, 3, columns);
    assert.deepEqual(
      [ids, known],
      [
        ['1', '2', '3'],
        ['7', 'x', ''],
      ],
    );
    const parsed: unknown[] = (rest ?? []).map((text): unknown =>
      text === '' ? undefined : JSON.parse(text),
    );
    assert.deepEqual(Object.entries(parsed[0] ?? {}).at(-1), ['p11999', { of: 11_999 }]);
    assert.deepEqual(parsed.slice(1), [
      { p500000: { of: 500_000 }, p500001: { of: 500_001 }, p500002: { of: 500_002 } },
      undefined,
    ]);
  });
});
