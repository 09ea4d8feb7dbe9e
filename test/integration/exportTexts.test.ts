// What an export says while it goes on, and once it is cancelled.
import assert from 'node:assert/strict';
import { copiedPersonsDoubt, copiedPersonsText } from '#commands/exports/copyPersonsToClipboard.ts';
import {
  cancelledText,
  droppedText,
  progressText,
  resultText,
  serviceCsvProgressText,
} from '#commands/exports/exportResultText.ts';
import { exportWords } from '#commands/exports/showRecentExports.ts';
import { wordsOfFailure } from '#commands/exports/exportNotifications.ts';
import { emptyTally } from '#exports/exportResult.ts';
import { formatCost, formatsInOrder } from '#commands/exports/askExportFormat.ts';

const nothing = { rows: 0, bytes: 0, expectedRows: 1234, waiting: undefined };

describe('the progress of an export', () => {
  it('says what it waits for until the first persons have come', () => {
    assert.equal(progressText(nothing, undefined), 'waiting for the first of 1,234 persons');
    assert.equal(
      progressText({ ...nothing, expectedRows: undefined }, undefined),
      'waiting for the first persons',
    );
    const waiting = { ms: 1000, reason: 'throttled' } as const;
    assert.match(progressText({ ...nothing, waiting }, undefined), /^rate limit reached, retrying at /);
    assert.equal(
      progressText({ ...nothing, rows: 1000, bytes: 5000 }, undefined),
      '1,000 of 1,234 persons, 5 kB',
    );
    assert.equal(
      progressText({ ...nothing, rows: 1000, bytes: 5000 }, 500),
      '1,000 of 1,234 persons, 5 kB, 500/s, 1 s left',
    );
    assert.equal(
      serviceCsvProgressText({ ...nothing, rows: 1000, bytes: 5000 }, undefined),
      '1,000 of 1,234 persons, 5 kB (cannot be resumed)',
    );
  });
});

describe('what an export says of one person', () => {
  it('is singular', () => {
    const one = { ...nothing, rows: 1, bytes: 500 };
    assert.equal(progressText({ ...one, expectedRows: 1 }, undefined), '1 of 1 person, 1 kB');
    assert.equal(progressText({ ...one, expectedRows: undefined }, undefined), '1 person, 1 kB');
    assert.equal(formatCost('csv', [1], 100), '1 person, 1 request');
    const kept = { rows: 1, expectedCount: undefined };
    assert.equal(cancelledText('Shops', kept), 'Canceled the export of “Shops” after 1 person.');
  });
});

describe('the formats of an export', () => {
  it('begin with the one that was chosen last, unless it would lack persons', () => {
    assert.deepEqual(formatsInOrder(undefined, [10_000]), ['csv', 'csvAll', 'json', 'ndjson']);
    assert.deepEqual(formatsInOrder('json', [10_001]), ['json', 'csv', 'csvAll', 'ndjson']);
    for (const last of [undefined, 'csv', 'csvAll'])
      assert.deepEqual(formatsInOrder(last, [5, 10_001]), ['csvAll', 'csv', 'json', 'ndjson']);
    assert.deepEqual(formatsInOrder('csv', [undefined]), ['csv', 'csvAll', 'json', 'ndjson']);
  });
});

describe('the list of recent exports', () => {
  it('says of how many persons an incomplete one has some', () => {
    const kept = { name: 'Shops', path: '/shops.csv', rows: 10_000, bytes: 2e6, exportedAt: 0 };
    const entry = { ...kept, holdsPersons: true, cohort: 'acme/1/cohorts/7' };
    const words = (more: { isComplete: boolean; expectedRows?: number }) =>
      exportWords({ ...entry, ...more });
    assert.deepEqual(words({ isComplete: false, expectedRows: 28_834 }), [
      '10,000 of 28,834 persons',
      '2 MB',
      'incomplete',
    ]);
    assert.deepEqual(words({ isComplete: false }), ['10,000 persons', '2 MB', 'incomplete']);
    assert.deepEqual(words({ isComplete: true, expectedRows: 10_000 }), ['10,000 persons', '2 MB']);
  });
});

describe('an export that is cancelled early', () => {
  it('says what was not kept', () => {
    assert.equal(droppedText('Shops', 0), 'Canceled the export of “Shops” before it received any persons.');
    assert.equal(
      droppedText('Shops', 1),
      'Canceled the export of “Shops”. 1 person was received and discarded.',
    );
  });
});

describe('a copy of persons', () => {
  it('says whether anything was copied, and what may be missing', () => {
    const doubtOf = (count: number | undefined, ...problems: readonly string[]) =>
      copiedPersonsDoubt('“Shops”', { persons: 25, withMostIds: 0, problems, count, state: 'ready' });
    assert.equal(
      copiedPersonsText(0, doubtOf(25)),
      'Nothing to copy. No person in this cohort has this value.',
    );
    assert.equal(
      copiedPersonsText(0, doubtOf(undefined)),
      'Nothing to copy. The service sent no count, so persons may be missing.',
    );
    assert.equal(copiedPersonsText(1, doubtOf(25)), 'Copied 1 line.');
    assert.equal(
      copiedPersonsText(3, doubtOf(30)),
      'Copied 3 lines. The service sent 25 persons of “Shops”, but the cohort’s count is 30.',
    );
    assert.equal(
      copiedPersonsText(3, doubtOf(25, 'Person 1 has no ID.')),
      'Copied 3 lines. Not everything could be read: Person 1 has no ID.',
    );
    const full = { persons: 25, withMostIds: 1, problems: [], count: 25, state: 'ready' } as const;
    assert.equal(
      copiedPersonsText(10, copiedPersonsDoubt('“Shops”', full)),
      'Copied 10 lines. 1 person has exactly 10 distinct IDs, the most that a service sends, and may have more.',
    );
  });
});

describe('persons of a cohort that is not calculated', () => {
  const sentences = {
    calculating: 'The cohort is being calculated, so these are the persons of its last calculation.',
    failed: 'The last calculation failed, so persons may be outdated.',
  };
  const withoutPersons = {
    calculating: 'The cohort is being calculated.',
    failed: 'The last calculation of the cohort failed.',
  };

  it('are not exported or copied without a word on it', () => {
    const result = {
      path: '/a.csv',
      format: 'csv',
      rows: 2,
      expectedRows: 2,
      bytes: 9,
      complete: 'yes',
      tally: emptyTally,
    } as const;
    const copied = { persons: 2, withMostIds: 0, problems: [], count: 2 };
    for (const [state, note] of [
      ['calculating', 'calculating'],
      ['failed', 'calculationFailed'],
    ] as const) {
      assert.equal(
        resultText('Shops', { ...result, notes: [note] }),
        `Exported all 2 persons of “Shops”. ${sentences[state]}`,
      );
      assert.equal(copiedPersonsDoubt('“Shops”', { ...copied, state }), sentences[state]);
      const none = { ...copied, persons: 0, count: 0, state };
      assert.equal(copiedPersonsDoubt('“Shops”', none), withoutPersons[state]);
      const empty = { ...result, rows: 0, expectedRows: 0, notes: [note] };
      assert.match(resultText('Shops', empty), new RegExp(` The export is empty. ${withoutPersons[state]}$`));
    }
  });
});

describe('an export that is whole without its name', () => {
  it('says where it is', () => {
    const result = {
      path: '/a.csv.1.part',
      format: 'csv',
      rows: 2,
      expectedRows: 2,
      bytes: 9,
      complete: 'yes',
      tally: emptyTally,
      notes: ['unnamed'],
    } as const;
    assert.equal(
      resultText('Shops', result),
      'Exported all 2 persons of “Shops”. The file could not be renamed. It is kept as “/a.csv.1.part”.',
    );
    assert.match(resultText('Shops', { ...result, notes: ['notCsv', 'unnamed'] }), /a\.csv\.1\.part/);
  });
});

describe('an export that fails', () => {
  it('was interrupted only if it had begun', () => {
    const ref = { connectionId: 'acme', projectId: '1', kind: 'cohort', id: 1 } as const;
    const failed = { job: { ref, format: 'csv' }, name: 'Shops', error: undefined } as const;
    const attempt = (hasBegun: boolean) => wordsOfFailure({ ...failed, hasBegun }, undefined).attempt;
    assert.deepEqual([true, false].map(attempt), [
      'The export of “Shops” was interrupted.',
      'Could not export “Shops”.',
    ]);
  });
});
