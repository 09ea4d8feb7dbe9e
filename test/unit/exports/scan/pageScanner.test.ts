import assert from 'node:assert/strict';
import test from 'node:test';
import * as fc from 'fast-check';
import { PageScanner } from '#exports/scan/pageScanner.ts';
import type { PageEnd } from '#exports/scan/pageScanner.ts';
import { cuts, cutUp } from './chunks.ts';
import { cases } from '../../../cases.ts';

const value = fc.jsonValue({ maxDepth: 4 });
const spacing = fc.constantFrom(undefined, 1, '\t', '\r\n');

function scan(chunks: readonly Uint8Array[]): { readonly end: PageEnd; readonly elements: string[] } {
  const elements: string[] = [];
  const scanner = new PageScanner((element) => elements.push(Buffer.from(element).toString()));
  for (const chunk of chunks) scanner.push(chunk);
  return { end: scanner.end(), elements };
}

function scanText(text: string) {
  return scan([Buffer.from(text)]);
}

/** The fields of a page around `results`, in any order, with deceptive values. */
const page = fc
  .record({
    results: fc.array(value, { maxLength: 8 }),
    next: fc.option(fc.string()),
    before: fc.dictionary(fc.string(), value, { maxKeys: 3 }),
    after: fc.dictionary(fc.string(), value, { maxKeys: 3 }),
    isNextFirst: fc.boolean(),
  })
  .map(({ results, next, before, after, isNextFirst }) => {
    const drop = (extra: Record<string, unknown>) =>
      Object.entries(extra).filter(([name]) => name !== 'results' && name !== 'next');
    const own: [string, unknown][] = [
      ['results', results],
      ['next', next],
    ];
    if (isNextFirst) own.reverse();
    return { results, next, fields: [...drop(before), ...own, ...drop(after)] };
  });

function print(fields: readonly (readonly [string, unknown])[], indent: string | number | undefined): string {
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)} : ${JSON.stringify(field, null, indent)}`).join(' ,\n')}}`;
}

test('a page gives its elements byte for byte and its next, wherever the chunks are cut', () => {
  fc.assert(
    fc.property(page, spacing, cuts, ({ results, next, fields }, indent, lengths) => {
      const { end, elements } = scan(cutUp(Buffer.from(print(fields, indent)), lengths));
      const oracle = results.map((result) => JSON.stringify(result, null, indent));
      assert.deepEqual(
        elements.map((element) => JSON.stringify(JSON.parse(element), null, indent)),
        oracle,
      );
      const expected = { kind: 'page', isWhole: true, next: next ?? undefined, elements: results.length };
      assert.deepEqual(end, expected);
    }),
    cases(2000),
  );
});

test('a value with line ends is reported as such, wherever the chunks are cut, and no value of a text without any', () => {
  const lineEnd = fc.constantFrom('', '\n', '\r', '\r\n');
  const elementTexts = fc
    .tuple(value, lineEnd)
    .map(([element, end]) => JSON.stringify(element, null, 1).replaceAll('\n', end));
  fc.assert(
    fc.property(fc.array(elementTexts, { maxLength: 8 }), cuts, (texts, lengths) => {
      const whole = `[${texts.join(',')}]`;
      const scanner = new PageScanner((element, mayHaveLineEnds) => {
        const hasLineEnds = /[\r\n]/.test(Buffer.from(element).toString());
        if (hasLineEnds || !/[\r\n]/.test(whole)) assert.equal(mayHaveLineEnds, hasLineEnds);
      });
      for (const chunk of cutUp(Buffer.from(whole), lengths)) scanner.push(chunk);
      assert.equal(scanner.end().elements, texts.length);
    }),
    cases(1000),
  );
});

test('a page that is cut off anywhere never counts as whole, and yields only whole elements', () => {
  fc.assert(
    fc.property(page, cuts, fc.nat(), ({ results, fields }, lengths, cutAt) => {
      const whole = Buffer.from(print(fields, undefined));
      const { end, elements } = scan(cutUp(whole.subarray(0, cutAt % whole.length), lengths));
      assert.equal(end.isWhole, false);
      const given = elements.map((element) => JSON.stringify(JSON.parse(element)));
      assert.deepEqual(
        given,
        results.slice(0, given.length).map((result) => JSON.stringify(result)),
      );
    }),
    cases(1000),
  );
});

test('a bare list is a list of persons', () => {
  const { end, elements } = scanText(' [ {"id": 1}, [2], "a,]", 3 , null]\n');
  assert.deepEqual(elements, ['{"id": 1}', '[2]', '"a,]"', '3', 'null']);
  assert.deepEqual(end, { kind: 'list', isWhole: true, next: undefined, elements: 5 });
});

test('an object without a list under results is an object, and its nested results are not taken for persons', () => {
  for (const text of [
    '{"id": 1, "name": "results"}',
    '{"results": null}',
    '{"a": {"results": [1]}}',
    '{"results": {"b": [1]}}',
  ]) {
    const { end, elements } = scanText(text);
    assert.deepEqual([end.kind, end.isWhole, elements], ['object', true, []], text);
  }
});

test('anything that is no JSON object or list is recognized, also after one', () => {
  assert.equal(scanText('<!doctype html>').end.kind, 'other');
  assert.equal(scanText('"text"').end.kind, 'other');
  assert.deepEqual(
    [scanText('{"results": []} oops').end.kind, scanText('{"results": []} oops').end.isWhole],
    ['other', false],
  );
  assert.equal(scanText('').end.kind, 'nothing');
});

test('a byte order mark and escaped quotes are read correctly', () => {
  const { elements, end } = scanText(
    String.raw`${'\uFEFF'}{"results":[{"a":"\\\"}]"},{"b\\":"\\"}],"next":"\u0061\/b"}`,
  );
  assert.deepEqual(elements, [String.raw`{"a":"\\\"}]"}`, String.raw`{"b\\":"\\"}`]);
  assert.deepEqual([end.kind, end.isWhole, end.next], ['page', true, 'a/b']);
});
