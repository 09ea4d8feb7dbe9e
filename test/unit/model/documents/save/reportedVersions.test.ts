import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ReportedVersions } from '#model/documents/openDocument.ts';

const base = { mtime: 1000, size: 10 };
const version = (raw: string, size = raw.length) => ({ raw, mtime: 2000, size });

describe('a write that the editor lets pass', () => {
  it('over a version that it had refused to write over overwrites it', () => {
    const reported = new ReportedVersions();
    reported.add(version('theirs'));
    reported.add(version('theirs'));
    assert.equal(reported.overwritten(base), 'theirs');
  });

  it('overwrites what the person was asked about, not what came later', () => {
    const reported = new ReportedVersions();
    reported.add(version('theirs'));
    reported.add(version('later still'));
    assert.equal(reported.overwritten(base), 'theirs');
  });

  for (const [what, size, mtime, times] of [
    ['is reported for the first time', 3, 2000, 1],
    ['has the same size, so that the editor does not notice', 10, 2000, 2],
    ['is not newer', 3, 1000, 2],
  ] as const) {
    it(`over a version that ${what} overwrites nothing`, () => {
      const reported = new ReportedVersions();
      for (let time = 0; time < times; time++) reported.add({ raw: 'theirs', mtime, size });
      assert.equal(reported.overwritten(base), undefined);
    });
  }

  it('of a text that has been saved or reverted since, or has no base, overwrites nothing', () => {
    const reported = new ReportedVersions();
    for (let time = 0; time < 2; time++) reported.add(version('theirs'));
    assert.equal(reported.overwritten(undefined), undefined);
    reported.clear();
    assert.equal(reported.overwritten(base), undefined);
  });
});
