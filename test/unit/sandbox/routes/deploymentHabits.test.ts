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

  it('does so only where it has the habit', () => {
    assert.equal(new Habits().store('{"bb":1,"a":2}'), '{"bb":1,"a":2}');
  });
});

describe('a service that adds keys to conditions', () => {
  const habits = new Habits(['leafKeys']);

  it('drops null members and makes numbers of numbers as text', () => {
    const leaf = '{"type":"behavioral","key":"$pageview","time_value":"30","operator":null}';
    const taken = JSON.parse(habits.accept(`{"properties":{"type":"AND","values":[${leaf}]}}`));
    const [{ bytecode, conditionHash, ...rest }] = taken.properties.values;
    assert.deepEqual(rest, { type: 'behavioral', key: '$pageview', time_value: 30, negation: false });
    assert.equal(typeof conditionHash, 'string');
    assert.ok(Array.isArray(bytecode));
  });

  it('leaves what is there already, and everything outside of conditions', () => {
    const taken = JSON.parse(
      habits.accept(`{"note":null,"properties":{"type":"OR","values":[${cohortLeaf}]}}`),
    );
    assert.equal(taken.note, null);
    assert.equal(taken.properties.values[0].negation, true);
    assert.equal(taken.properties.values[0].value, 7);
  });

  it('leaves filters without conditions as they are', () => {
    assert.equal(habits.accept('{"properties":{}}'), '{"properties":{}}');
  });
});
