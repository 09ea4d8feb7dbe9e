// Two keys, a text and the names of persons pass through everything that leaves a trace without a window. Each may be
// found only if it belongs: a key in its own connection's secret, a person in exports, and all files are this
// person's own.
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createClient } from '#api/client.ts';
import type { ApiClient } from '#api/clientTypes.ts';
import { exportPersons } from '#exports/exportPersons.ts';
import { type ExportFormat, exportFormatNames } from '#exports/files/exportFormat.ts';
import { createLog } from '#host/log.ts';
import { SecretKeys } from '#host/secretKeys.ts';
import { inEnglish } from '#text/translate.ts';
import { Connections } from '#model/connections/connections.ts';
import { diagnose } from '#model/connections/diagnose.ts';
import { formatDiagnosis } from '#model/connections/formatDiagnosis.ts';
import { createTextFiles } from '#model/storage/textFiles.ts';
import { StructureDrafts } from '#model/documents/structureDrafts.ts';
import { LocalHistory } from '#model/documents/localHistory.ts';
import { CountHistory } from '#model/records/countHistory.ts';
import { type PersonPart, readPersonLines } from '#model/records/persons/readPersonLines.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import { Trash } from '#model/records/trash.ts';
import { webUrl } from '#model/records/recordAddress.ts';
import { createFileMemory } from '#model/storage/memory.ts';
import { listen } from '#sandbox/server.ts';
import type { Listening } from '#sandbox/server.ts';
import { placesOf, readFiles, type Trace } from './canaryWatch.ts';
import { printError } from './faults/runCase.ts';
import { temporaryFolder } from '../volatile.ts';
import { assertOwnOnly } from '../assertOwnOnly.ts';

const canaryText = 'canary-text-of-a-condition';
const canaryName = 'Canary Cohort';
/** Of a connection whose service knows no such key. */
const otherKey = 'phx_canary_of_the_other_connection';
const faults = [
  'reset;every=7',
  'half;every=11',
  'status=403;scope=cohort:read;every=13',
  'status=500;every=17',
];

describe('what the extension writes', () => {
  let folder = '';
  let service: Listening;
  let client: ApiClient;
  let persons: readonly string[] = [];
  const lines: string[] = [];
  const errors: string[] = [];
  let settings: unknown = [];
  /** VS Code's secret storage. */
  const secrets = new Map<string, string>();
  let diagnosis = '';
  const copied: string[] = [];
  /** What Copy Persons copies, which is of persons. */
  const copiedPersons = new Map<PersonPart, readonly string[]>();
  /** A cohort with persons. */
  let cohortId = 0;
  let otherClient: ApiClient;
  let otherSecret = '';

  const keep = (line: string): void => void lines.push(line);
  const log = createLog({ debug: keep, info: keep, warn: keep, error: keep, show: () => undefined });
  const attempt = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      log.error('It failed.', error);
      errors.push(...printError(error));
    }
  };

  before(async () => {
    folder = temporaryFolder();
    service = await listen({ dataDir: path.join(folder, 'service'), persons: 300 });
    const retry = { firstWaitMs: 1 };
    client = createClient({ baseUrl: service.url, key: service.key, log: (line) => log.debug(line), retry });
    otherClient = createClient({
      baseUrl: service.url,
      key: otherKey,
      log: (line) => log.debug(line),
      retry,
    });
    await store();
    service.inject(faults.join(', '));
    for (let turn = 0; turn < 5; turn++) await useEverything();
    service.inject('');
    await examine();
  });

  after(async () => {
    await client.close();
    await otherClient.close();
    await service.close();
  });

  /** What is kept of connections and unsaved texts. */
  async function store(): Promise<void> {
    const connections = new Connections({
      get: () => settings,
      set: async (entries) => void (settings = entries),
      onDidChange: () => ({ dispose: () => undefined }),
    });
    const projects = [{ id: '1', name: 'Project' }];
    await connections.change(() => [{ id: 'acme', name: 'Acme', url: service.url, projects }]);
    const port = {
      get: async (name: string) => secrets.get(name),
      store: async (name: string, value: string) => void secrets.set(name, value),
      delete: async (name: string) => void secrets.delete(name),
      onDidChange: () => ({ dispose: () => undefined }),
    };
    const keys = new SecretKeys(port, keep);
    await keys.write('acme', service.url, service.key);
    assert.equal(await keys.read('acme', service.url), service.key);
    await keys.write('other', 'https://other.example', otherKey);
    assert.equal(await keys.read('other', 'https://other.example'), otherKey);
    otherSecret = secrets.get('cohortDeck.key.other') ?? '';
    const text = JSON.stringify({ properties: { type: 'AND', values: [{ value: canaryText }] } });
    await createTextFiles(path.join(folder, 'kept/bases'), Date.now).keep(text);
    const drafts = new StructureDrafts(path.join(folder, 'kept/drafts'), assert.ifError);
    await drafts.keep({}, 'document', [{ field: '[]', text, before: '' }]);
    const trash = new Trash(createFileMemory(path.join(folder, 'kept/trash.json')));
    const ref = { connectionId: 'acme', projectId: '1', kind: 'cohort', id: 1 } as const;
    await trash.add({ ref, name: canaryName, deletedAt: 1 });
    copied.push(webUrl(service.url, ref));
    const { results } = await client.cohorts('1').list();
    cohortId = results.find(({ count }) => (count ?? 0) > 50)?.id ?? 0;
    const page = await client.cohorts('1').persons(cohortId, { limit: 20 });
    await keepHistory(ref, text);
    persons = page.results
      .flatMap(({ id, name, properties }) => [id, name, properties['email']].map(String))
      .filter((shown) => shown.length > 6);
  }

  /** What the local history keeps of changes, and of the number of persons. */
  async function keepHistory(ref: RecordRef, text: string): Promise<void> {
    const options = {
      keepDays: () => 30,
      now: Date.now,
      onStorageError: assert.ifError,
      onDamaged: assert.ifError,
    };
    const history = new LocalHistory({ ...options, folder: path.join(folder, 'kept/history') });
    await history.add({ action: 'save', ref: { ...ref, part: 'filters' }, before: '{}', after: text });
    await history.add({ action: 'update', ref, before: { name: 'Before' }, after: { name: canaryName } });
    await history.add({ action: 'delete', ref });
    const counts = new CountHistory({ ...options, folder: path.join(folder, 'kept/counts') });
    await counts.add({ ...ref, id: cohortId }, await client.cohorts('1').retrieve(cohortId));
    assert.equal(history.of(ref).length, 3);
    assert.equal(counts.of({ ...ref, id: cohortId }).length, 1);
  }

  async function useEverything(): Promise<void> {
    const cohorts = client.cohorts('1');
    const filters = { properties: { type: 'AND', values: [{ type: 'nonsense', value: canaryText }] } };
    await attempt(async () => cohorts.list());
    await attempt(async () => cohorts.createText(JSON.stringify({ name: canaryName, filters })));
    await attempt(async () => cohorts.updateText(1, JSON.stringify({ filters })));
    await attempt(async () => cohorts.persons(cohortId));
    await attempt(async () => client.dashboards('1').moveTile(1, { tileId: 999, toDashboard: 2 }));
    await attempt(async () => client.listProjects());
    await attempt(async () => otherClient.listProjects());
    await attempt(async () => otherClient.cohorts('1').updateText(1, JSON.stringify({ filters })));
    for (const format of exportFormatNames) await attempt(async () => runExport(format));
    await attempt(async () => runExport('json', true));
  }

  async function runExport(format: ExportFormat, isPaused = false): Promise<void> {
    const pausing = new AbortController();
    await exportPersons({
      cohorts: client.cohorts('1'),
      cohortId,
      format,
      directory: path.join(folder, 'exports'),
      fileName: 'persons.txt',
      expectedCount: undefined,
      signal: pausing.signal,
      onProgress({ rows }) {
        if (isPaused && rows > 0) pausing.abort();
      },
      paging: { pageSize: 20, firstWaitMs: 1 },
      resumable: { tag: 'canary', everyMs: 0 },
    });
  }

  async function examine(): Promise<void> {
    const limits = { pageSize: 20, maxPersons: 300, signal: new AbortController().signal };
    for (const part of ['emails', 'distinctIds', 'ids'] as const)
      copiedPersons.set(
        part,
        (await readPersonLines(client.cohorts('1'), cohortId, part, limits))?.lines ?? [],
      );
    const tooFew = { ...limits, maxPersons: 10 };
    assert.equal(await readPersonLines(client.cohorts('1'), cohortId, 'ids', tooFew), undefined);
    const { url: baseUrl, key } = service;
    const target = { baseUrl, key, projects: ['1'], network: {}, mayWrite: () => true };
    const steps = await diagnose(target, inEnglish, new AbortController().signal);
    const context = { at: new Date(), isSample: false, versions: ['Cohort Deck'] };
    diagnosis = formatDiagnosis(steps, context, inEnglish);
  }

  /** Everything that is searched. */
  async function traces(): Promise<readonly Trace[]> {
    const inPlace = (place: string, texts: readonly string[]) => texts.map((text) => ({ place, text }));
    return [
      ...inPlace('log', lines),
      ...inPlace('error', errors),
      ...inPlace('clipboard', copied),
      ...inPlace('clipboard of persons', [...copiedPersons.values()].flat()),
      ...inPlace('settings', [JSON.stringify(settings)]),
      ...inPlace('diagnosis', [diagnosis]),
      ...[...secrets].map(([name, text]) => ({ place: `secret ${name}`, text })),
      ...(await readFiles(folder, 'service')),
    ];
  }

  it('is enough to search in', async () => {
    assert.ok(lines.length > 50 && errors.length > 10 && persons.length > 20 && diagnosis.length > 200);
    const places = (await traces()).map(({ place }) => place);
    for (const name of ['bases', 'drafts', 'trash', 'history', 'counts']) {
      assert.ok(
        places.some((place) => place.startsWith(`file kept/${name}`)),
        name,
      );
    }
    assert.ok(places.some((place) => place.startsWith('file exports/')));
    assert.ok(JSON.stringify(settings).includes(service.url));
  });

  it('has a key in the secret of its own connection, and nowhere else', async () => {
    const all = await traces();
    assert.deepEqual(placesOf(all, [service.key]), ['secret cohortDeck.key.acme']);
    assert.deepEqual(placesOf(all, [otherKey]), ['secret cohortDeck.key.other']);
  });

  /** Puts a text into a place. @returns removes it again */
  const plants: Readonly<Record<string, (text: string) => () => unknown>> = {
    log: (text) => {
      keep(`A line with ${text} in it.`);
      return () => lines.pop();
    },
    error: (text) => {
      errors.push(...printError(new Error('It failed.', { cause: new Error(text) })));
      return () => errors.splice(-4);
    },
    clipboard: (text) => {
      copied.push(text);
      return () => copied.pop();
    },
    settings: (text) => {
      const was = settings;
      settings = [{ id: 'acme', url: `https://acme.example/?key=${text}` }];
      return () => (settings = was);
    },
    diagnosis: (text) => {
      const was = diagnosis;
      diagnosis += text;
      return () => (diagnosis = was);
    },
    'secret cohortDeck.key.other': (text) => {
      secrets.set('cohortDeck.key.other', JSON.stringify({ key: text }));
      return () => secrets.set('cohortDeck.key.other', otherSecret);
    },
    ...Object.fromEntries(
      ['kept/history/leak.json', 'kept/counts/leak.json', 'exports/leak.csv'].map((name) => [
        `file ${name}`,
        (text: string) => {
          writeFileSync(path.join(folder, name), `a,${text}`, { mode: 0o600 });
          return () => rmSync(path.join(folder, name));
        },
      ]),
    ),
  };

  for (const [place, plant] of Object.entries(plants)) {
    it(`would be found to have a key in the ${place}`, async () => {
      const takeOut = plant(service.key);
      const found = placesOf(await traces(), [service.key]);
      takeOut();
      assert.deepEqual(found.toSorted(), [place, 'secret cohortDeck.key.acme'].toSorted());
      assert.deepEqual(placesOf(await traces(), [service.key]), ['secret cohortDeck.key.acme']);
    });
  }

  it('has of copied persons what the command names, and nothing else', () => {
    const [emails = [], distinctIds = [], ids = []] = copiedPersons.values();
    assert.ok(emails.length > 20 && emails.every((line) => /^[^@\s]+@[^@\s]+$/.test(line)));
    assert.ok(ids.length > 50 && ids.every((line) => /^[0-9a-f-]{36}$/.test(line)));
    assert.ok(distinctIds.length > 0 && ids.every((line) => !distinctIds.includes(line)));
    for (const line of [...emails, ...distinctIds, ...ids]) assert.ok(!line.includes(service.key));
  });

  it('has persons in exports and in copies of persons, and nowhere else', async () => {
    const places = placesOf(await traces(), persons);
    assert.ok(places.some((place) => place.startsWith('file exports/')));
    assert.deepEqual(
      places.filter((place) => !place.startsWith('file exports/')),
      ['clipboard of persons'],
    );
  });

  it('has texts of records in the files that keep them, and in no log or diagnosis', async () => {
    const places = placesOf(await traces(), [canaryText, canaryName]);
    assert.ok(places.some((place) => place.startsWith('file kept/history/texts/')));
    const folders = new Set(places.map((place) => place.split('/').slice(0, 2).join('/')));
    assert.deepEqual([...folders].toSorted(), [
      'file kept/bases',
      'file kept/drafts',
      'file kept/history',
      'file kept/trash.json',
    ]);
  });

  it('is readable by its owner only', async () => {
    for (const { place } of await readFiles(folder, 'service'))
      await assertOwnOnly(path.join(folder, place.replace('file ', '')));
    for (const name of ['exports', 'kept/bases', 'kept/drafts', 'kept/history', 'kept/counts']) {
      await assertOwnOnly(path.join(folder, name));
    }
  });
});
