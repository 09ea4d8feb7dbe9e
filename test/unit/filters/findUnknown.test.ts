import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findMisspelled, findUnknownDates, findUnknownOperators } from '#filters/findUnknown.ts';
import { propertyOperators } from '#filters/operators.ts';
import { parseFilterShape } from '#filters/parseFilterShape.ts';

function meantBy(type: string): readonly string[] {
  const leaf = { type, key: 'a', value: 'performed_event' };
  const text = JSON.stringify({ properties: { type: 'OR', values: [{ type: 'AND', values: [leaf] }] } });
  const shape = parseFilterShape(text);
  assert.ok(shape);
  return findMisspelled(shape).map(({ correction, place }) => {
    assert.equal(text.slice(place.from, place.to), JSON.stringify(type));
    return correction;
  });
}

test('a type one letter away from a known one is misspelled', () => {
  for (const type of ['persoon', 'perso', 'persom', 'preson', 'Person', 'persons', ' person'])
    assert.deepEqual(meantBy(type), ['person'], type);
  assert.deepEqual(meantBy('behavorial'), []);
  assert.deepEqual(meantBy('behavoral'), ['behavioral']);
  assert.deepEqual(meantBy('chort'), ['cohort']);
});

test('a known type is not misspelled, nor one that is merely new', () => {
  for (const type of ['person', 'cohort', 'behavioral', 'static-cohort', 'survey', 'preosn', 'x', ''])
    assert.deepEqual(meantBy(type), [], type);
});

function unknownIn(filters: unknown, kind: 'cohort' | 'dashboard' = 'cohort'): readonly string[] {
  const text = JSON.stringify(filters);
  const shape = parseFilterShape(text, kind);
  assert.ok(shape);
  return findUnknownDates(shape).map(({ text: date, place }) => {
    assert.equal(text.slice(place.from, place.to), JSON.stringify(date));
    return date;
  });
}

const condition = (value: unknown, operator = 'is_date_before') => ({
  properties: { type: 'AND', values: [{ type: 'person', key: 'trial_ends', operator, value }] },
});

test('a text that is neither a date nor a length of time is an unknown date', () => {
  for (const value of ['14 days ago', 'yesterday', 'soon', 'vor 14 Tagen', '-30 d'])
    assert.deepEqual(unknownIn(condition(value)), [value]);
});

test('a date, a length of time and a timestamp are known, and so is what is half typed', () => {
  const known = [
    '2025-01-31',
    '2025-01-31T10:00:00Z',
    '31.01.2025',
    '-30d',
    '-1dStart',
    'mStart',
    '1735689600',
  ];
  for (const value of [...known, '', '-', '-3', 7, null, ['soon']])
    assert.deepEqual(unknownIn(condition(value)), [], String(value));
});

test('what is compared otherwise is no date', () => {
  assert.deepEqual(unknownIn(condition('soon', 'exact')), []);
});

test('the time of an event and of a dashboard are dates', () => {
  const times = { explicit_datetime: 'last spring', explicit_datetime_to: '-1d' };
  const event = { type: 'behavioral', value: 'performed_event', key: 'paid', event_type: 'events', ...times };
  assert.deepEqual(unknownIn({ properties: { type: 'AND', values: [event] } }), ['last spring']);
  assert.deepEqual(unknownIn({ date_from: 'dStart', date_to: 'now' }, 'dashboard'), ['now']);
  assert.deepEqual(unknownIn({ date_from: 'all' }, 'dashboard'), []);
});

test('an operator that exists nowhere is found in every kind of condition, with the one that is meant', () => {
  const leaves = [
    { type: 'person', key: 'a', operator: 'exaczz', value: 'b' },
    { type: 'person', key: 'a', operator: 'exac', value: 'b' },
    { type: 'behavioral', key: 'a', value: 'performed_event_multiple', operator: 'gtee', operator_value: 3 },
    { type: 'cohort', key: 'id', value: 1, operator: 'within' },
    {
      type: 'behavioral',
      key: 'a',
      value: 'performed_event',
      event_filters: [{ key: 'b', operator: 'like' }],
    },
  ];
  const text = JSON.stringify({ properties: { type: 'AND', values: leaves } });
  const shape = parseFilterShape(text, 'cohort');
  assert.ok(shape);
  const found = findUnknownOperators(shape).map(({ operator, correction, place }) => {
    assert.equal(text.slice(place.from, place.to), JSON.stringify(operator));
    return [operator, correction];
  });
  assert.deepEqual(found, [
    ['exaczz', undefined],
    ['exac', 'exact'],
    ['gtee', 'gte'],
    ['within', undefined],
    ['like', undefined],
  ]);
});

test('every operator that is offered is known, and so are an older name, none, and what is no text', () => {
  for (const operator of [...propertyOperators((one) => one).keys(), 'eq', '', null, 5]) {
    const filters = {
      properties: { type: 'AND', values: [{ type: 'person', key: 'a', operator, value: 'b' }] },
    };
    const shape = parseFilterShape(JSON.stringify(filters), 'cohort');
    assert.deepEqual(shape && findUnknownOperators(shape), [], String(operator));
  }
});
