import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import test from 'node:test';
import { writeInterruptedFile } from '#exports/writeInterruptedFile.ts';
import { exportPersons } from '#exports/exportPersons.ts';
import type { ExportOptions } from '#exports/exportOptions.ts';
import { listResumable } from '#exports/files/checkpointFile.ts';
import { formatCsv } from '../../personsCsv.ts';
import { halfBody } from '../../misbehaving/acts.ts';
import { makePersons, type PersonsService, printPage, startPersons } from './personsService.ts';

const { signal } = new AbortController();
/** The later ones have a column more. */
const persons = makePersons(95).map((person, at) =>
  at < 25 ? person : { ...person, properties: { ...person.properties, late: at } },
);

const run = ({ cohorts, directory }: PersonsService, options: Partial<ExportOptions>) =>
  exportPersons({
    cohorts,
    cohortId: 7,
    format: 'json',
    directory,
    fileName: 'a.txt',
    expectedCount: 95,
    signal,
    onProgress: () => undefined,
    paging: { pageSize: 10, firstWaitMs: 0, ahead: 0 },
    resumable: { tag: 'here', everyMs: 0 },
    ...options,
  });

const holds = {
  json: (text: string, rows: number) => assert.deepEqual(JSON.parse(text), persons.slice(0, rows)),
  ndjson: (text: string, rows: number) =>
    assert.deepEqual(
      text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)])),
      persons.slice(0, rows),
    ),
  csvAll: (text: string, rows: number) => assert.equal(text, formatCsv(persons.slice(0, rows))),
};

for (const format of ['json', 'ndjson', 'csvAll'] as const) {
  test(`a copy of an interrupted export is a valid ${format} file, and the export still resumes`, async (context) => {
    let isBroken = true;
    const service = await startPersons(context, persons, (asked) =>
      isBroken && asked.offset === 50 ? halfBody(printPage(persons, asked), 700) : undefined,
    );
    await assert.rejects(run(service, { format }), { name: 'ApiError' });
    const [kept] = await listResumable(service.directory);
    assert.equal(kept?.rows, 50);
    const file = await writeInterruptedFile(kept, 'first 50.txt', signal);
    assert.equal(path.basename(file), 'first 50.txt');
    holds[format](await readFile(file, 'utf8'), 50);
    const none = await writeInterruptedFile({ ...kept, bytes: 0, rows: 0 }, 'none.txt', signal);
    holds[format](await readFile(none, 'utf8'), 0);
    isBroken = false;
    const result = await run(service, { format, resumeFrom: kept });
    assert.deepEqual([result.rows, result.complete], [95, 'yes']);
    assert.deepEqual((await readdir(service.directory)).toSorted(), ['a.txt', 'first 50.txt', 'none.txt']);
  });
}
