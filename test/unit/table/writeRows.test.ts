// The rows of a table as files of each kind.
import assert from 'node:assert/strict';
import { readFile, rename, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import test, { describe } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import { wholeFile } from '#table/openTable.ts';
import type { WrittenForm } from '#table/shownTables.ts';
import { shownTableOf, writeRows } from '#table/writeRows.ts';
import { noSignal, plainDialect, withTable, writePlainCsv } from './tables.ts';

/** What is written of a file, and how many formulas are found in it. */
const write = (name: string, content: string | Buffer, form: WrittenForm, columns?: readonly number[]) =>
  withTable(name, content, async ({ table, scratchDirectory }) => {
    const target = path.join(scratchDirectory, 'written');
    const part = { view: wholeFile, columns: columns ?? [...table.columns.keys()] };
    const formulas = await writeRows(table, part, target, form, noSignal);
    return { bytes: await readFile(target), formulas };
  });

const csvOf = async (content: string, dialect: object, isNeutral = false) => {
  const form = { kind: 'csv', dialect: { ...plainDialect, ...dialect }, isNeutral } as const;
  return (await write('a.csv', content, form)).bytes.toString();
};

describe('rows as CSV', () => {
  const rows = 'id;note\n1;"a;b"\n2;c,d\n';

  test('are written in the dialect that is picked', async () => {
    assert.equal(await csvOf(rows, {}), 'id,note\r\n1,a;b\r\n2,"c,d"\r\n');
    assert.equal(await csvOf(rows, { delimiter: '\t', lineEnd: '\n' }), 'id\tnote\n1\ta;b\n2\tc,d\n');
    assert.equal(
      await csvOf(rows, { delimiter: ';', hasMark: true, hasSeparatorLine: true, hasHeader: false }),
      '\uFEFFsep=;\r\n1;"a;b"\r\n2;c,d\r\n',
    );
    assert.equal(await csvOf('a\n""\n"x"\n', {}), 'a\r\n""\r\nx\r\n');
    assert.equal(await csvOf('a\n""\n"x"\n', { quote: "'" }), "a\r\n''\r\nx\r\n");
  });

  test('have decimal commas in columns of numbers if such a dialect is picked', async () => {
    const commas = { delimiter: ';', decimal: ',' };
    const content = 'n,m,version,ip\n1.5,1e-7,1.5,1.2\n-1.234,7,1.5.2,\n,2.5E+3,2,1.2.3.4\n';
    assert.equal(
      await csvOf(content, commas),
      'n;m;version;ip\r\n1,5;1e-7;1.5;1.2\r\n-1,234;7;1.5.2;\r\n;2,5E+3;2;1.2.3.4\r\n',
    );
    const short = 'n,id\n.5,007.5\n-.25,1.5\n1.5e-7,1\n-.5E7,1\n';
    assert.equal(await csvOf(short, commas), 'n;id\r\n,5;007.5\r\n-,25;1.5\r\n1,5e-7;1\r\n-,5E7;1\r\n');
    const own = 'n;m\n1,5;1.500\n;2,5\n';
    assert.equal(await csvOf(own, commas), own.replaceAll('\n', '\r\n'));
  });

  test('name a letter that the encoding does not have', async () => {
    const windows1252 = { kind: 'csv', dialect: { ...plainDialect, encoding: 'windows1252' } } as const;
    await assert.rejects(write('a.csv', 'a,b\n1,Žofie € Łukasz\n', windows1252), {
      name: 'UnencodableText',
      letter: 'Ł',
    });
    const { bytes } = await write('a.csv', 'a,b\n1,Žofie €\n', windows1252);
    assert.equal(bytes.toString('latin1'), 'a,b\r\n1,\x8eofie \x80\r\n');
  });

  test('count formulas, and are neutral for programs that split them otherwise', async () => {
    const form = { kind: 'csv', dialect: { ...plainDialect, delimiter: ';' } } as const;
    const formulas = 'a;b\n=1+1;"x,=2"\n-1,5;y\n';
    const { bytes, formulas: count } = await write('a.csv', formulas, form);
    assert.deepEqual([bytes.toString(), count], ['a;b\r\n=1+1;x,=2\r\n-1,5;y\r\n', 2]);
    assert.equal(await csvOf(formulas, { delimiter: ';' }, true), `a;b\r\n'=1+1;"x,'=2"\r\n"-1,5";y\r\n`);
  });
});

test('rows of a file that was written to after it was opened are not saved', async () => {
  const big = `a,b\n${'1,2\n'.repeat(50_000)}`;
  await withTable('a.csv', big, async ({ table, file, scratchDirectory }) => {
    const save = (name: string) => writePlainCsv(table, wholeFile, [0, 1], path.join(scratchDirectory, name));
    await rename(file, `${file}.old`); // as many programs save: the table still has what it shows
    await writeFile(file, 'c\n');
    await save('1');
    await truncate(`${file}.old`, 1000);
    await assert.rejects(save('2'), { name: 'OverwrittenFile' });
  });
});

describe('rows as NDJSON', () => {
  const ndjson = async (name: string, content: string, columns?: readonly number[]) =>
    (await write(name, content, { kind: 'ndjson' }, columns)).bytes.toString();

  test('are objects whose names are told apart', async () => {
    assert.equal(
      await ndjson('a.csv', 'a,,a,a (2)\n1,2,3,4\n,x,,\n'),
      '{"a":"1","column 2":"2","a (3)":"3","a (2)":"4"}\n{"column 2":"x"}\n',
    );
  });

  test('have their columns in their order, also those whose names are numbers', async () => {
    const csv = 'country,2021,2020,__proto__\nDE,1,2,3\n';
    assert.equal(await ndjson('a.csv', csv), '{"country":"DE","2021":"1","2020":"2","__proto__":"3"}\n');
  });

  test('of JSON are the same values, but for hidden columns', async () => {
    const json = '[\n {"id": 12345678901234567890,\n "a": {"b": 1.0}},\n {"id": "x\\n"}\n]\n';
    assert.equal(
      await ndjson('a.json', json),
      '{"id": 12345678901234567890, "a": {"b": 1.0}}\n{"id": "x\\n"}\n',
    );
    assert.equal(await ndjson('a.json', json, [0]), '{"id":"12345678901234567890"}\n{"id":"x\\n"}\n');
  });

  test('are known beforehand to keep the values of JSON, or to be texts', async () => {
    const keepsJson = (name: string, content: string, columns?: readonly number[]) =>
      withTable(name, content, async ({ table }) => shownTableOf(table, wholeFile, columns).keepsJson);
    const json = '{"id":1,"a":2}\n';
    assert.deepEqual(await keepsJson('a.ndjson', json), { shown: true, all: true });
    assert.deepEqual(await keepsJson('a.ndjson', json, [0]), { shown: false, all: true });
    const flawed = `${json}{"id":\n`;
    assert.deepEqual(await keepsJson('a.ndjson', flawed), { shown: false, all: false });
    assert.match(await ndjson('a.ndjson', flawed), /^{"id":"1","a":"2"}\n/);
    assert.deepEqual(await keepsJson('a.csv', 'id,a\n1,2\n'), { shown: false, all: false });
  });
});

describe('rows as a workbook of Excel', () => {
  const sheet = async (content: string) => {
    const { bytes } = await write('a.csv', content, { kind: 'xlsx' });
    const xml = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? assert.fail());
    return [...xml.matchAll(/<row r="\d+">(.*?)<\/row>/gs)].map(([, cells = '']) => {
      const row: (string | number | null)[] = [];
      for (const [, letter = '', number, text] of cells.matchAll(
        /<c r="([A-Z])\d+"(?:><v>(.*?)<\/v>| t="inlineStr"><is><t(?: xml:space="preserve")?>(.*?)<\/t><\/is>)<\/c>/gs,
      ))
        row[letter.charCodeAt(0) - 'A'.charCodeAt(0)] = number === undefined ? (text ?? '') : Number(number);
      return Array.from(row, (cell) => cell ?? null);
    });
  };

  test('have numbers only where Excel keeps them as they are', async () => {
    assert.deepEqual(
      await sheet(
        'user_id,n,text\n1,1.5,=1+1\n2,1.50,007\n3,123456789012345,1234567890123456\n4,-3,1e5\n,0,2024-01-31\n',
      ),
      [
        ['user_id', 'n', 'text'],
        ['1', 1.5, '=1+1'],
        ['2', '1.50', '007'],
        ['3', 123_456_789_012_345, '1234567890123456'],
        ['4', -3, '1e5'],
        [null, 0, '2024-01-31'],
      ],
    );
  });

  test('have the numbers of columns whose names only end as IDs do', async () => {
    assert.deepEqual(await sheet('paid,void,ownerId,cohort IDs\n5,6,7,8\n'), [
      ['paid', 'void', 'ownerId', 'cohort IDs'],
      [5, 6, '7', '8'],
    ]);
  });

  test('have the numbers of columns with decimal commas', async () => {
    assert.deepEqual(await sheet('a;b;c;d\n1.234,5;1,5;1.5;1.000\n-7;x;2.25;2\n0,25;1.234,5;;\n'), [
      ['a', 'b', 'c', 'd'],
      [1234.5, '1,5', 1.5, '1.000'],
      [-7, 'x', 2.25, 2],
      [0.25, '1.234,5'],
    ]);
  });

  test('keep every letter, also those that XML does not have', async () => {
    assert.deepEqual(await sheet('name,b\n"<&> ""x""\n_x0041_",\u000b é 🍞\n'), [
      ['name', 'b'],
      ['&lt;&amp;&gt; "x"\n_x005F_x0041_', '_x000B_ é 🍞'],
    ]);
  });

  test('without a header have none', async () => {
    assert.deepEqual(await sheet('1,2\n3,4\n'), [
      [1, 2],
      [3, 4],
    ]);
  });

  test('are refused where Excel would not take all of them', async () => {
    await assert.rejects(write('a.csv', `a,b\n1,${'x'.repeat(32_768)}\n`, { kind: 'xlsx' }), {
      name: 'TooMuchForExcel',
      kind: 'cell',
      row: 2,
    });
  });
});
