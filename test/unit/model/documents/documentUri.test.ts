import assert from 'node:assert/strict';
import test from 'node:test';
import * as fc from 'fast-check';
import {
  choosePlace,
  formatPlace,
  parsePlace,
  projectNameInPlace,
  toDocument,
} from '#model/documents/documentUri.ts';

const cohort = (projectId: string) =>
  toDocument({ connectionId: 'acme', projectId, kind: 'cohort', id: 42 }, 'filters');

test('a place names its project and record, and leads to the same document with any names', () => {
  const place = formatPlace(cohort('1'), 'Power users', 'Acme EU · Web shop');
  assert.equal(place.path, '/Acme EU · Web shop (1)/cohorts/42/Power users.filters.json');
  assert.equal(projectNameInPlace(place), 'Acme EU · Web shop');
  const plain = formatPlace(cohort('1'), undefined);
  assert.equal(plain.path, '/1/cohorts/42/cohort-42.filters.json');
  assert.equal(projectNameInPlace(plain), undefined);
  assert.deepEqual(choosePlace(cohort('1'), 'New name', [place], 'New project'), place);
});

test('whatever a project is called, its place is that of its id', () => {
  const names = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('x (2)', ') (3', ' (4)/', '%', '..'),
  );
  const ids = fc.oneof(fc.string({ minLength: 1 }), fc.constantFrom('a (1)', '(1)', '@current', '../1'));
  fc.assert(
    fc.property(ids, names, names, (projectId, project, record) => {
      const place = formatPlace(cohort(projectId), record, project);
      assert.deepEqual(parsePlace(place), cohort(projectId));
      assert.equal(place.path.split('/').length, 5);
    }),
  );
});
