import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { cpSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, truncate, utimes, writeFile } from 'node:fs/promises';

import path from 'node:path';
import test from 'node:test';
import { listResumable, writeCheckpoint } from '#exports/files/checkpointFile.ts';
import type { Checkpoint } from '#exports/files/checkpointFile.ts';
import { exportPersons } from '#exports/exportPersons.ts';
import type { ExportOptions } from '#exports/exportOptions.ts';
import type { ExportFormat } from '#exports/files/exportFormat.ts';
import { formatCsv } from '../../personsCsv.ts';
import { halfBody, json, reset } from '../../misbehaving/acts.ts';
import { volatileDir } from '../../volatile.ts';
import { makePersons, pagedFormats, printPage, startPersons } from './personsService.ts';
import type { PersonsService, Scope } from './personsService.ts';

const persons = makePersons(95);

async function run(service: PersonsService, format: ExportFormat, options: Partial<ExportOptions> = {}) {
  return exportPersons({
    cohorts: service.cohorts,
    cohortId: 7,
    format,
    directory: service.directory,
    fileName: 'a.txt',
    expectedCount: 95,
    signal: new AbortController().signal,
    onProgress: () => undefined,
    paging: { pageSize: 10, firstWaitMs: 0, ahead: 0 },
    resumable: { tag: 'here', address: 'https://here.test', everyMs: 0 },
    ...options,
  });
}

async function findOne(service: PersonsService) {
  const [found, ...others] = await listResumable(service.directory);
  assert.ok(found);
  assert.deepEqual(others, []);
  return found;
}

test('an export whose connection is removed can be resumed', async (context) => {
  const service: PersonsService = await startPersons(context, persons, ({ offset }) => {
    if (offset === 50) void service.endClient();
    return undefined;
  });
  await assert.rejects(run(service, 'ndjson'), { name: 'ApiError', kind: 'cancelled' });
  assert.equal((await findOne(service)).rows, 50);
});

for (const format of pagedFormats) {
  test(`${format} that was interrupted resumes from the last whole page, and its file is the same`, async (context) => {
    let isBroken = true;
    const service = await startPersons(context, persons, (asked) =>
      isBroken && asked.offset === 50 ? halfBody(printPage(persons, asked), 700) : undefined,
    );
    await assert.rejects(run(service, format), { name: 'ApiError', kind: 'incomplete' });
    const found = await findOne(service);
    assert.deepEqual(
      [found.tag, found.address, found.rows, found.offset, found.cohortId, found.fileName],
      ['here', 'https://here.test', 50, 50, 7, 'a.txt'],
    );

    isBroken = false;
    const before = service.server.received.length;
    const result = await run(service, format, { resumeFrom: found });
    assert.equal(service.server.received.length - before, 5, 'only the pages that were missing');
    assert.deepEqual([result.rows, result.complete, result.notes], [95, 'yes', []]);
    assert.deepEqual(await readdir(service.directory), ['a.txt']);

    const written = await readFile(result.path, 'utf8');
    const undisturbed = await run(service, format, { fileName: 'b.txt' });
    assert.equal(written, await readFile(undisturbed.path, 'utf8'));
  });
}

test('a CSV that finds columns on every page resumes from any page, more than once', async (context) => {
  const late = persons.map((person, at) => ({
    ...person,
    properties: { ...person.properties, [`${at % 2 === 0 ? 'a' : 'z'} ${at}, "late"`]: `x\r\n${at}` },
  }));
  let breaksAt = 10;
  const service = await startPersons(context, late, ({ offset }) =>
    offset === breaksAt ? reset() : undefined,
  );
  await assert.rejects(run(service, 'csvAll'), { kind: 'network' });
  for (breaksAt = 20; breaksAt < 90; breaksAt += 20) {
    await assert.rejects(run(service, 'csvAll', { resumeFrom: await findOne(service) }), { kind: 'network' });
  }
  breaksAt = -1;
  const found = await findOne(service);
  assert.equal(found.rows, 80);
  const result = await run(service, 'csvAll', { resumeFrom: found });
  const undisturbed = await run(service, 'csvAll', { fileName: 'b.txt' });
  assert.equal(await readFile(result.path, 'utf8'), formatCsv(late));
  assert.equal(await readFile(undisturbed.path, 'utf8'), formatCsv(late));
  assert.deepEqual([result.rows, result.tally.duplicates], [95, 0]);
});

test('a resumed CSV of all persons recognizes the persons that it has, whatever their ids', async (context) => {
  const ids = ['é"1, 2"', 'line\nend', '7', 'a\\b', ...persons.slice(4, 40).map(({ id }) => id)];
  const odd = ids.map((id) => ({ id, name: 'Odd', properties: {} }));
  let isBroken = true;
  const service = await startPersons(context, odd, ({ offset }) =>
    isBroken && offset === 30 ? reset() : undefined,
  );
  await assert.rejects(run(service, 'csvAll'), { kind: 'network' });
  isBroken = false;
  odd.unshift(...odd.splice(30, 10)); // all persons from before the interruption arrive again
  const result = await run(service, 'csvAll', { resumeFrom: await findOne(service), expectedCount: 40 });
  assert.deepEqual([result.rows, result.tally.duplicates], [30, 10]);
});

test('a resumed export still says how many persons came twice before it was interrupted', async (context) => {
  const twice = [...persons.slice(0, 20), ...persons.slice(0, 5), ...persons.slice(20)];
  let isBroken = true;
  const service = await startPersons(context, twice, ({ offset }) =>
    isBroken && offset === 50 ? reset() : undefined,
  );
  await assert.rejects(run(service, 'json'), { kind: 'network' });
  isBroken = false;
  const result = await run(service, 'json', { resumeFrom: await findOne(service) });
  assert.deepEqual([result.rows, result.tally.duplicates, result.notes], [95, 5, ['duplicatesDropped']]);
});

for (const format of pagedFormats) {
  test(`${format} that is killed between its last page and its final name resumes from what it kept`, async (context) => {
    const late = persons.map((person, at) =>
      at === 94 ? { ...person, properties: { 'found late': 1 } } : person,
    );
    const atEnd = path.join(volatileDir, `exports-${randomUUID()}`);
    context.after(() => rm(atEnd, { recursive: true, force: true }));
    let directory = '';
    const service = await startPersons(
      context,
      late,
      () => undefined,
      () => {
        // The last question of an export, which it asks when all is written.
        if (directory !== '') cpSync(directory, atEnd, { recursive: true });
        directory = '';
        return { count: 95 };
      },
    );
    directory = service.directory;
    const undisturbed = await run(service, format, { expectedCount: 94 });
    assert.deepEqual(await readdir(service.directory), ['a.txt']);

    const [found] = await listResumable(atEnd);
    assert.equal(found?.rows, 90);
    const result = await run(service, format, { directory: atEnd, resumeFrom: found });
    assert.equal(await readFile(result.path, 'utf8'), await readFile(undisturbed.path, 'utf8'));
  });
}

test('an aborted export keeps its part if it is resumable, and no file if it is not', async (context) => {
  for (const [resumable, files] of [
    [{ tag: 'here', everyMs: 0 }, 2],
    [undefined, 0],
  ] as const) {
    const stopping = new AbortController();
    const service = await startPersons(context, persons, ({ offset }) => {
      if (offset !== 30) return undefined;
      stopping.abort();
      return reset();
    });
    const { signal } = stopping;
    await assert.rejects(run(service, 'ndjson', { signal, resumable }), { kind: 'cancelled' });
    assert.equal((await readdir(service.directory)).length, files);
    assert.equal((await listResumable(service.directory)).length, files / 2);
  }
});

test('a resumable export that is aborted before it begins sends and writes nothing', async (context) => {
  const service = await startPersons(context, persons);
  const directory = path.join(service.directory, 'exports');
  await assert.rejects(run(service, 'ndjson', { directory, signal: AbortSignal.abort() }), {
    kind: 'cancelled',
  });
  assert.deepEqual([service.server.received.length, await readdir(service.directory)], [0, []]);
});

async function keepFifty(scope: Scope, format: ExportFormat) {
  let breaksAt = 50;
  const service = await startPersons(scope, persons, ({ offset }) =>
    offset === breaksAt ? reset() : undefined,
  );
  await assert.rejects(run(service, format), { kind: 'network' });
  return {
    service,
    found: await findOne(service),
    breakAt: (offset: number) => {
      breaksAt = offset;
    },
  };
}

for (const isOfOtherWindow of [false, true]) {
  test(`a checkpoint that cannot be written ends no export, and the last one stays${isOfOtherWindow ? ' where another window wrote it' : ''}`, async (context) => {
    const { service, found, breakAt } = await keepFifty(context, 'ndjson');
    const ours = path.join(service.directory, `a.txt.${process.pid}`);
    let kept = found;
    if (isOfOtherWindow) {
      const theirs = path.join(service.directory, `a.txt.${process.ppid}`);
      for (const ending of ['part', 'resume']) await rename(`${ours}.${ending}`, `${theirs}.${ending}`);
      kept = await findOne(service);
      assert.equal(kept.partPath, `${theirs}.part`);
    }
    await mkdir(`${ours}.resume-new`);
    breakAt(70);
    await assert.rejects(run(service, 'ndjson', { resumeFrom: kept }), { kind: 'network' });
    const again = await findOne(service);
    assert.deepEqual([again.rows, again.partPath], [50, `${ours}.part`]);
    breakAt(-1);
    const result = await run(service, 'ndjson', { resumeFrom: again });
    assert.equal(result.rows, 95);
    assert.deepEqual((await readdir(service.directory)).toSorted(), [
      'a.txt',
      path.basename(`${ours}.resume-new`),
    ]);
  });
}

test('a resumed export is no longer released, so that no other window resumes it before its next page', async (context) => {
  const { service, found, breakAt } = await keepFifty(context, 'ndjson');
  const isReleased = async () => {
    const text = await readFile(found.partPath.replace(/part$/, 'resume'), 'utf8');
    return /"isReleased":(\w+)/.exec(text)?.[1];
  };
  assert.equal(await isReleased(), 'true');
  breakAt(-1);
  let whileItRuns: string | undefined;
  const resumed: PersonsService = {
    ...service,
    cohorts: {
      ...service.cohorts,
      async openPersons(...asked) {
        whileItRuns ??= await isReleased();
        return service.cohorts.openPersons(...asked);
      },
    },
  };
  const result = await run(resumed, 'ndjson', { resumeFrom: found });
  assert.deepEqual([result.rows, whileItRuns], [95, 'false']);
});

test('an interrupted export that is damaged is discarded when it is resumed', async (context) => {
  const { service, found } = await keepFifty(context, 'ndjson');
  await writeFile(found.partPath, ' '.repeat(found.bytes));
  await assert.rejects(run(service, 'ndjson', { resumeFrom: found }), { kind: 'damaged' });
  assert.deepEqual(await readdir(service.directory), []);
});

test('a part that is shorter than its checkpoint says is not offered', async (context) => {
  const service = await startPersons(context, persons, ({ offset }) => (offset === 40 ? reset() : undefined));
  await assert.rejects(run(service, 'json'), { kind: 'network' });
  const { partPath } = await findOne(service);
  await truncate(partPath, 10);
  assert.deepEqual(await listResumable(service.directory), []);
});

test('a part that another process is writing is not offered until that closes it or stops writing', async (context) => {
  const service = await startPersons(context, persons);
  const partPath = path.join(service.directory, `a.json.${process.ppid}.part`); // the process that started this test is alive
  await writeFile(partPath, '[\n{}');
  const checkpoint: Checkpoint = {
    cohortId: 7,
    format: 'json',
    fileName: 'a.json',
    tag: 'here',
    offset: 10,
    limit: 10,
    bytes: 4,
    rows: 1,
    expectedCount: 95,
    lastCalculation: undefined,
  };
  await writeCheckpoint(partPath, checkpoint);
  assert.deepEqual(await listResumable(service.directory), []);
  await writeCheckpoint(partPath, { ...checkpoint, isReleased: true });
  assert.equal((await findOne(service)).partPath, partPath);
  await writeCheckpoint(partPath, checkpoint);
  const anHourAgo = Date.now() / 1000 - 3600;
  await utimes(partPath, anHourAgo, anHourAgo);
  assert.equal((await findOne(service)).partPath, partPath);
});

test('an export is resumed once: the second attempt fails because the first one has its part', async (context) => {
  let isBroken = true;
  const service = await startPersons(context, persons, ({ offset }) =>
    isBroken && offset === 40 ? reset() : undefined,
  );
  await assert.rejects(run(service, 'json'), { kind: 'network' });
  isBroken = false;
  const found = await findOne(service);
  const both = await Promise.allSettled([
    run(service, 'json', { resumeFrom: found }),
    run(service, 'json', { resumeFrom: found }),
  ]);
  const errors = both.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  assert.deepEqual(
    errors.map(({ kind }) => kind),
    ['notKept'],
  );
  assert.deepEqual(await readdir(service.directory), ['a.txt']);
  await assert.rejects(run(service, 'json', { resumeFrom: found, fileName: 'b.txt' }), { kind: 'notKept' });
});

test('a recalculation during an export is noted', async (context) => {
  let calculated = 'before';
  const service = await startPersons(
    context,
    persons,
    ({ offset }) => {
      if (offset === 50) calculated = 'after';
      return undefined;
    },
    () => ({ count: 95, last_calculation: calculated }),
  );
  const changed = await run(service, 'json', { lastCalculation: 'before' });
  assert.deepEqual([changed.complete, changed.notes], ['yes', ['recalculated']]);
  const same = await run(service, 'json', { lastCalculation: 'after' });
  assert.deepEqual([same.complete, same.notes], ['yes', []]);
});

test('persons of a cohort that is calculating, or whose calculation has failed, are noted', async (context) => {
  let state: object = {};
  const service = await startPersons(
    context,
    persons,
    () => undefined,
    () => ({ count: 95, last_calculation: 'before', ...state }),
  );
  const notesWith = async (members: object) => {
    state = members;
    const { complete, notes } = await run(service, 'json', { lastCalculation: 'before' });
    assert.equal(complete, 'yes');
    return notes;
  };
  assert.deepEqual(await notesWith({ is_calculating: true, errors_calculating: 1 }), ['calculating']);
  assert.deepEqual(await notesWith({ errors_calculating: 1 }), ['calculationFailed']);
  assert.deepEqual(await notesWith({ errors_calculating: 0 }), []);
  assert.deepEqual(await notesWith({ is_static: true, is_calculating: true }), []);
});

test('a recalculation before an export was resumed is noted', async (context) => {
  const calculated = { now: 'first' };
  let isBroken = true;
  const service = await startPersons(
    context,
    persons,
    ({ offset }) => (isBroken && offset === 50 ? reset() : undefined),
    () => ({ count: 95, last_calculation: calculated.now }),
  );
  await assert.rejects(run(service, 'json', { lastCalculation: 'first' }), { kind: 'network' });
  calculated.now = 'second';
  const resumed = await findOne(service);
  await assert.rejects(run(service, 'json', { lastCalculation: 'second', resumeFrom: resumed }), {
    kind: 'network',
  });
  isBroken = false;
  const again = await findOne(service);
  const result = await run(service, 'json', { lastCalculation: 'second', resumeFrom: again });
  assert.deepEqual([result.complete, result.notes], ['yes', ['recalculated']]);
});

test('a checkpoint of another version or program is ignored', async (context) => {
  const service = await startPersons(context, persons, () => json({}));
  const ours = `${service.directory}/x.${process.pid}`;
  const numbers = { cohortId: 7, offset: 1, limit: 1, bytes: 0, rows: 0 };
  const valid = { ...numbers, format: 'csvAll', fileName: 'a.csv', tag: '' };
  const others = [
    { ...valid, format: 'csv' },
    { ...valid, bytes: -1 },
    { ...valid, fileName: '../a.csv' },
    { ...valid, segments: [{ from: 4, names: ['id'] }] }, // its part holds a CSV
  ];
  await writeFile(`${ours}.part`, 'x');
  for (const text of ['', '{}', 'null', '{"cohortId":"7"}', ...others.map((one) => JSON.stringify(one))]) {
    await writeFile(`${ours}.resume`, text);
    assert.deepEqual(await listResumable(service.directory), [], text);
  }
  await writeFile(`${ours}.resume`, JSON.stringify(valid));
  assert.equal((await listResumable(service.directory)).length, 1, 'one of ours is not');
});
