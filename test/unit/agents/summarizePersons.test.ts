import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
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
