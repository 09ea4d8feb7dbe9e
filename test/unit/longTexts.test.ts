// Long texts from a service, a file or a person that once took quadratic time: with a million signs, a slow pattern does not
// end. The linter finds what is slow by itself; these are the places that it found, and those that it cannot see.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cursorAfter } from '#api/pages.ts';
import { requireSafeBaseUrl } from '#api/http/safeBaseUrl.ts';
import { CsvColumns } from '#exports/csv/csvColumns.ts';
import { neutralText } from '#exports/csv/csvFormulas.ts';
import { createLog } from '#host/log.ts';
import { computedAt } from '#insights/readTile.ts';
import { longNumberText, parseKeepingLong } from '#json/longNumbers.ts';
import { parseServiceAddress } from '#model/connections/parseServiceAddress.ts';
import { escapeMarkdown, markdownToText } from '#text/escapeMarkdown.ts';
import { parseTags } from '#text/parseTags.ts';

const many = 1_000_000;
const slashes = '/'.repeat(many);

function logged(message: string): string {
  let line = '';
  const write = (entry: string) => void (line = entry);
  createLog({ debug: write, info: write, warn: write, error: write, show: () => undefined }).warn(
    'x',
    new Error(message),
  );
  return line;
}

describe('a long text', () => {
  it('as the address of a next page leads nowhere', () => {
    const from = { offset: 0, limit: 2 };
    assert.equal(cursorAfter({ next: `http://h${slashes}x`, elements: 2 }, from), 'stuck');
    assert.equal(cursorAfter({ next: `${slashes}?offset=${'9'.repeat(many)}`, elements: 2 }, from), 'stuck');
  });

  it('as an address has no slashes at its end', () => {
    assert.equal(requireSafeBaseUrl(`https://own.example/a${slashes}`).prefix, '/a');
    assert.equal(requireSafeBaseUrl(`https://own.example${slashes}a`).prefix, `${slashes}a`);
    assert.deepEqual(parseServiceAddress(`https://own.example${slashes}a`), {
      ok: false,
      problem: 'notAnAddress',
    });
  });

  it('as the time of a result is no time', () => {
    for (const text of [' '.repeat(many), 'T'.repeat(many), `2024-01-01${' '.repeat(many)}Z+`])
      assert.equal(computedAt({ last_refresh: `x${text}` }), undefined);
    assert.equal(computedAt({ last_refresh: '2024-01-01 00:00:00Z' }), Date.UTC(2024, 0, 1));
  });

  for (const piece of ['[', '![', '[a](', '*', '*a ', '_a ', '`a ', '**a ', '__a', '\\', '```', '&', '\n'])
    it(`in Markdown is read, and stays where nothing is closed: ${JSON.stringify(piece)}`, () => {
      const text = markdownToText(`a ${piece.repeat(many / 4)}`);
      assert.equal(text.slice(0, 1), 'a');
      assert.equal(markdownToText(`**b** ${piece.repeat(many / 4)}\n[c](d)`).slice(0, 1), 'b');
    });

  it('as tags is one of them, or none', () => {
    assert.deepEqual(parseTags(`${' '.repeat(many)}a`), ['a']);
    assert.deepEqual(parseTags(' '.repeat(many)), []);
    assert.deepEqual(parseTags(`a,${'"'.repeat(many)}b`).length, 2);
  });

  it('of spaces is escaped one by one', () => {
    assert.equal(escapeMarkdown(`a${' '.repeat(many)}b`), `a${'&nbsp;'.repeat(many)}b`);
    assert.equal(escapeMarkdown(' a b '), '&nbsp;a b&nbsp;');
  });

  it('of digits is no number that a spreadsheet would take', () => {
    const number = `-${'1'.repeat(many)}`;
    assert.equal(neutralText(number), number);
    assert.equal(neutralText(`${number}x`), `'${number}x`);
  });

  it('of long numbers keeps the digits of each', () => {
    const number = '12345678901234567890';
    const numbers = Array(many / 10).fill(number);
    const values: unknown = parseKeepingLong(`[${numbers.join()}${' '.repeat(20 * many)}]`);
    assert.ok(Array.isArray(values));
    assert.deepEqual(values.map(longNumberText), numbers);
  });

  it('of dots is the name of a column', () => {
    const columns = new CsvColumns();
    const names = Array.from({ length: 10 }, (_, at) => `${'.'.repeat(many)}${at}`);
    for (const name of names) columns.add(name);
    assert.deepEqual(columns.names, names);
    assert.ok(columns.isPath('.'.repeat(many - 1)));
  });

  it('of addresses is logged without a query', () => {
    assert.doesNotMatch(logged('http://'.repeat(many / 4)), /\?/);
    assert.match(logged('to https://a.example/b?c=d e'), /to https:\/\/a\.example\/b e/);
  });
});
