// The fuzz targets: each reads bytes from a service or a person, and has rules that hold for any input.
import assert from 'node:assert/strict';
import { cursorAfter } from '#api/pages.ts';
import { requireSafeBaseUrl } from '#api/http/safeBaseUrl.ts';
import { CsvColumns, printCell, readCell } from '#exports/csv/csvColumns.ts';
import { CsvRowCounter } from '#exports/writeServiceCsv.ts';
import { flattenPerson } from '#exports/csv/flattenPerson.ts';
import { FormulaScanner } from '#exports/csv/csvFormulas.ts';
import { countCells, endOfCell } from '#exports/scan/csvScanner.ts';
import { PageScanner } from '#exports/scan/pageScanner.ts';
import { withoutLinksAndIcons } from '#host/messages/withoutLinksAndIcons.ts';
import { checkJsonObject, firstJsonError } from '#json/checkJsonObject.ts';
import { maxDepth } from '#json/tokenizer.ts';
import { formatJson } from '#json/formatJson.ts';
import { isSameValue } from '#json/sameValue.ts';
import { parseJsonTree } from '#json/jsonTree.ts';
import { displayLines, displayText } from '#text/displayText.ts';
import type { Target } from './fuzz.ts';

const jsonWords = [
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"',
  '\\',
  '\\u',
  'ud83d',
  '1e9',
  '-0',
  'true',
  'null',
  '/*',
  '//',
  '\uFEFF',
  '""',
];

/** What JSON.parse takes is taken, where it is an object of some depth, and nothing else. */
function checkJson(input: Buffer): void {
  const text = input.toString();
  for (const { offset, length } of checkJsonObject(text)) {
    assert.ok(offset >= 0 && length >= 0 && offset + length <= text.length);
  }
  const value = tryParse(text);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const isDeep = value !== undefined && /^[^[{]*([[{][^[{]*){257}/.test(text);
  if (!isDeep) assert.equal(firstJsonError(text) === undefined, isObject);
  const tree = parseJsonTree(text);
  if (!isDeep) assert.equal(tree !== undefined, value !== undefined);
  if (tree === undefined) return;
  const formatted = formatJson(text);
  assert.ok(isSameValue(text, formatted));
  assert.equal(formatJson(formatted), formatted);
}

/** A next page comes after its own one, and base URLs keep their origin. */
function checkLink(input: Buffer): void {
  const text = input.toString();
  const next = cursorAfter({ next: text, elements: 2 }, { offset: 4, limit: 2 });
  if (next !== undefined && next !== 'stuck')
    assert.ok(next.offset > 4 && next.offset <= 6 && next.limit > 0);
  const base = tryAddress(text);
  if (base === undefined) return;
  const url = new URL(`${base.origin}${base.prefix}/api/`);
  assert.equal(url.origin, base.origin);
  assert.ok(url.protocol === 'https:' || base.isLoopback);
}

/** Rows and cells are the same in whatever chunks they come; the neutral form has no formula and no other cells. */
function checkCsv(input: Buffer): void {
  const whole = countRows([input]);
  const at = input.length >> 1;
  assert.deepEqual(countRows([input.subarray(0, at), input.subarray(at)]), whole);
  assert.deepEqual(countRows(Array.from(input, (byte) => Uint8Array.of(byte))), whole);
  const neutral = neutralize(input);
  assert.deepEqual(neutralize(neutral), neutral);
  assert.deepEqual({ ...countRows([neutral]), rows: whole.rows }, whole);
  for (let start = 0; start < input.length;) {
    const end = endOfCell(input, start, input.length);
    const text = readCell(input, start, end < 0 ? input.length : end);
    const printed = Buffer.from(printCell(text));
    assert.equal(countCells(printed, 0, printed.length), 1);
    assert.equal(
      readCell(printed, 0, printed.length),
      readCell(Buffer.from(printCell(text)), 0, printed.length),
    );
    start = end < 0 ? input.length : end + 1;
  }
}

/** Persons are the same in whatever chunks a page comes, and each is a row with as many cells as there are columns. */
function checkPersons(input: Buffer): void {
  const whole = scanPage([input]);
  const at = input.length >> 1;
  assert.deepEqual(scanPage([input.subarray(0, at), input.subarray(at)]), whole);
  for (const person of whole.persons) {
    const columns = new CsvColumns();
    const cells = flattenPerson(Buffer.from(person, 'latin1'), columns);
    assert.ok([...cells.keys()].every((column) => column < columns.names.length));
    const row = Buffer.from(
      columns
        .sorted()
        .map((column) => printCell(cells.get(column)?.text ?? ''))
        .join(),
    );
    if (row.length > 0 && isJson(person))
      assert.equal(countCells(row, 0, row.length), columns.names.length, person);
  }
}

/**
 * The result has no invisible or reordering characters, is never longer than allowed, and leaves safe text
 * unchanged.
 */
function checkDisplay(input: Buffer): void {
  const text = input.toString('utf16le') + input.toString();
  for (const length of [5, 300]) {
    const shown = displayText(text, length);
    assert.ok(shown.length <= length && shown.isWellFormed());
    assert.doesNotMatch(shown, /[\p{Cc}\p{Bidi_C}\u2028\u2029\u200b\u2060\ufeff]/u);
    assert.equal(displayText(shown, length), shown);
    assert.doesNotMatch(displayLines(text, length).replaceAll('\n', ''), /[\p{Cc}\p{Bidi_C}\u2028\u2029]/u);
  }
  assert.doesNotMatch(withoutLinksAndIcons(text), /\]\(|\$\(|\[[^\]]*$/);
}

export const targets: Readonly<Record<string, Target>> = {
  json: {
    run: checkJson,
    seeds: [
      '{"a": [1, "b", {"c": null}], "d": -1.5e9}',
      '{"\\ud83d\\ude00": "\\n"} // x',
      '[[[[{}]]]]',
      '['.repeat(maxDepth),
    ],
    words: jsonWords,
  },
  link: {
    run: checkLink,
    seeds: [
      'https://own.example/prefix/api/projects/1/cohorts/?limit=2&offset=6',
      '//evil.example/api/projects/1/cohorts/?a',
      '../..',
      'http://127.0.0.1:8000/x',
    ],
    words: [
      'https://',
      'http:',
      '//',
      '@',
      '..',
      '%2e',
      '%2F',
      '\\',
      '?',
      '#',
      ':8443',
      '/prefix/',
      'offset=',
      '&limit=',
      'localhost',
      '[::1]',
    ],
  },
  csv: {
    run: checkCsv,
    seeds: ['id,name\r\n1,"a ""b"", c"\r\n2,=1+1\r\n', '\uFEFFa,b\n"x\ny",-5\n', '"', '=,＝,@,\t'],
    words: [',', '"', '""', '\r\n', '\n', '\r', '=', '＝', '\uFEFF', "'", '-5', '+1e5'],
  },
  persons: {
    run: checkPersons,
    seeds: [
      '{"next": null, "results": [{"id": "a", "n": {"x": [1, 2.50], "y": "\\u00e9,"}}, {"id": 2}]}',
      '[{"id":1},{"id":"2"}]',
      '{"id": 7, "groups": []}',
    ],
    words: [...jsonWords, '"results"', '"next"', '"id"', '"created_at"', '"2022-11-16T12:00:00Z"'],
  },
  display: {
    run: checkDisplay,
    seeds: [
      'Weekly active users (EU)',
      '👩‍❤️‍👨 می‌خواهم \u202e葛\u{e0100}',
      '[a](command:x) $(check)',
      'a\r\n\tb\0c\u2028d',
    ],
    words: [
      '\u200d',
      '\u200c',
      '\ufe0f',
      '\u202e',
      '\u2060',
      '](',
      '$(',
      '\u0301',
      '\ud83d',
      '🏴',
      'क',
      '\n',
      '\x85',
      '\u{e0041}',
    ],
  },
};

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isJson(latin1: string): boolean {
  return tryParse(Buffer.from(latin1, 'latin1').toString()) !== undefined;
}

function tryAddress(text: string) {
  try {
    return requireSafeBaseUrl(text);
  } catch {
    return undefined; // refused in a sentence
  }
}

function countRows(chunks: readonly Uint8Array[]) {
  const counter = new CsvRowCounter();
  for (const chunk of chunks) counter.push(chunk);
  return counter.end();
}

function neutralize(bytes: Uint8Array): Buffer {
  const scanner = new FormulaScanner();
  return Buffer.concat([scanner.push(bytes), scanner.end()]);
}

function scanPage(chunks: readonly Uint8Array[]) {
  const persons: string[] = [];
  const scanner = new PageScanner((person) => persons.push(Buffer.from(person).toString('latin1')));
  for (const chunk of chunks) if (!scanner.push(chunk)) break;
  return { persons, end: scanner.end() };
}
