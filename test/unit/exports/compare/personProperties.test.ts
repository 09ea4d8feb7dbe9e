import assert from 'node:assert/strict';
import test from 'node:test';
import * as fc from 'fast-check';
import { describeChange, hasSameProperties } from '#exports/compare/compareFiles.ts';

const person = (properties: string) => Buffer.from(`{"id":1,"properties":${properties},"name":"x"}`);
const isSame = (before: string, after: string) => hasSameProperties(person(before), person(after));

test('properties are the same in any order and with any white space', () => {
  const value = fc.oneof(fc.integer(), fc.string(), fc.boolean(), fc.constant({ 'a,b': [1, '}"'] }));
  const properties = fc.dictionary(fc.string(), value, { maxKeys: 6 });
  fc.assert(
    fc.property(properties, fc.boolean(), fc.nat(5), (given, isIndented, turn) => {
      const entries = Object.entries(given);
      const turned = Object.fromEntries([...entries.slice(turn), ...entries.slice(0, turn)]);
      assert.ok(isSame(JSON.stringify(given), JSON.stringify(turned, undefined, isIndented ? 1 : 0)));
    }),
  );
});

test('one changed, new or missing property is found wherever it is', () => {
  const names = ['one', 'two', 'three'];
  const all = Object.fromEntries(names.map((name) => [name, { in: [name, 'x,"y'] }]));
  for (const name of names) {
    const others = Object.fromEntries(Object.entries(all).filter(([key]) => key !== name));
    const changed = { ...all, [name]: { in: [name, 'x,"z'] } };
    for (const [before, after] of [
      [all, changed],
      [all, others],
      [others, all],
    ])
      assert.ok(!isSame(JSON.stringify(before), JSON.stringify(after)), name);
  }
});

test('a key or a value that only begins like another one differs from it', () => {
  assert.ok(!isSame('{"a":1,"bio":2}', '{"a":1,"bi0":2}'));
  assert.ok(!isSame('{"a":1,"b":12}', '{"a":1,"b":1}'));
  assert.ok(!isSame('{"a":1}', '{"a":1,"b":1}'));
  assert.ok(!isSame('{"a":1, "b":1}', '{"a":1 ,"b":2}'));
});

test('numbers that are spelled differently are the same, and long ones differ by their last digit', () => {
  assert.ok(isSame('{"a":1,"b":1.0}', '{"a":1,"b":1}'));
  assert.ok(!isSame('{"a":1,"b":12345678901234567890}', '{"a":1,"b":12345678901234567891}'));
  assert.ok(isSame('{"a":1,"b":1e20}', '{"a":1,"b":100000000000000000000}'));
  assert.ok(isSame('{"a":1,"b":-1e-400}', '{"a":1,"b":-10E-401}'));
});

test('what is no object counts as no properties', () => {
  assert.ok(isSame('null', '{}'));
  assert.ok(isSame('[1]', 'null'));
  assert.ok(!isSame('null', '{"a":1}'));
});

test('properties of any depth are compared and described; one that is too deep to be written is an ellipsis', () => {
  const nested = (value: string) => '['.repeat(50_000) + value + ']'.repeat(50_000);
  const deep = (value: string, plan: string) => `{"deep":${nested(value)},"plan":"${plan}"}`;
  const change = (before: string, after: string): unknown =>
    JSON.parse(describeChange(person(before), person(after)).toString());
  assert.ok(isSame(deep('1', 'pro'), deep('1.0', 'pro')));
  assert.ok(!isSame(deep('1', 'pro'), deep('2', 'pro')));
  const who = { id: 1, name: 'x' };
  assert.deepEqual(change(deep('1', 'free'), deep('1.0', 'pro')), {
    ...who,
    changed: 'plan',
    before: { plan: 'free' },
    after: { plan: 'pro' },
  });
  const long = '12345678901234567890';
  assert.ok(isSame(deep(long, 'pro'), deep(`${long}.0`, 'pro')));
  assert.ok(!isSame(deep(long, 'pro'), deep('12345678901234567891', 'pro')));
  assert.deepEqual(change(deep('1', 'pro'), deep(long, 'pro')), {
    ...who,
    changed: 'deep',
    before: { deep: '…' },
    after: { deep: '…' },
  });
});
