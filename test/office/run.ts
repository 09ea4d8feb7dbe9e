// npm run office: files of each kind that a table writes, opened in LibreOffice, and their cells compared.
// It needs `soffice` on the PATH, as of Debian's libreoffice-calc, and says so if it is missing.
import assert from 'node:assert/strict';
import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { buildDir, command, run, SetupFailure } from '../../.scripts/processes.ts';
import type { Dialect } from '#table/dialect.ts';
import type { WrittenForm } from '#table/shownTables.ts';
import { writeRows } from '#table/writeRows.ts';
import { wholeFile } from '#table/openTable.ts';
import { noSignal, plainDialect, withTable } from '../unit/table/tables.ts';

const folder = path.join(buildDir, 'office');

const rows: readonly (readonly string[])[] = [
  ['user_id', 'name', 'note', 'amount'],
  ['2916334247900527532', 'Müller, Zoé', 'two\nlines', '1.5'],
  ['007', '5" pipe; "x"', '=1+1', '-12.25'],
  ['3', '', "=cmd|' /C calc'!A0", '1000000'],
  ['4', 'a\tb|c', '+SUM(A1)', '0.1'],
];
/** A program that splits otherwise still runs none of it. */
const neutral: readonly (readonly string[])[] = rows.map((cells) =>
  cells.map((text) => (/^[=+]/.test(text) ? `'${text}` : text)),
);

interface Case {
  readonly name: string;
  readonly form: WrittenForm;
  /** How LibreOffice is told to read it; undefined where the file says all. */
  readonly filter: string | undefined;
  readonly expected: typeof rows;
}

const csv = (changes: Partial<Dialect>, isNeutral = false): WrittenForm => ({
  kind: 'csv',
  dialect: { ...plainDialect, ...changes },
  isNeutral,
});

/** LibreOffice's numbers for encodings. */
const charsets = { utf8: 76, windows1252: 1, utf16: 65_535 };
/** Each column as text, so that nothing of it is taken for a number. */
const asTexts = '1/2/2/2/3/2/4/2';
const filterOf = (delimiter: string, charset: number, columns = asTexts) =>
  `CSV:${delimiter.charCodeAt(0)},34,${charset},1,${columns}`;

const cases: readonly Case[] = [
  { name: 'comma.csv', form: csv({}), filter: filterOf(',', charsets.utf8), expected: rows },
  {
    name: 'semicolon.csv',
    form: csv({ delimiter: ';', hasMark: true }),
    filter: filterOf(';', charsets.utf8),
    expected: rows,
  },
  {
    name: 'windows1252.csv',
    form: csv({ delimiter: ';', encoding: 'windows1252' }),
    filter: filterOf(';', charsets.windows1252),
    expected: rows,
  },
  {
    name: 'utf16.csv',
    form: csv({ delimiter: '|', encoding: 'utf16le', hasMark: true }),
    filter: filterOf('|', charsets.utf16),
    expected: rows,
  },
  { name: 'tab.tsv', form: csv({ delimiter: '\t' }), filter: filterOf('\t', charsets.utf8), expected: rows },
  // As people open them: what looks like a formula would run.
  {
    name: 'neutral.csv',
    form: csv({}, true),
    filter: filterOf(',', charsets.utf8, '1/2'),
    expected: neutral,
  },
  {
    name: 'neutralSemicolon.csv',
    form: csv({ delimiter: ';' }, true),
    filter: filterOf(';', charsets.utf8, '1/2'),
    expected: neutral,
  },
  { name: 'workbook.xlsx', form: { kind: 'xlsx' }, filter: undefined, expected: rows },
];

await command(async () => {
  const { code } = await run('soffice', ['--version']).catch(() => ({ code: -1 }));
  if (code !== 0)
    throw new SetupFailure('LibreOffice is missing: install libreoffice-calc, then run this again.');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  let failed = 0;
  for (const one of cases) {
    try {
      await write(one);
      assert.deepEqual(parseCsv(await convert(one)), one.expected);
      console.log(`✔ ${one.name}`);
    } catch (error) {
      failed++;
      console.log(`✖ ${one.name}\n${error instanceof Error ? error.message : String(error)}`);
    }
  }
  console.log(`${cases.length - failed} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
});

async function write({ name, form }: Case): Promise<void> {
  const source = rows
    .map((cells) => `${cells.map((text) => `"${text.replaceAll('"', '""')}"`).join()}\n`)
    .join('');
  await withTable('source.csv', source, ({ table }) =>
    writeRows(table, { view: wholeFile, columns: [0, 1, 2, 3] }, path.join(folder, name), form, noSignal),
  );
}

/** What LibreOffice shows, as plain CSV. */
async function convert({ name, filter }: Case): Promise<string> {
  const output = path.join(folder, 'read', name);
  const options = ['--headless', '--norestore', `-env:UserInstallation=file://${folder}/profile`];
  const read = filter === undefined ? [] : [`--infilter=${filter}`];
  // Commas, quotes, UTF-8, all cells as they are shown.
  const written = [
    '--convert-to',
    'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true',
    '--outdir',
    output,
  ];
  const { code, output: printed } = await run('soffice', [
    ...options,
    ...read,
    ...written,
    path.join(folder, name),
  ]);
  if (code !== 0) throw new Error(printed);
  return readFile(path.join(output, `${path.parse(name).name}.csv`), 'utf8');
}

/** Plain RFC 4180, on its own so that no mistake of the product hides here. */
function parseCsv(text: string): string[][] {
  const parsed: string[][] = [[]];
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n|$)/g)) {
    parsed.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '\n') parsed.push([]);
    if (end === '') break;
  }
  parsed.pop();
  return parsed;
}
