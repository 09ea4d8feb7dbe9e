// Uses exports, drafts, protections, tables and sample data while other programs hold files, in a process of its own.
//   node --import=test/misbehaving/windowsFiles.ts heldFiles.ts FOLDER FIRST_SEED COUNT
// Prints a line for each schedule under which something was lost, then a line of JSON: how many tries were refused.
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import pLimit from 'p-limit';
import { isApiError } from '#api/apiError.ts';
import { isInUse, retryInUse } from '#disk/moveFile.ts';
import { compareFiles } from '#exports/compare/compareFiles.ts';
import type { ExportOptions } from '#exports/exportOptions.ts';
import { exportPersons } from '#exports/exportPersons.ts';
import { listResumable } from '#exports/files/checkpointFile.ts';
import { removeAllExports } from '#exports/files/removeExports.ts';
import { writeInterruptedFile } from '#exports/writeInterruptedFile.ts';
import { LocalHistory } from '#model/documents/localHistory.ts';
import { MergeBases } from '#model/documents/merge/mergeBases.ts';
import { StructureDrafts } from '#model/documents/structureDrafts.ts';
import { Connections } from '#model/connections/connections.ts';
import { SharedProtection } from '#model/connections/protection.ts';
import { createFileMemory, hashText } from '#model/storage/memory.ts';
import { createTextFiles } from '#model/storage/textFiles.ts';
import { WindowSignals } from '#model/storage/windowSignals.ts';
import type { Database } from '#sandbox/store/database.ts';
import { openStore } from '#sandbox/store/openStore.ts';
import { openTable } from '#table/openTable.ts';
import { countRefused } from '../../misbehaving/windowsFiles.ts';
import { reset } from '../../misbehaving/acts.ts';
import { makePersons, startPersons } from '../../unit/exports/personsService.ts';
import { eventually } from '../../ui/driver/eventually.ts';
import { ignore, noSignal, workerUrl } from '../../unit/table/tables.ts';

const total = 40;
const persons = makePersons(total);
const lines = persons.map((person) => `${JSON.stringify(person)}\n`);
const formats = ['ndjson', 'json', 'csvAll'] as const;
const ref = { connectionId: 'acme', projectId: '1', kind: 'cohort', id: 7 } as const;

/** Cohorts, by their ids, whose persons break off after a page. */
const broken = new Set<number>();
const ends: (() => Promise<void>)[] = [];
const service = await startPersons(
  { after: (end) => void ends.push(end) },
  persons,
  ({ offset }, { url }) =>
    offset === 20 && broken.has(Number(/cohorts\/(\d+)\//.exec(url)?.[1])) ? reset() : undefined,
  total,
  { rateLimits: { personsPerMinute: Infinity, recordsPerMinute: Infinity } },
);

const run = async (directory: string, cohortId: number, options: Partial<ExportOptions> = {}) =>
  exportPersons({
    cohorts: service.cohorts,
    cohortId,
    format: 'ndjson',
    directory,
    fileName: 'a.txt',
    expectedCount: total,
    signal: noSignal,
    onProgress: ignore,
    paging: { pageSize: 10, firstWaitMs: 0, ahead: 0 },
    resumable: { tag: 'here', everyMs: 0 },
    ...options,
  });

/** As a program that waits for a held file. */
const read = async (file: string) => retryInUse(() => readFile(file, 'utf8'));

/** Each use of the disk, in a folder of its own. Throws if something is lost, or left. */
const uses: readonly ((folder: string, seed: number) => Promise<void>)[] = [
  async function exported(folder, seed) {
    const format = formats[seed % formats.length] ?? 'json';
    broken.add(seed);
    await assert.rejects(run(folder, seed, { format }), (error) => isApiError(error, 'network'));
    broken.delete(seed);
    const [kept] = await listResumable(folder);
    assert.equal(kept?.rows, 20, 'the interrupted export is offered');
    const result = await run(folder, seed, { format, resumeFrom: kept });
    assert.deepEqual([result.rows, result.complete], [total, 'yes']);
    const undisturbed = await run(service.directory, seed, { format, fileName: `${seed}.txt` });
    assert.equal(await read(result.path), await read(undisturbed.path));
    assert.deepEqual(await readdir(folder), ['a.txt']);
    assert.equal(await removeAllExports(folder), 1);
  },
  async function compared(folder, seed) {
    broken.add(seed);
    await assert.rejects(run(folder, seed), (error) => isApiError(error, 'network'));
    broken.delete(seed);
    const [kept] = await listResumable(folder);
    assert.ok(kept);
    const part = await writeInterruptedFile(kept, 'part.ndjson', noSignal);
    assert.equal(await read(part), lines.slice(0, 20).join(''));
    const whole = await run(folder, seed, { fileName: 'whole.ndjson' });
    const scratchDirectory = path.join(folder, 'scratch');
    const files = [part, whole.path];
    const comparison = await compareFiles({ files, scratchDirectory, signal: noSignal, onProgress: ignore });
    const late = comparison.parts.find((one) => one.files === 2);
    assert.ok(late);
    const options = {
      directory: folder,
      fileName: 'late.ndjson',
      format: 'ndjson',
      signal: noSignal,
    } as const;
    assert.equal(await read(await comparison.write(late, options)), lines.slice(20).join(''));
    await comparison.close();
    assert.deepEqual(await readdir(scratchDirectory), []);
    assert.equal(await removeAllExports(folder), 4); // the interrupted one is still to be resumed
    assert.deepEqual(await readdir(folder), ['scratch']);
  },
  async function shownAsTable(folder, seed) {
    const { path: file } = await run(folder, seed, { fileName: 'a.ndjson' });
    const scratchDirectory = path.join(folder, 'scratch');
    const options = { path: file, scratchDirectory, workerUrl, onIndex: ignore, onBroken: assert.fail };
    const table = await openTable({ ...options, minRows: total });
    const query = { search: '', filters: [], sort: { column: 0, isDescending: true } };
    const view = await table.view(query, noSignal, ignore);
    assert.deepEqual(await table.cells(view, 0, 1, [0]), [[persons.at(-1)?.id]]);
    await table.close();
    assert.deepEqual(await readdir(scratchDirectory), []);
  },
  async function savesAndDrafts(folder) {
    const errors: unknown[] = [];
    const onError = (error: unknown): void => void errors.push(error);
    const texts = ['{"a": 1}', '{"a": 2}', '{"a": 3}'];
    const openBases = () =>
      new MergeBases(
        createFileMemory(path.join(folder, 'bases.json')),
        createTextFiles(path.join(folder, 'texts'), Date.now),
        onError,
      );
    const [bases, openDrafts] = [openBases(), () => new StructureDrafts(folder, onError)];
    const drafts = openDrafts();
    const historyOptions = { folder: path.join(folder, 'history'), keepDays: () => 1, now: Date.now };
    const openHistory = () =>
      new LocalHistory({ ...historyOptions, onStorageError: onError, onDamaged: onError });
    const history = openHistory();
    for (const [index, text] of texts.entries()) {
      await bases.set('a', { of: 'a', hash: hashText(text), mtime: index, size: text.length }, text);
      await drafts.keep(texts, 'a', [{ field: '[]', text, before: '' }]);
      await history.add({ action: 'save', ref: { ...ref, part: 'filters' }, before: '{}', after: text });
    }
    assert.equal((await openBases().origin('a'))?.base, texts.at(-1));
    assert.deepEqual(
      openDrafts()
        .left('a')
        .flatMap((one) => one.drafts.map(({ text }) => text)),
      texts.slice(-1),
    );
    const kept = openHistory()
      .of(ref)
      .map(({ after = '' }) => openHistory().text(after));
    assert.deepEqual(await Promise.all(kept), texts.toReversed());
    await history.clear();
    assert.deepEqual(errors, []);
  },
  async function protections(folder) {
    const errors: unknown[] = [];
    const onError = (error: unknown): void => void errors.push(error);
    const file = path.join(folder, 'protection.json');
    const setting = {
      get: () => [{ id: 'acme', url: 'https://acme.example', projects: [{ id: '1' }] }],
      set: async () => undefined,
      onDidChange: () => ({ dispose: ignore }),
    };
    const open = () => new SharedProtection(createFileMemory(file), new Connections(setting), onError);
    const isThere = (level: string) => async () => (await read(file)).includes(level);
    const own = open();
    await eventually('the file', isThere('acme')); // windows are processes of their own; here they take turns
    const other = open();
    const beforeWrite = () => {
      other.readAgain();
      return other.of('acme', '1');
    };
    for (const level of ['production', 'readOnly', 'production'] as const) {
      await own.set('acme', '1', level);
      const seen = beforeWrite();
      assert.ok(seen === level || seen === 'readOnly', `${seen}, not ${level}`);
      await eventually(`${level} in the other window`, async () => beforeWrite() === level);
    }
    const heard: string[] = [];
    const signals = [0, 1].map(
      () => new WindowSignals(path.join(folder, 'signals'), (name) => heard.push(name), onError),
    );
    for (const window of signals) await window.start();
    await signals[0]?.send('protection');
    await signals[1]?.look();
    for (const window of signals) window.dispose();
    assert.deepEqual(heard, ['protection']);
    assert.ok(errors.every(isInUse));
  },
  async function sampleData(folder) {
    const fill = (db: Database) => db.exec("CREATE TABLE mine (a TEXT); INSERT INTO mine VALUES ('sample')");
    const first = openStore(folder, false, fill);
    first.db.run("UPDATE mine SET a = 'changed'");
    first.close();
    const second = openStore(folder, false, fill);
    assert.equal(second.db.get('SELECT a FROM mine')?.['a'], 'changed');
    second.close();
    const third = openStore(folder, true, fill);
    assert.equal(third.db.get('SELECT a FROM mine')?.['a'], 'sample');
    third.close();
  },
];

const [below = '', first, number] = process.argv.slice(2);
const [firstSeed, count] = [Number(first), Number(number)];
const side = pLimit(40); // most of a schedule is waiting
await Promise.all(
  Array.from({ length: count }, (_, index) =>
    side(async () => {
      const seed = firstSeed + index;
      const use = uses[seed % uses.length];
      const folder = await mkdtemp(path.join(below, `held-${seed}-`));
      try {
        await use?.(folder, seed);
      } catch (error) {
        console.log(`${use?.name} under schedule ${seed}:`, error);
      }
    }),
  ),
);
for (const end of ends) await end();
console.log(JSON.stringify({ schedules: count, refused: countRefused() }));
