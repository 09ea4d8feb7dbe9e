import assert from 'node:assert/strict';
import { mkdtemp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { showRecentExports } from '#commands/exports/showRecentExports.ts';
import { type ResumableExport, writeCheckpoint } from '#exports/files/checkpointFile.ts';
import { RecentExports } from '#model/records/persons/recentExports.ts';
import { volatileDir } from '../volatile.ts';
import { withFirstPicks } from './firstPick.ts';
import { createConnections } from './startCommands.ts';
import { createMemory } from '../stored.ts';

describe('“Recent Exports…”', () => {
  it('lists an interrupted export before the others, and resumes it', async () => {
    const directory = await mkdtemp(path.join(volatileDir, 'cohort-deck-recent-'));
    const partPath = path.join(directory, 'Interrupted.ndjson.1.part');
    await writeFile(partPath, '{}\n');
    await writeCheckpoint(partPath, {
      cohortId: 1,
      format: 'ndjson',
      fileName: 'Interrupted.ndjson',
      tag: 'acme/1/cohort/1',
      offset: 1,
      limit: 1,
      bytes: 3,
      rows: 1,
      expectedCount: 2,
      lastCalculation: null,
      isReleased: true,
    });
    const recentExports = new RecentExports(createMemory());
    const finished = { name: 'Finished', path: path.join(directory, 'Finished.csv'), rows: 1, bytes: 10 };
    const complete = { isComplete: true, holdsPersons: true, exportedAt: Date.now() };
    await recentExports.add({ ...finished, ...complete, cohort: 'acme/1/cohorts/1' });
    const { connections } = createConnections();
    const resumed: ResumableExport[] = [];
    await withFirstPicks(
      showRecentExports(
        { directory, connections, recentExports },
        async (interrupted) => void resumed.push(interrupted),
      ),
    );
    assert.deepEqual(
      resumed.map((one) => one.partPath),
      [partPath],
    );
  });
});
