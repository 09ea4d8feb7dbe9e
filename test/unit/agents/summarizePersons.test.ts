import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { quoteJson } from '#agents/answerText.ts';
import { parseKeepingLong } from '#json/longNumbers.ts';
import { minPersons, PersonsSummary } from '#agents/summarizePersons.ts';

const summaryOf = (persons: readonly Record<string, unknown>[], wanted?: readonly string[]) => {
  const summary = new PersonsSummary(wanted);
  for (const properties of persons) summary.add({ properties });
  return summary;
};

describe('a summary of persons', () => {
  it('counts filled properties and their commonest values', () => {
    const persons = Array.from({ length: 20 }, (_, index) => ({
      plan: index < 12 ? 'pro' : 'free',
      email: `${index}@x.com`,
    }));
    const summary = summaryOf(persons);
    assert.equal(summary.persons, 20);
    assert.deepEqual(summary.properties(), [
      {
        name: 'plan',
        filled: 20,
        values: [
          ['pro', 12],
          ['free', 8],
        ],
        different: 2,
      },
      { name: 'email', filled: 20, values: [], different: 20 },
    ]);
    assert.deepEqual(
      summaryOf(persons, ['plan'])
        .properties()
        .map(({ name }) => name),
      ['plan'],
    );
  });

  it('names the wanted properties that fewer than five persons have', () => {
    const persons = Array.from({ length: 5 }, (_, index) => ({ plan: 'pro', vip: index < 4 ? 'yes' : null }));
    assert.deepEqual(summaryOf(persons, ['plan', 'vip', 'plna']).rare(), ['vip', 'plna']);
    assert.deepEqual(summaryOf(persons).rare(), []);
  });

  it('tells long numbers apart by all of their digits', () => {
    const persons = [0, 0, 0, 0, 0, 1].map((last) => ({
      account: parseKeepingLong(`291633424790052753${last}`),
    }));
    assert.deepEqual(summaryOf(persons).properties()[0]?.values, [['2916334247900527530', 5]]);
    assert.equal(quoteJson(persons[5]?.account), '2916334247900527531');
  });

  it('counts properties that come after many rare ones, and says which it does not count', () => {
    const odd = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`odd ${index}`, index]));
    const common = Array.from({ length: 10 }, () => ({ plan: 'pro' }));
    const summary = summaryOf([odd, ...common]);
    assert.deepEqual(summary.properties(), [
      { name: 'plan', filled: 10, values: [['pro', 10]], different: 1 },
    ]);
    assert.equal(summary.hasMore, false);
    const many = Array.from({ length: 10 }, (_, one) =>
      Object.fromEntries(Array.from({ length: 1000 }, (_value, index) => [`${one} ${index}`, index])),
    );
    assert.equal(summaryOf([...many, ...common]).hasMore, true);
  });

  it('never names a value or a property that fewer than five persons have', () => {
    const person = fc.dictionary(
      fc.constantFrom('a', 'b', 'secret'),
      fc.oneof(fc.integer({ min: 0, max: 4 }), fc.string(), fc.constant(null)),
    );
    fc.assert(
      fc.property(fc.array(person, { maxLength: 60 }), (persons) => {
        for (const { name, filled, values } of summaryOf(persons).properties()) {
          assert.ok(filled >= minPersons);
          for (const [value] of values) {
            const having = persons.filter((one) => Object.hasOwn(one, name) && String(one[name]) === value);
            assert.ok(having.length >= minPersons, `${name} ${value}`);
          }
        }
      }),
    );
  });

  it('names no value of a property with thousands of different ones, and none that is no word', () => {
    const ids = Array.from({ length: 3000 }, (_, id) => ({ id, list: [id], long: 'x'.repeat(300) }));
    const properties = summaryOf(ids).properties();
    assert.deepEqual(
      properties.map(({ values }) => values),
      [[], [], []],
    );
    assert.equal(properties.find(({ name }) => name === 'id')?.different, undefined);
  });
});
