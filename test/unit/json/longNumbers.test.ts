import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLongNumber, longNumberText, mayHaveLongNumber, parseKeepingLong } from '#json/longNumbers.ts';

test('a number that a double holds is not a long one, however it is spelled', () => {
  const held = [
    '3661.500000000000000000',
    '+3661.500000000000000000',
    '100.00000000000000000',
    '-0.000000000000000000',
    '000000000000000001.5',
    '1.50000000000000000e3',
    '0.00000000000000000015',
    '9007199254740991.000',
    '1e-300',
    '0e-400',
  ];
  for (const text of held) assert.equal(isLongNumber(text), false, text);
  const long = [
    '0.333333333333333333',
    '3661.500000000000000001',
    '9007199254740993',
    '1e400',
    '1e-400',
    '-1.5E-0400',
  ];
  for (const text of long) {
    assert.equal(isLongNumber(text), true, text);
    assert.equal(mayHaveLongNumber(`[${text}]`), true, text);
  }
});

test('digits inside of UUIDs, hashes and addresses are no long numbers', () => {
  const texts = [
    '018f2a77-7e21-7c3e-9e10-3e4512e98d76',
    '5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8',
    'https://a.example/12345678901234567890?at=1e400',
  ];
  for (const text of texts)
    assert.equal(mayHaveLongNumber(JSON.stringify({ [text]: [text, 1.5] })), false, text);
});

test('a long number is found wherever JSON may have one', () => {
  const number = '-9007199254740993';
  for (const text of [
    number,
    `[1,${number},2]`,
    `{"a":${number}}`,
    `{\n  "a": ${number}\n}`,
    '[123456789012345e9]',
  ])
    assert.equal(mayHaveLongNumber(text), true, text);
});

test('long numbers are kept beside strings that look like them, at any depth', () => {
  const levels = 100_000;
  const number = '9007199254740993';
  const deep = `${'{"a":['.repeat(levels)}${number}${']}'.repeat(levels)}`;
  let at = parseKeepingLong(deep);
  for (let level = 0; level < levels; level++) at = Reflect.get(Object(at), 'a')[0];
  assert.equal(longNumberText(at), number);

  const strings = [`a ${number} b`, `"${number}`, `\\ ${number}`, `\\"${number}\\`, `, ${number}, `];
  const text = `{"__proto__": ${number}, "s": ${JSON.stringify(strings)}, "n": [1, ${number}, -1e400]}`;
  const value = Object(parseKeepingLong(text));
  assert.deepEqual(value['s'], strings);
  assert.deepEqual(value['n'].slice(1).map(longNumberText), [number, '-1e400']);
  assert.deepEqual(Object.keys(value), ['__proto__', 's', 'n']);
  const own: unknown = Object.getOwnPropertyDescriptor(value, '__proto__')?.value;
  assert.equal(longNumberText(own), number);
});

test('a long number is parsed to its text, and any other one to a number', () => {
  assert.equal(longNumberText(parseKeepingLong('9007199254740993')), '9007199254740993');
  assert.equal(parseKeepingLong('3661.500000000000000000'), 3661.5);
});
