// What the beginning of a file says of its rows: what is between their cells, what ends them, and whether the first has names.
import assert from 'node:assert/strict';
import test, { describe } from 'node:test';
import { isHeader } from '#table/dialect.ts';
import { encodeText } from '#table/encodings.ts';
import { readTable } from './tables.ts';

describe('commas that are between no cells', () => {
  const files: readonly (readonly [name: string, text: string, columns: string[], rows: string[][]])[] = [
    [
      'decimals beside semicolons',
      '1,5;2,5\n3,5;4,5\n',
      ['', ''],
      [
        ['1,5', '2,5'],
        ['3,5', '4,5'],
      ],
    ],
    [
      'amounts of money',
      '1.234,50 €;5 %\n2,00 €;6 %\n',
      ['', ''],
      [
        ['1.234,50 €', '5 %'],
        ['2,00 €', '6 %'],
      ],
    ],
    [
      'names of columns',
      'Preis, netto;Zahl\n1,5;2\n3,5;4\n',
      ['Preis, netto', 'Zahl'],
      [
        ['1,5', '2'],
        ['3,5', '4'],
      ],
    ],
    [
      'names before tabs',
      'Doe, Jo\t5\nRoe, Al\t6\n',
      ['', ''],
      [
        ['Doe, Jo', '5'],
        ['Roe, Al', '6'],
      ],
    ],
    ['one column of decimals', 'v\n1,5\n22,5\n', ['v'], [['1,5'], ['22,5']]],
    ['one column of small decimals', 'v\n1,5e-7\n22,5E-07\n', ['v'], [['1,5e-7'], ['22,5E-07']]],
    ['one column of sentences', 'v\nOh, no\nyes\n', ['v'], [['Oh, no'], ['yes']]],
    [
      'those that separate',
      '1,a;b\n2,c;d\n',
      ['', ''],
      [
        ['1', 'a;b'],
        ['2', 'c;d'],
      ],
    ],
    ['those of a row that is too long', 'v\nx,y\n', ['v', ''], [['x', 'y']]],
  ];
  for (const [name, text, columns, rows] of files)
    test(`or are: ${name}`, async () => {
      const found = await readTable('a.csv', text);
      assert.deepEqual([found.columns, found.rows], [columns, rows]);
    });
});

test('a line that ends with two carriage returns and a line feed has none of them in its cells', async () => {
  for (const encoding of ['utf8', 'utf16le'] as const)
    for (const quote of ['', '"']) {
      const lines = ['sep=;', `a;${quote}b${quote}`, `1;${quote}x${quote}`, '', `"\r\r\n";${quote}y${quote}`];
      const { columns, rows, flaws } = await readTable('a.csv', encodeText(lines.join('\r\r\n'), encoding));
      assert.deepEqual(
        [columns, rows, flaws],
        [
          ['a', 'b'],
          [
            ['1', 'x'],
            ['\r\r\n', 'y'],
          ],
          [],
        ],
      );
    }
});

describe('a first row', () => {
  const rows: readonly (readonly [isHeader: boolean, ...rows: string[]])[] = [
    [true, 'id,name', '1,Ann'],
    [true, 'name,plan', 'Ann,free', 'Bo,pro'],
    [true, 'country,2020,2021', 'DE,1,2', 'FR,3,4'],
    [true, 'id,2020-01-01', '1,5'],
    [true, '', '1'],
    [true, 'id'],
    [true, '2020,Ann', '2021,Bo'],
    [false, '1,2,3', '4,5,6'],
    [false, '1,2,3'],
    [false, '1,Ann,2024-01-31', '2,Bo,2024-02-01'],
    [false, 'Ann,ann@example.com', 'Bo,bo@example.com'],
    [false, '2020,5', '2021,6'],
    [false, '31.01.2024,1', '01.02.2024,2'],
    [false, '1.5,x', '-2e3,y'],
    [false, '$1.50,9 %', '$2.50,8 %'],
    [false, '0190f9a1-0000-7000-8000-000000000001,Ann', '0190f9a1-0000-7000-8000-000000000002,Bo'],
  ];
  for (const [expected, ...lines] of rows)
    test(`${expected ? 'names columns' : 'is data'}: ${lines.join(' / ')}`, () => {
      assert.equal(isHeader(lines.map((line) => line.split(','))), expected);
    });
});
