import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type CellMarks, ownMarks } from '#exports/scan/csvScanner.ts';
import { FormulaScanner, hasFormulas, neutralText, writeNeutral } from '#exports/csv/csvFormulas.ts';
import { cases } from '../../../cases.ts';
import { volatileDir } from '../../../volatile.ts';

function neutralize(csv: string, chunkSizes: readonly number[] = [], marks?: CellMarks): string {
  const scanner = new FormulaScanner(marks);
  const bytes = Buffer.from(csv);
  const out: Uint8Array[] = [];
  let at = 0;
  for (const size of [...chunkSizes, bytes.length]) {
    out.push(scanner.push(bytes.subarray(at, at + size)));
    at += size;
  }
  out.push(scanner.end());
  return Buffer.concat(out).toString();
}

const examples: readonly (readonly [string, string, string])[] = [
  ['a formula', 'a\r\n=1+1\r\n', "a\r\n'=1+1\r\n"],
  ['a quoted formula', '"=HYPERLINK(""x"")",b', '"\'=HYPERLINK(""x"")",b'],
  ['each of the characters', '=a,+a,-a,@a,"\ta","\ra"', "'=a,'+a,'-a,'@a,\"'\ta\",\"'\ra\""],
  ['a formula behind a number', '-5,=A1', "-5,'=A1"],
  ['a formula at the very end', 'x,=1', "x,'=1"],
  ['something that only begins as a number does', '-5+cmd', "'-5+cmd"],
  ['a formula in the row behind an empty cell', 'a,\r\n=b\r\n', "a,\r\n'=b\r\n"],
  ['a lone sign', '-,+', "'-,'+"],
  ['a line feed at the start of a cell', '"\n=1",b', '"\'\n\'=1",b'],
  ['signs in full width', '＝1+1,＋1,－1,＠a', "'＝1+1,'＋1,'－1,'＠a"],
  ['a formula behind the byte order mark', '\uFEFF=1+1,b', "\uFEFF'=1+1,b"],
  ['a quoted formula behind the byte order mark', '\uFEFF"=1+1",b', '\uFEFF"\'=1+1",b'],
  ['a formula behind a mark inside the file', 'a,\uFEFF=1', "a,'\uFEFF=1"],
  ['what follows a semicolon', 'a,y;=1+1\r\nb', 'a,"y;\'=1+1"\r\nb'],
  ['a command behind a semicolon', "1,Ann;=cmd|' /C calc'!A0", "1,\"Ann;'=cmd|' /C calc'!A0\""],
  ['what follows a semicolon in quotes', '1,"x;=1+1"', '1,"x;\'=1+1"'],
  ['what follows a tab', 'a\t@x,"b\t-c"', '"a\t\'@x","b\t\'-c"'],
  ['what follows a semicolon and quotes', 'a,"b;""=1"";＋1"', 'a,"b;""\'=1"";\'＋1"'],
  ['both the start and what follows', '=a;=b', '"\'=a;\'=b"'],
  ['a line end in a cell', 'x,"a\r\n=b"', 'x,"a\r\n\'=b"'],
  ['a command behind a line end and a minus', `"a\n- cmd|' /C calc'!A0"`, `"a\n'- cmd|' /C calc'!A0"`],
  ['a command behind a line end and a plus', `"a\n+ cmd|' /C calc'!A0"`, `"a\n'+ cmd|' /C calc'!A0"`],
  ['a sign before other white space', '"a\n-\u00a0cmd|x!A0\r-\tb"', '"a\n\'-\u00a0cmd|x!A0\r\'-\tb"'],
  [
    'each line of a list that could run',
    '"- a"",\n- b\n- c(d)\n- e!f\r\n- g\n- h|i"',
    '"\'- a"",\n- b\n\'- c(d)\n\'- e!f\r\n- g\n\'- h|i"',
  ],
  ['a function in a list', '"a\n- SUM(A1)\n+ A1"', '"a\n\'- SUM(A1)\n\'+ A1"'],
  ['a line end in a file of carriage returns', 'a,b\r=1,c\r', "a,b\r'=1,c\r"],
  ['a cell that is not UTF-8', 'a;=é', '"a;\'=é"'],
  ['a number with a quote', '"-5""",b', '"\'-5""",b'],
];
const untouched = [
  '',
  'a,b\r\nc,d\r\n',
  '-5,+5,-0.5,1e9,-1E-7,.5',
  'a=b,c-d',
  '"both:\n- one\n- two\n+5\n-1"',
  '"both:\r\n- one, two\r\n- 3 / 4"',
  '"1;-2.5;x"',
  '"a"",=b"',
  ',,\n,,\n',
  ',,\r\n,,\r\n',
  '"",""',
  '\uFEFFid,name\r\n1,a\r\n',
  'a,\uFEFFb',
];

describe('the neutral form of a CSV', () => {
  it('has quotes around a cell with a semicolon or a tab, so that no spreadsheet splits it', () => {
    assert.equal(neutralize('a;b,1" x;y\tz,c\r\n'), '"a;b","1"" x;y\tz",c\r\n');
  });

  it('has its apostrophes in quotes and doubled where apostrophes quote cells', () => {
    const apostrophes = { ...ownMarks, quote: 0x27 };
    const csv = "a,=1\n'it''s',b\n'=2','x;=3'\n-5,\"=4\"\n";
    assert.equal(neutralize(csv, [], apostrophes), "a,'''=1'\n'it''s',b\n'''=2','x;''=3'\n-5,\"=4\"\n");
  });

  it('keeps bytes that are not UTF-8', () => {
    const scanner = new FormulaScanner();
    const bytes = Buffer.from('1,M\xfcller;=1\r\n', 'latin1');
    const neutral = Buffer.concat([scanner.push(bytes), scanner.end()]);
    assert.equal(neutral.toString('latin1'), '1,"M\xfcller;\'=1"\r\n');
  });

  it('has a neutral form that is itself', () => {
    const piece = fc.constantFrom('=', '-', '5', 'a', ',', '"', '\n', '\t', ';', '@', '＝');
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('');
        assert.equal(neutralText(neutralText(text)), neutralText(text));
        const cell = `"${text.replaceAll('"', '""')}"`;
        assert.equal(neutralize(neutralize(cell)), neutralize(cell));
      }),
      cases(3000),
    );
  });

  for (const [what, csv, neutral] of examples) {
    it(`puts an apostrophe before ${what}`, () => assert.equal(neutralize(csv), neutral));
  }
  for (const csv of untouched) {
    it(`leaves ${JSON.stringify(csv)} alone`, () => assert.equal(neutralize(csv), csv));
  }

  it('is the same however the file is cut into chunks', () => {
    const anyCsv = fc
      .array(fc.constantFrom('=', '-', '5', 'a', ',', '"', '\r\n', '\n', '\t', '@', 'é', '＝', '\uFEFF'))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(anyCsv, fc.array(fc.nat(4)), (csv, sizes) => {
        assert.equal(neutralize(csv, sizes), neutralize(csv));
      }),
      cases(3000),
    );
  });

  it('differs from the file by apostrophes alone, and has no dangerous cell left', () => {
    const anyCell = fc.stringMatching(/^[=+\-@a5.]{0,6}$/);
    fc.assert(
      fc.property(fc.array(anyCell, { minLength: 1 }), (cells) => {
        const neutral = neutralize(cells.join(',')).split(',');
        for (const [index, cell] of cells.entries()) {
          const isHarmless = !/^[=+\-@]/.test(cell) || /^[+-]?(\d+\.?\d*|\.\d+)$/.test(cell);
          assert.equal(neutral[index], isHarmless ? cell : `'${cell}`);
        }
      }),
      cases(3000),
    );
  });
});

it('a UTF-16 file has no neutral form, which would break its letters', async () => {
  const file = path.join(volatileDir, `utf16-${randomUUID()}.csv`);
  for (const [text, isFound] of [
    [Buffer.from('=1+1,a\r\nb,c\r\n', 'utf16le'), false],
    [Buffer.from('=1+1,a\r\nb,c\r\n'), true],
  ] as const) {
    await writeFile(file, text);
    assert.equal(await hasFormulas(file, new AbortController().signal), isFound);
  }
  await rm(file);
});

it('no property of a person keeps the formulas of others from being found', async () => {
  const file = path.join(volatileDir, `hostile-${randomUUID()}.csv`);
  const head = 'id,name,note\r\n1,"=cmd|\' /C calc\'!A0",x\r\n';
  const rows = [
    Buffer.from(`2,b,${'\x01'.repeat(40)}\r\n`),
    Buffer.from(`2,b,"${',\0'.repeat(40)}"\r\n`),
    Buffer.from(`2,b,"a${',\0'.repeat(40)}"\r\n`),
    Buffer.concat([Buffer.from('2,b,\0'), Buffer.from([0xe9]), Buffer.from('\r\n')]),
  ];
  for (const row of rows) {
    await writeFile(file, Buffer.concat([Buffer.from(head), row]));
    assert.equal(await hasFormulas(file, new AbortController().signal), true);
  }
  await rm(file);
});

it('a search for formulas and a neutral form end once they are aborted', async () => {
  const file = import.meta.filename;
  const target = path.join(volatileDir, `neutral-${randomUUID()}.csv`);
  const signal = AbortSignal.abort();
  await assert.rejects(hasFormulas(file, signal), { name: 'AbortError' });
  await assert.rejects(writeNeutral(file, target, signal), { name: 'AbortError' });
  await rm(target);
});
