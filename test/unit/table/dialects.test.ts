// Files in the dialects that people have, and what each must show.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import test, { describe } from 'node:test';
import { type ChosenDialect, type Dialect, describeDialect } from '#table/dialect.ts';
import { encodeText, type Encoding } from '#table/encodings.ts';
import { wholeFile } from '#table/openTable.ts';
import { writeRows } from '#table/writeRows.ts';
import { inEnglish } from '#text/translate.ts';
import { ignore, noSignal, readTable, rowsOf, withTable } from './tables.ts';

const encodings: readonly (readonly [name: string, encoding: Encoding, mark: string, letters: string])[] = [
  ['UTF-8', 'utf8', '', 'Žofie 山田 🍞'],
  ['UTF-8 with a mark', 'utf8', '\uFEFF', 'Žofie 山田 🍞'],
  ['UTF-16 LE with a mark', 'utf16le', '\uFEFF', 'Žofie 山田 🍞'],
  ['UTF-16 LE', 'utf16le', '', 'Žofie 山田 🍞'],
  ['UTF-16 BE with a mark', 'utf16be', '\uFEFF', 'Žofie 山田 🍞'],
  ['Windows-1252', 'windows1252', '', 'Müller “€5” – Žofie'],
];
const lineEnds = { LF: '\n', CRLF: '\r\n', CR: '\r' } as const;
const delimiters = { commas: ',', semicolons: ';', tabs: '\t', pipes: '|' };
const quotes = ['"', "'"] as const;

interface Case {
  readonly name: string;
  readonly dialect: Dialect;
  readonly bytes: Buffer;
  readonly rows: readonly (readonly string[])[];
}

/** Every delimiter in every encoding with every line end, with quotes and headers by turns. */
function* cases(): Generator<Case> {
  let turn = 0;
  for (const [delimiterName, delimiter] of Object.entries(delimiters))
    for (const [encodingName, encoding, mark, letters] of encodings)
      for (const [lineEndName, lineEnd] of Object.entries(lineEnds)) {
        const quote = quotes[turn % 2] ?? '"';
        const hasHeader = Math.floor(turn / 2) % 2 === 0;
        turn++;
        const others = Object.values(delimiters).filter((one) => one !== delimiter);
        const rows = [
          ...(hasHeader ? [['id', 'name', 'note']] : []),
          ['1', letters, `a${delimiter}b`],
          ['2', '', `${quote}${others[0]}${lineEnd}${others[1]}`],
          ['3', `x${others[0]}5`, `plain${delimiter}`],
        ];
        const decimal = delimiter === ';' ? 'byColumn' : '.';
        const dialect = {
          encoding,
          hasMark: mark !== '',
          hasSeparatorLine: false,
          delimiter,
          quote,
          hasHeader,
        };
        yield {
          name: `${delimiterName}, ${encodingName}, ${lineEndName}, ${quote}, ${hasHeader ? 'header' : 'no header'}`,
          dialect: { ...dialect, decimal, lineEnd },
          bytes: encodeText(mark + printRows(rows, delimiter, quote, lineEnd), encoding),
          rows,
        };
      }
}

function printRows(rows: Case['rows'], delimiter: string, quote: string, lineEnd: string): string {
  const needsQuotes = (text: string) => [delimiter, quote, '\r', '\n'].some((mark) => text.includes(mark));
  const cell = (text: string) =>
    needsQuotes(text) ? quote + text.replaceAll(quote, quote + quote) + quote : text;
  return rows.map((cells) => cells.map(cell).join(delimiter) + lineEnd).join('');
}

describe('a file is read in its own dialect, and its rows are written in it as they were', () => {
  for (const { name, dialect, bytes, rows } of cases())
    test(name, async () => {
      await withTable('a.csv', bytes, async ({ table, index, scratchDirectory }) => {
        assert.deepEqual(index.problems, []);
        assert.deepEqual(table.dialect, dialect);
        const [header, ...data] = dialect.hasHeader ? rows : [['', '', ''], ...rows];
        assert.deepEqual(index.columns, header);
        assert.deepEqual(await rowsOf(table), data);
        const target = path.join(scratchDirectory, 'copy');
        const all = { view: wholeFile, columns: [0, 1, 2] };
        await writeRows(table, all, target, { kind: 'csv', dialect }, noSignal);
        assert.deepEqual(await readFile(target), bytes);
      });
    });
});

describe('line ends inside of quotes are no row ends', () => {
  const texts = ['Street 1\r\nTown', 'Street 2\rTown', 'Street 3\nTown'];
  for (const [name, lineEnd] of Object.entries(lineEnds))
    for (const delimiter of Object.values(delimiters))
      for (const text of texts)
        test(`${name}, ${JSON.stringify(delimiter)}, ${JSON.stringify(text)}`, async () => {
          const rows = [
            ['id', 'name', 'address'],
            ['1', 'Ann', text],
            ['2', 'Bo, Jr.', ''],
          ];
          const all = rows.map((cells) => cells.map((cell) => `"${cell}"`).join(delimiter) + lineEnd);
          const last = rows.map(([id, , address]) => `${id}${delimiter}"${address}"${lineEnd}`);
          const [columns, ...others] = rows;
          const pairs = [columns, ...others].map((cells) => [cells?.[0], cells?.[2]]);
          for (const [file, wanted] of [
            [all, rows],
            [last, pairs],
          ] as const)
            await withTable('a.csv', file.join(''), async ({ table, index }) => {
              assert.deepEqual([index.columns, ...(await rowsOf(table))], wanted);
              assert.equal(table.dialect.lineEnd, lineEnd);
            });
        });
});

test('a byte order mark is left out of the encoding that a person selects and that has none', async () => {
  const chosen = { encoding: 'windows1252' } as const;
  await withTable(
    'a.csv',
    Buffer.from('\uFEFFa,b\n1,2\n'),
    async ({ table, index, scratchDirectory }) => {
      assert.deepEqual(index.columns, ['a', 'b']);
      const target = path.join(scratchDirectory, 'copy');
      const all = { view: wholeFile, columns: [0, 1] };
      await writeRows(table, all, target, { kind: 'csv', dialect: table.dialect }, noSignal);
      assert.equal(await readFile(target, 'latin1'), 'a,b\n1,2\n');
    },
    chosen,
  );
});

describe('letters', () => {
  const late = (row: string | Buffer) =>
    Buffer.concat([Buffer.from(`id,name\n${'1,Ann\n'.repeat(20_000)}`), Buffer.from(row)]);

  test('that come late decide the encoding as those at the beginning do', async () => {
    for (const [row, encoding, text] of [
      [encodeText('2,Müller\n', 'windows1252'), 'windows1252', 'Müller'],
      ['2,Müller\n', 'utf8', 'Müller'],
    ] as const)
      await withTable('late.csv', late(row), async ({ table, index }) => {
        assert.deepEqual([index.problems, index.dialect.encoding], [[], encoding]);
        assert.deepEqual(await table.cells({ order: undefined }, 20_000, 20_001, [1]), [[text]]);
        const query = { search: 'muller', filters: [], sort: undefined };
        const view = await table.view(query, new AbortController().signal, () => undefined);
        assert.deepEqual([...(view.order ?? [])], [20_000]);
      });
  });

  test('of another encoding than the rest are named with their line', async () => {
    const wide = 'id,name\n1,Žofie\n2,Łukasz\n';
    assert.deepEqual(
      await readTable('a.csv', Buffer.concat([Buffer.from(wide), encodeText('3,é\n', 'windows1252')])),
      {
        columns: ['id', 'name'],
        rows: [
          ['1', 'Žofie'],
          ['2', 'Łukasz'],
          ['3', '\uFFFD'],
        ],
        flaws: ['undecodable 4'],
      },
    );
    const narrow = encodeText('id,name\n1,Müller\n2,Äpfel\n3,é\n', 'windows1252');
    assert.deepEqual(await readTable('b.csv', Buffer.concat([narrow, Buffer.from('4,Zoé\n')])), {
      columns: ['id', 'name'],
      rows: [
        ['1', 'Müller'],
        ['2', 'Äpfel'],
        ['3', 'é'],
        ['4', 'ZoÃ©'],
      ],
      flaws: ['otherEncoding 5'],
    });
    const cut = encodeText('\uFEFFid,n\n1,🍞\n2,x', 'utf16le');
    assert.deepEqual(await readTable('c.csv', cut.subarray(0, -1)), {
      columns: ['id', 'n'],
      rows: [
        ['1', '🍞'],
        ['2', '\uFFFD'],
      ],
      flaws: ['undecodable 3'],
    });
    const half = encodeText('\uFEFFid,n\n1,\uD83C.\n2,x\n', 'utf16be');
    assert.deepEqual((await readTable('d.csv', half)).flaws, ['undecodable 2']);
  });

  test('are all there in Windows-1252, the controls among them too', async () => {
    const bytes = Buffer.from(Array.from({ length: 0x60 }, (_, at) => 0xa0 + at).concat([0x80, 0x9f, 0x81]));
    const file = Buffer.concat([Buffer.from('id,n\n1,'), bytes, Buffer.from('\n')]);
    const { rows } = await readTable('a.csv', file);
    assert.deepEqual(encodeText(rows[0]?.[1] ?? '', 'windows1252'), bytes);
    assert.ok(rows[0]?.[1]?.endsWith('€Ÿ\x81'));
  });
});

describe('what a person says about a file', () => {
  const read = async (text: string | Buffer, chosen: ChosenDialect) => {
    const { columns, rows } = await readTable('a.csv', text, chosen);
    return [columns, ...rows];
  };

  test('counts more than its beginning', async () => {
    assert.deepEqual(await read('a;b,c\n1;2,3\n', { delimiter: ',' }), [
      ['a;b', 'c'],
      ['1;2', '3'],
    ]);
    assert.deepEqual(await read('a^b\n1^2\n', { delimiter: '^' }), [
      ['a', 'b'],
      ['1', '2'],
    ]);
    assert.deepEqual(await read('a,b\n1,2\n', { hasHeader: false }), [
      ['', ''],
      ['a', 'b'],
      ['1', '2'],
    ]);
    assert.deepEqual(await read('1,2\n3,4\n', { hasHeader: true }), [
      ['1', '2'],
      ['3', '4'],
    ]);
    assert.deepEqual(await read('a,b\n"1,2"\n', { quote: '' }), [
      ['a', 'b'],
      ['"1', '2"'],
    ]);
    for (const lineEnd of ['\n', '\r'])
      assert.deepEqual(await read(`a\tb${lineEnd}"1\t2"${lineEnd}`, { delimiter: '\t', quote: '' }), [
        ['a', 'b'],
        ['"1', '2"'],
      ]);
    assert.deepEqual(await read('a\né\n', { encoding: 'windows1252' }), [['a'], ['Ã©']]);
    assert.deepEqual(await read(encodeText('a\né\n', 'utf16be'), { encoding: 'utf16be' }), [['a'], ['é']]);
    assert.deepEqual(await read('sep=;\na;b\n1;2\n', { delimiter: ',' }), [['a;b'], ['1;2']]);
  });

  test('is shown in words', () => {
    const dialect: Dialect = {
      ...{ encoding: 'windows1252', hasMark: false, hasSeparatorLine: false, delimiter: ';', quote: '"' },
      ...{ hasHeader: true, decimal: 'byColumn', lineEnd: '\n' },
    };
    assert.equal(describeDialect(dialect, 'csv', inEnglish), 'Semicolon · Windows-1252 · header');
    assert.equal(
      describeDialect(
        { ...dialect, delimiter: '^', hasHeader: false, quote: "'", decimal: ',' },
        'csv',
        inEnglish,
      ),
      "“^” · Windows-1252 · no header · quotes: ' · decimal comma",
    );
    assert.equal(describeDialect({ ...dialect, encoding: 'utf16be' }, 'json', inEnglish), 'UTF-16 BE');
  });
});

describe('a row of another length', () => {
  test('keeps its cells: filled ones get columns without a name, and none is glued to another', async () => {
    assert.deepEqual(await readTable('a.csv', 'a,b\n1,2,\n3,4,,5\n6\n7,8\n'), {
      columns: ['a', 'b', '', ''],
      rows: [
        ['1', '2', '', ''],
        ['3', '4', '', '5'],
        ['6', '', '', ''],
        ['7', '8', '', ''],
      ],
      flaws: ['cells 2', 'cells 3', 'cells 4'],
    });
  });

  test('is found again with what is wrong with it, as are others', async () => {
    const flawsOf = (name: string, text: string) =>
      withTable(name, text, async ({ table }) => {
        const flaws: unknown[] = [];
        await table.cells(wholeFile, 1, 9, [0], (position, { flaw, cells, columns }) =>
          flaws.push([position, flaw, cells, columns]),
        );
        return flaws;
      });
    assert.deepEqual(await flawsOf('a.csv', 'a,b\n1\n2,x,\n3,y\n4,"z\n'), [
      [1, 'cells', 3, 2],
      [3, 'openQuote', 0, 0],
    ]);
    assert.deepEqual(await flawsOf('a.csv', 'a,b\n1,"x"\n2,"y"\n3,"Hello\n4,x\n5,"Bye\n6,"two\nlines" \n'), [
      [2, 'quotes', 0, 0],
    ]);
    assert.deepEqual(await flawsOf('a.ndjson', '1\n{"a":1}\n{"a":}\n2\n'), [
      [2, 'notJson', 0, 0],
      [3, 'notObject', 0, 0],
    ]);
  });

  test('of ten thousand columns is split at its own delimiter, though it is longer than what is looked at', async () => {
    const names = Array.from({ length: 10_000 }, (_, at) => `column ${at}`);
    const text = `${names.join(';')}\n${names.map((_, at) => `${at},5`).join(';')}\n`;
    const { columns, rows, flaws } = await readTable('a.csv', text);
    assert.deepEqual([columns.length, rows[0]?.[9999], flaws], [10_000, '9999,5', []]);
  });

  test('of ten thousand columns and more has the rest in the last one', async () => {
    const cells = Array.from({ length: 10_002 }, (_, at) => String(at)).join();
    const { columns, rows, flaws } = await readTable('a.csv', `a,b\n${cells}\n${','.repeat(50_000)}\n`);
    assert.deepEqual([columns.length, columns.at(-1), flaws], [10_000, '(rest)', ['cells 2', 'cells 3']]);
    assert.equal(rows[0]?.at(-1), '9999,10000,10001');
    assert.equal(rows[1]?.join(''), '');
  });
});

test('names that come twice or are empty stay as they are', async () => {
  const { columns } = await readTable('a.csv', 'a,,a,b,\n1,2,3,4,5\n');
  assert.deepEqual(columns, ['a', '', 'a', 'b', '']);
});

test('one cell of 8 MB is one cell', async () => {
  const text = `${'x'.repeat(8_000_000)}, "" `;
  await withTable('big.csv', `a,b\n1,"${text}"\n2,3\n`, async ({ table, index }) => {
    assert.deepEqual([index.rows, index.problems], [2, []]);
    assert.equal((await table.row({ order: undefined }, 0))?.cells[1]?.text.length, text.length - 1);
  });
});

test('a search finds the quotes inside of quoted cells', async () => {
  for (const [text, search] of [
    ["a,b\n'it''s fine','x'\n'other','y'\n", "it's"],
    ['a,b\n"a ""good"" one","x"\n"other","y"\n', '"good"'],
    ['a,b\n"it\'s fine","x"\n"other","y"\n', "it's"],
  ] as const)
    await withTable('a.csv', text, async ({ table }) => {
      const view = await table.view({ search, filters: [], sort: undefined }, noSignal, ignore);
      assert.deepEqual([...(view.order ?? [])], [0], text);
    });
});

describe('decimal commas', () => {
  const csv = 'price;mixed;grouped\n10,5;1,5;1.234,5\n9,25;x;999\n-2;2;-1.000.000\n';
  const find = (text: string, query: object, chosen?: ChosenDialect) =>
    withTable(
      'a.csv',
      text,
      async ({ table }) => {
        const all = { search: '', filters: [], sort: undefined };
        const view = await table.view({ ...all, ...query }, noSignal, ignore);
        return [...(view.order ?? [])];
      },
      chosen,
    );
  const sortedBy = (column: number) => ({ sort: { column, isDescending: false } });
  const atLeast = (column: number, value: string) => ({ filters: [{ column, test: 'atLeast', value }] });

  test('are numbers where semicolons are between cells and the whole column has such numbers', async () => {
    assert.deepEqual(await find(csv, sortedBy(0)), [2, 1, 0]);
    assert.deepEqual(await find(csv, atLeast(0, '9,3')), [0]);
    assert.deepEqual(await find(csv, atLeast(0, '9.3')), [0]);
    assert.deepEqual(await find(csv, sortedBy(2)), [2, 1, 0]);
    assert.deepEqual(await find(csv, atLeast(2, '1.000')), [0]);
    assert.deepEqual(await find(csv, sortedBy(1)), [2, 0, 1], '1,5 is a text beside x');
  });

  test('need no digit before the comma and may have an exponent, as those with a point', async () => {
    assert.deepEqual(await find('a;b\n,5;x\n1,2;x\n-,25;x\n', sortedBy(0)), [2, 0, 1]);
    assert.deepEqual(await find('a;b\n1,5e-7;x\n1E5;x\n-2,5E+03;x\n', sortedBy(0)), [2, 0, 1]);
    assert.deepEqual(await find('a;b\n1,5;x\n10;x\n1.234e5;x\n', sortedBy(0)), [1, 2, 0], 'texts');
    const points = 'a,b\n.5,x\n1.2,x\n-.25,x\n.,x\n';
    assert.deepEqual(await find(points, sortedBy(0)), [2, 0, 1, 3]);
    assert.deepEqual(await find(points, atLeast(0, '.4')), [0, 1]);
  });

  test('are numbers where a person says so, and texts where they deny it', async () => {
    assert.deepEqual(await find(csv, sortedBy(1), { decimal: ',' }), [0, 2, 1]);
    assert.deepEqual(await find(csv, sortedBy(0), { decimal: '.' }), [2, 0, 1]);
    const tabs = 'a\n10,5\n9,25\n';
    assert.deepEqual(await find(tabs, sortedBy(0), { delimiter: '\t' }), [0, 1]);
    assert.deepEqual(await find(tabs, sortedBy(0), { delimiter: '\t', decimal: ',' }), [1, 0]);
  });

  test('are summarized as numbers, with the texts of their cells', async () => {
    await withTable('a.csv', csv, async ({ table }) => {
      await table.view({ search: '', filters: [], sort: undefined }, noSignal, ignore);
      const { kind, mean, least, most, bins } = await table.summarize(0, noSignal, ignore);
      assert.deepEqual({ kind, least, most }, { kind: 'number', least: '-2', most: '10,5' });
      assert.equal(mean, 17.75 / 3);
      assert.equal(
        bins.reduce((sum, { count }) => sum + count, 0),
        3,
      );
      const of = {
        search: '',
        filters: [{ column: 2, test: 'atMost', value: '1.234,5' }],
        sort: undefined,
      } as const;
      assert.equal(table.rowsOf(await table.view(of, noSignal, ignore)), 3);
    });
  });

  test('of long numbers are compared by all their digits', async () => {
    const low = '2916334247900527532,25';
    const high = '2916334247900527532,5';
    assert.deepEqual(await find(`n;m\n${high};1\n${low};2\n`, sortedBy(0)), [1, 0]);
    assert.deepEqual(await find(`n;m\n${high};1\n${low};2\n`, atLeast(0, high)), [0]);
  });
});
