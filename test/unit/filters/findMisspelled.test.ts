import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findMisspelled } from '#filters/findMisspelled.ts';
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
