import assert from 'node:assert/strict';
import test from 'node:test';
import { findCommonValues } from '#model/records/commonValues.ts';

/** So many persons, each with the properties that the function gives. */
const persons = (count: number, of: (index: number) => Record<string, unknown>) =>
  Array.from({ length: count }, (_, index) => of(index));

test('values that at least three persons have are common, the most frequent first', () => {
  const plans = ['free', 'pro', 'pro', 'free', 'pro', 'pro', 'free', 'enterprise', 'enterprise'];
  const found = findCommonValues(
    persons(9, (index) => ({ plan: plans[index], seats: 5, paid: index > 3, note: null, tags: ['a'] })),
  );
  assert.deepEqual(
    [...found],
    [
      ['plan', ['pro', 'free']],
      ['seats', ['5']],
      ['paid', ['true', 'false']],
      ['note', []],
      ['tags', []],
    ],
  );
});

test('a property with many values, or with long ones, has none', () => {
  const found = findCommonValues(
    persons(200, (index) => ({
      city: `City ${index % 50}`,
      company: `Company ${index % 51}`,
      essay: 'x'.repeat(41),
      motto: 'x'.repeat(40),
    })),
  );
  assert.equal(found.get('city')?.length, 50);
  assert.deepEqual([found.has('company'), found.get('company')], [true, undefined]);
  assert.deepEqual([found.get('essay'), found.get('motto')], [[], ['x'.repeat(40)]]);
});

test('what is of one person by its name has no values, however many have it', () => {
  const names = [
    'email',
    'workEmail',
    'first_name',
    'name',
    'User ID',
    '$ip',
    'phone-number',
    'Vorname',
    'userName',
  ];
  const found = findCommonValues(persons(9, () => Object.fromEntries(names.map((name) => [name, 'same']))));
  for (const name of names) assert.deepEqual([found.has(name), found.get(name)], [true, undefined], name);
  const things = ['$geoip_country_name', 'planName', '$os', 'idle'];
  const others = findCommonValues(persons(9, () => Object.fromEntries(things.map((name) => [name, 'same']))));
  for (const name of things) assert.deepEqual(others.get(name), ['same'], name);
});

test('what is of one person by a value has no values', () => {
  const values = [
    'ann@acme.test',
    'https://acme.test/ann',
    '+49 (170) 123-4567',
    '192.168.0.1',
    '0190e7a0-7c2b-7000-8000-000000000001',
    '1990-01-31',
    '4111111111111111',
  ];
  for (const value of values) {
    const found = findCommonValues(persons(9, (index) => ({ contact: index === 0 ? value : 'none' })));
    assert.deepEqual([found.has('contact'), found.get('contact')], [true, undefined], value);
  }
  assert.deepEqual(findCommonValues(persons(3, () => ({ version: '12.4' }))).get('version'), ['12.4']);
});

test('at most three hundred properties are found, and what is no object has none', () => {
  const many = persons(3, () => Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`p${at}`, 'x'])));
  assert.equal(findCommonValues(many).size, 300);
  assert.equal(findCommonValues(['text', null, 7, ['x']]).size, 0);
  assert.equal(findCommonValues([{ ['n'.repeat(101)]: 'x' }]).size, 0);
});
