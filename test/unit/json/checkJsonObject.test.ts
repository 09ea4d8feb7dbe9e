import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { checkJsonObject, firstJsonError } from '#json/checkJsonObject.ts';
import { maxDepth } from '#json/tokenizer.ts';
import { describeJsonProblem, lineColumnOf } from '#json/describeJsonProblem.ts';
import { cases } from '../../cases.ts';

/** `code@offset+length` of every problem, which says all but the severity. */
function problemsOf(text: string): string[] {
  return checkJsonObject(text).map(({ code, offset, length }) => `${code}@${offset}+${length}`);
}

function nest(levels: number): string {
  return `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
}

const validTexts = [
  '{}',
  ' \t\r\n{ } \n',
  '{"a":1e400,"b":1.0,"c":-0,"d":12345678901234567890}',
  '{"__proto__":{"x":1},"constructor":null}',
  String.raw`{"a":"\ud83d","b":"\"\\\/\b\f\n\r\t\u00Ff"}`,
  '{"a":[[],{},[{"b":[true,false,null]}]]}',
  '{"":"\u2028\u2029\u007f😀"}',
];
for (const text of validTexts) {
  test(`accepts ${JSON.stringify(text)}`, () => {
    JSON.parse(text);
    assert.deepEqual(checkJsonObject(text), []);
  });
}

const faultyTexts: readonly [text: string, ...problems: string[]][] = [
  ['', 'empty@0+0'],
  [' \n', 'empty@0+2'],
  ['[1]', 'notAnObject@0+1'],
  ['"x"', 'notAnObject@0+3'],
  ['12', 'notAnObject@0+2'],
  ['null', 'notAnObject@0+4'],
  ['nul', 'badWord@0+3'],
  ['{', 'unclosedObject@0+1'],
  ['{"a": [1, 2', 'unclosedList@6+1'],
  ['{"a": [1, 2}', 'wrongClose@11+1'],
  ['{"a": 1]}', 'wrongClose@7+1'],
  ['}', 'expectedValue@0+1'],
  ['{"a" 1}', 'expectedColon@5+1'],
  ['{"a"}', 'expectedColon@4+1'],
  ['{"a", "b": 1}', 'expectedColon@4+1'],
  ['{"a":}', 'expectedValue@5+1'],
  ['{"a":,"b":2}', 'expectedValue@5+1'],
  ['{"a":1 "b":2}', 'expectedComma@7+3'],
  ['{"a":1,}', 'extraComma@6+1'],
  ['{"a":[1,]}', 'extraComma@7+1'],
  ['{"a":[,1]}', 'expectedValue@6+1'],
  ['{"a":[1,,2]}', 'expectedValue@8+1'],
  ['{"a":[1,,]}', 'expectedValue@8+1'],
  ['{,"a":1}', 'expectedKey@1+1'],
  ['{"a"::1}', 'expectedValue@5+1'],
  ['{:1}', 'expectedKey@1+1'],
  ['{1:2}', 'expectedKey@1+1'],
  ['{a:2}', 'badWord@1+1'],
  ["{'a':'b'}", 'singleQuotes@1+3', 'singleQuotes@5+3'],
  ['{"a":"b\n}', 'unclosedString@5+2'],
  ['{"a":"b}', 'unclosedObject@0+1', 'unclosedString@5+3'],
  ['{"a":"\t"}', 'controlCharacter@6+1'],
  [String.raw`{"a":"\x"}`, 'badEscape@6+2'],
  [String.raw`{"a":"\u12g4"}`, 'badEscape@6+2'],
  ['{"a":01}', 'badNumber@5+2'],
  ['{"a":+1}', 'badNumber@5+2'],
  ['{"a":.5}', 'badNumber@5+2'],
  ['{"a":1.}', 'badNumber@5+2'],
  ['{"a":-Infinity}', 'badNumber@5+9'],
  ['{"a":NaN}', 'badWord@5+3'],
  ['{"a":True}', 'badWord@5+4'],
  ['{"a":\u00a01}', 'badSpace@5+1'],
  ['\ufeff{}', 'badSpace@0+1'],
  ['{"a":1;}', 'badCharacter@6+1'],
  ['{"a":1} x', 'afterEnd@8+1'],
  ['{}{}', 'afterEnd@2+1'],
  ['{}, 1 \n', 'afterEnd@2+1'],
  ['x{"a":1}', 'badWord@0+1'],
  ['x', 'badWord@0+1'],
  ['{} // x', 'comment@3+4'],
  ['{/* x */"a":1}', 'comment@1+7'],
  ['{/* x', 'unclosedObject@0+1', 'comment@1+4'],
  ['{"a":1,"a":2}', 'duplicateKey@7+3'],
  [String.raw`{"a":1,"\u0061":2}`, 'duplicateKey@7+8'],
  ['{"a":"\ud83d"}', 'loneSurrogate@6+1'],
  [String.raw`{"a":"${'\ud83d'}\x"}`, 'badEscape@7+2'],
];
for (const [text, ...expected] of faultyTexts) {
  test(`finds ${expected.join(' and ')} in ${JSON.stringify(text)}`, () => {
    assert.deepEqual(problemsOf(text), expected);
  });
}

test('several mistakes are each found at their own place', () => {
  const text = '{\n  "a": 1\n  "b": tru,\n  "c": [1,],\n}';
  assert.deepEqual(problemsOf(text), [
    'expectedComma@13+3',
    'badWord@18+3',
    'extraComma@32+1',
    'extraComma@34+1',
  ]);
});

test('a key that only another object has is no duplicate', () => {
  assert.deepEqual(problemsOf('{"a":{"a":[{"a":1},{"a":1}]}}'), []);
});

test('a duplicate key and a lone surrogate are warnings: the text can be sent', () => {
  const problems = checkJsonObject('{"a":"\ud83d","a":2}');
  assert.deepEqual(
    problems.map(({ severity }) => severity),
    ['warning', 'warning'],
  );
  assert.equal(firstJsonError('{"a":1,"a":2}'), undefined);
});

test('an error after any number of warnings is found', () => {
  const text = `{${'"a":1,'.repeat(1000)}"a":tru}`;
  assert.equal(firstJsonError(text)?.code, 'badWord');
});

test('256 levels are accepted and 257 are not', () => {
  assert.deepEqual(problemsOf(nest(maxDepth)), []);
  assert.deepEqual(problemsOf(nest(maxDepth + 1)), ['tooDeep@260+1']);
});

test('a million open brackets overflow no stack', () => {
  assert.deepEqual(problemsOf(`{"a":${'['.repeat(1_000_000)}`), ['tooDeep@260+1']);
});

test('a long text is shortened in the message', () => {
  const [problem] = checkJsonObject(`{"a":${'x'.repeat(5000)}}`);
  assert.ok(problem);
  assert.ok(describeJsonProblem(problem).length < 120);
});

test('a message names the text', () => {
  const [problem] = checkJsonObject('{"a":1 "b":2}');
  assert.ok(problem);
  assert.equal(describeJsonProblem(problem), 'Expected a comma before "b".');
});

test('a message quotes punctuation', () => {
  const [problem] = checkJsonObject('{"a":}');
  assert.ok(problem);
  assert.equal(describeJsonProblem(problem), 'Expected a value before “}”.');
});

test('every kind of line break counts once', () => {
  const text = 'a\nb\r\nc\rd';
  assert.deepEqual(lineColumnOf(text, 0), { line: 1, column: 1 });
  assert.deepEqual(lineColumnOf(text, 1), { line: 1, column: 2 });
  assert.deepEqual(lineColumnOf(text, 2), { line: 2, column: 1 });
  assert.deepEqual(lineColumnOf(text, 5), { line: 3, column: 1 });
  assert.deepEqual(lineColumnOf(text, 7), { line: 4, column: 1 });
  assert.deepEqual(lineColumnOf(text, 8), { line: 4, column: 2 });
});

const marks = Array.from('{}[],:"\\ \n\t0e-.tfn\u00a0/*\'');

/** JSON texts with their laws broken here and there, so that most are almost valid. */
const almostJson = fc
  .tuple(
    fc.json({ maxDepth: 4 }).map((text) => `{"k":${text}}`),
    fc.array(fc.tuple(fc.nat(), fc.nat(3), fc.constantFrom(...marks)), {
      maxLength: 3,
    }),
  )
  .map(([text, changes]) => {
    let changed = text;
    for (const [place, cut, added] of changes) {
      const at = place % (changed.length + 1);
      changed = changed.slice(0, at) + (cut === 3 ? '' : added) + changed.slice(at + (cut > 0 ? 1 : 0));
    }
    return changed;
  });

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

test('a text has no error exactly where JSON.parse returns an object', () => {
  fc.assert(
    fc.property(fc.oneof(almostJson, fc.json(), fc.string()), (text) => {
      assert.equal(firstJsonError(text) === undefined, isJsonObject(text));
    }),
    cases(10_000),
  );
});

test('every problem lies inside the text and they come in order', () => {
  fc.assert(
    fc.property(almostJson, (text) => {
      let last = 0;
      for (const { offset, length } of checkJsonObject(text)) {
        assert.ok(offset >= last && length >= 0 && offset + length <= text.length);
        last = offset;
      }
    }),
    cases(5_000),
  );
});
