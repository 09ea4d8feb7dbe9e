import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Habits } from '#sandbox/routes/deploymentHabits.ts';

const cohortLeaf = '{"type":"cohort","key":"id","value":"7","negation":true}';

describe('a database that reorders keys', () => {
  it('keeps them by length and then by bytes, and the last of repeated ones, at every depth', () => {
    const habits = new Habits(['reorderedKeys']);
    const stored = habits.store(
      '{"bb":1.0,"a":[{"type":1,"key":2}],"b":12345678901234567890,"a":[{"é":1,"zz":2}]}',
    );
    assert.equal(stored, '{"a":[{"zz":2,"é":1}],"b":12345678901234567890,"bb":1.0}');
  });
});

describe('a service that adds keys to conditions', () => {
  const habits = new Habits(['leafKeys']);

  it('drops null members and makes numbers of numbers as text', () => {
    const leaf =
      '{"type":"behavioral","key":"$pageview","time_value":"30","seq_time_value":"7","operator":null}';
    const taken = JSON.parse(habits.acceptCohort(`{"properties":{"type":"AND","values":[${leaf}]}}`));
    const [{ bytecode, conditionHash, ...rest }] = taken.properties.values;
    assert.deepEqual(rest, {
      type: 'behavioral',
      key: '$pageview',
      time_value: 30,
      seq_time_value: 7,
      negation: false,
    });
    assert.equal(typeof conditionHash, 'string');
    assert.ok(Array.isArray(bytecode));
  });

  it('leaves what is there already, and everything outside of conditions', () => {
    const taken = JSON.parse(
      habits.acceptCohort(`{"note":null,"properties":{"type":"OR","values":[${cohortLeaf}]}}`),
    );
    assert.equal(taken.note, null);
    assert.equal(taken.properties.values[0].negation, true);
    assert.equal(taken.properties.values[0].value, 7);
  });

  it('leaves filters without conditions as they are', () => {
    assert.equal(habits.acceptCohort('{"properties":{}}'), '{"properties":{}}');
  });
});

describe('a service with strict conditions', () => {
  const habits = new Habits(['strictLeaves']);
  const person = { type: 'person', key: 'plan', operator: 'exact', value: 'free' };
  const did = { type: 'behavioral', key: '$pageview', value: 'performed_event', event_type: 'events' };
  const accept = (leaf: object): string =>
    habits.acceptCohort(
      JSON.stringify({ properties: { type: 'AND', values: [{ type: 'OR', values: [leaf] }] } }),
    );

  for (const leaf of [
    person,
    { type: 'person', key: 'plan', operator: 'is_set' },
    { ...person, type: 'person_metadata' },
    { type: 'cohort', key: 'id', value: 7, negation: true },
    { ...did, time_value: 30, time_interval: 'day', bytecode: [], conditionHash: 'x' },
    {},
  ]) {
    it(`takes ${JSON.stringify(leaf)}`, () => assert.ok(accept(leaf).includes(JSON.stringify(leaf))));
  }

  for (const [leaf, problem] of [
    [{ ...person, operator: undefined }, "Missing required field 'operator' in person condition"],
    [{ ...person, value: null }, "Missing required field 'value' in person condition"],
    [{ ...did, event_type: undefined }, "Missing required field 'event_type' in behavioral condition"],
    [{ ...person, colour: 'red' }, "Unknown field 'colour' in person condition"],
    [{ ...person, type: 'event' }, "Unknown condition type 'event'"],
    [{ key: 'plan', value: 'free' }, "Unknown condition type 'null'"],
  ] as const) {
    it(`refuses a condition: ${problem}`, () => assert.throws(() => accept(leaf), new RegExp(problem)));
  }
});

describe('a service with plain lists of conditions on dashboards', () => {
  const habits = new Habits(['plainConditions']);
  const leaf = '{"key":"plan","value":12345678901234567890}';

  it('makes AND groups a plain list, with each value as it was sent', () => {
    assert.equal(
      habits.acceptDashboard(
        `{"date_from":"-7d","properties":{"type":"AND","values":[${leaf},{"type":"OR","values":[${leaf}]}]}}`,
      ),
      `{"date_from":"-7d","properties":[${leaf},${leaf}]}`,
    );
  });

  it('leaves plain lists and filters without conditions as they are', () => {
    for (const filters of [`{"properties":[${leaf}]}`, '{"date_from":"-7d"}']) {
      assert.equal(habits.acceptDashboard(filters), filters);
    }
  });
});
