import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { formatPlace, parseFiltersPlace, toDocument } from '#model/documents/documentUri.ts';
import { formatRecordRef, parseRecordRef, type RecordRef } from '#model/records/recordRef.ts';
import { anyCharacter } from '../../../anyCharacter.ts';
import { cases } from '../../../cases.ts';

const anyRef: fc.Arbitrary<RecordRef> = fc.record(
  {
    connectionId: fc.stringMatching(/^[a-z0-9-]+$/),
    projectId: fc.string({ minLength: 1, unit: 'grapheme' }),
    kind: fc.constantFrom('dashboard' as const, 'cohort' as const),
    id: fc.maxSafeNat(),
  },
  { noNullPrototype: true },
);

describe('a record’s name', () => {
  it('leads back to the record, whatever the name of its project', () => {
    fc.assert(
      fc.property(anyRef, (ref) => {
        assert.deepEqual(parseRecordRef(formatRecordRef(ref)), ref);
      }),
    );
  });

  it('is unique to the record', () => {
    fc.assert(
      fc.property(anyRef, anyRef, (a, b) => {
        const isSame = JSON.stringify(a) === JSON.stringify(b);
        assert.equal(formatRecordRef(a) === formatRecordRef(b), isSame);
      }),
    );
  });

  for (const text of [
    '',
    'a/b',
    'a/1/persons/1',
    'a/1/cohorts/x',
    'a/1/cohorts/-1',
    'a/%/cohorts/1',
    'a/1/cohorts/1/2',
    'a/1/cohorts/9007199254740993',
  ]) {
    it(`cannot be read from ${JSON.stringify(text)}`, () => assert.equal(parseRecordRef(text), undefined));
  }
});

describe('a document’s place', () => {
  it('leads back to the record, whatever project and record are called', () => {
    fc.assert(
      fc.property(anyRef, fc.option(fc.string({ unit: anyCharacter }), { nil: undefined }), (ref, name) => {
        assert.deepEqual(parseFiltersPlace(formatPlace(toDocument(ref, 'filters'), name)), ref);
      }),
      cases(2000),
    );
  });

  it('shows the record’s name, with letters that look alike for those that a path cannot hold', () => {
    const ref: RecordRef = { connectionId: 'acme', projectId: '1', kind: 'cohort', id: 42 };
    assert.equal(
      formatPlace(toDocument(ref, 'filters'), 'Power / users? 🚀').path,
      '/1/cohorts/42/Power ∕ users？ 🚀.filters.json',
    );
    assert.equal(
      formatPlace(toDocument(ref, 'filters'), 'half \ud83d').path,
      '/1/cohorts/42/half \ufffd.filters.json',
    );
    assert.equal(
      formatPlace(toDocument(ref, 'filters'), 'می‌خواهم\u202e').path,
      '/1/cohorts/42/می‌خواهم.filters.json',
    );
    assert.equal(formatPlace(toDocument(ref, 'filters'), ' \n').path, '/1/cohorts/42/cohort-42.filters.json');
    assert.equal(formatPlace(toDocument(ref, 'filters'), '..').path, '/1/cohorts/42/cohort-42.filters.json');
  });
});
