import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { KnownVersions, requireSameFields, versionFields } from '#agents/knownVersions.ts';
import { readDashboard } from '#api/readRecord.ts';
import type { Dashboard } from '#model/records/deckRecord.ts';
import type { RecordRef } from '#model/records/recordRef.ts';

const ref: RecordRef = { connectionId: 'acme', projectId: '1', kind: 'dashboard', id: 7 };

function dashboardWith(tags: readonly string[]): Dashboard {
  const { record } = readDashboard({ id: 7, name: 'Growth', tags });
  assert.ok(record);
  return record;
}

describe('a known version', () => {
  it('is the same with tags in another order, which services do not keep', () => {
    const versions = new KnownVersions();
    const [one, other] = [dashboardWith(['b', 'a']), dashboardWith(['a', 'b'])];
    const id = versions.add(ref, one, '{}');
    assert.equal(versions.add(ref, other, '{}'), id);
    requireSameFields(versions.require(ref, id), versionFields(one), ['tags']);
    requireSameFields(versions.require(ref, id), versionFields(other), ['tags']);
    const more = versionFields(dashboardWith(['a', 'b', 'c']));
    assert.throws(() => requireSameFields(versions.require(ref, id), more, ['tags']), /tags/);
  });
});
