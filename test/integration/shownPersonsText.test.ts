// The sentences on a cohort's first persons if their number differs from the cohort's count.
import assert from 'node:assert/strict';
import { readCohort } from '#api/readRecord.ts';
import { describeNoPersons, describePersons } from '#editors/tables/personsPanel.ts';

describe('the sentences on the first persons of a cohort', () => {
  const cohortWith = (members: object) => readCohort({ id: 7, count: 500, ...members }).record;
  const calculatedAt = '2026-11-01T12:00:00Z';
  const shownCohort = { last_calculation: calculatedAt, count: 500 };
  const facts = { rows: 100, hasMore: false, isCutShort: false, shownCohort };

  it('do not say “all persons” if paging ended early', () => {
    const cohort = cohortWith({ last_calculation: calculatedAt });
    assert.deepEqual(describePersons({ ...facts, isCutShort: true, cohort }), {
      sentence: 'First 100 of 500 persons',
      note: 'The service’s paging ended early.',
    });
    assert.equal(
      describePersons({ ...facts, cohort }).sentence,
      'All 100 persons that the service returns; the cohort’s count is 500',
    );
  });

  it('lead to the current persons after another calculation', () => {
    const cohort = cohortWith({ last_calculation: '2026-11-02T12:00:00Z' });
    assert.equal(
      describePersons({ ...facts, hasMore: true, cohort }).note,
      'The cohort was recalculated. Refresh to see its current persons.',
    );
  });

  it('lead to the current persons after some were added to a static cohort', () => {
    const noteOf = (count: number) =>
      describePersons({ ...facts, cohort: cohortWith({ is_static: true, count }) }).note;
    assert.equal(noteOf(501), 'Persons were added or removed. Refresh to see the current ones.');
    assert.equal(noteOf(500), 'The cohort is static: its persons do not change by themselves.');
  });

  it('do not blame the filters for an empty list if the cohort has a count', () => {
    const sentence = 'The service returned no persons; the cohort’s count is 500.';
    assert.equal(describeNoPersons(cohortWith({})), sentence);
    assert.equal(describeNoPersons(cohortWith({ is_static: true })), sentence);
    assert.equal(
      describeNoPersons(cohortWith({ count: 0 })),
      'No person matches the filters of this cohort.',
    );
    assert.match(describeNoPersons(cohortWith({ is_calculating: true })), /^No persons yet\./);
  });
});
