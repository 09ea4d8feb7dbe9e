import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ReportedVersions } from '#model/documents/reportedVersions.ts';

const base = { mtime: 1000, size: 10 };
const version = (raw: string, size = raw.length) => ({ raw, mtime: 2000, size });

describe('a write that the editor lets pass', () => {
  it('over a version that it had refused to write over was approved', () => {
    const told = new ReportedVersions();
    told.tell('text', version('theirs'));
    told.tell('text', version('theirs'));
    assert.equal(told.approved('text', base), 'theirs');
  });

  it('was approved for what the person was asked about, not for what came later', () => {
    const told = new ReportedVersions();
    told.tell('text', version('theirs'));
    told.tell('text', version('later still'));
    assert.equal(told.approved('text', base), 'theirs');
  });

  for (const [what, size, mtime, times] of [
    ['was told of for the first time', 3, 2000, 1],
    ['has the same size, so that it does not notice', 10, 2000, 2],
    ['is not newer', 3, 1000, 2],
  ] as const) {
    it(`over a version that ${what} was not approved`, () => {
      const told = new ReportedVersions();
      for (let time = 0; time < times; time++) told.tell('text', { raw: 'theirs', mtime, size });
      assert.equal(told.approved('text', base), undefined);
    });
  }

  it('of a text that has been saved or reverted since, or of another one, was not approved', () => {
    const told = new ReportedVersions();
    for (const at of ['text', 'text', 'other']) told.tell(at, version('theirs'));
    assert.equal(told.approved('other', base), undefined);
    assert.equal(told.approved('text', undefined), undefined);
    told.forget('text');
    assert.equal(told.approved('text', base), undefined);
  });
});
