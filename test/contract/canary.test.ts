// A key, a text and the names of persons go through everything that leaves a trace without a window. Each may be found
// only where it belongs: the key nowhere, a person in exports alone, and all files are this person's own.
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createClient } from '#api/client.ts';
import { diagnose } from '#api/diagnosis/diagnose.ts';
import type { ApiClient } from '#api/types.ts';
import { exportPaused } from '#exports/exportOptions.ts';
import { exportPersons } from '#exports/exportPersons.ts';
import type { ExportFormat } from '#exports/files/exportFormat.ts';
import { createLog } from '#host/log.ts';
import { SecretKeys } from '#host/secrets.ts';
import { inEnglish } from '#json/translate.ts';
import { addConnection } from '#model/connections/connectionEdits.ts';
import { Connections } from '#model/connections/connections.ts';
import { formatDiagnosis } from '#model/connections/diagnosisReport.ts';
import { createTextFiles } from '#model/storage/textFiles.ts';
import { openStructureDrafts } from '#model/documents/structureDrafts.ts';
import { type PersonPart, readPersonLines } from '#model/records/readPersons.ts';
import { Trash } from '#model/records/trash.ts';
import { webUrl } from '#model/records/webUrl.ts';
import { createFileMemory } from '#model/storage/fileMemory.ts';
import { listen } from '#sandbox/server.ts';
import type { Listening } from '#sandbox/server.ts';
import { printError } from './faults/runCase.ts';
import { volatileDir } from '../volatile.ts';

const canaryText = 'canary-text-of-a-condition';
const canaryName = 'Canary Cohort';
const faults = [
  'reset;every=7',
  'half;every=11',
  'status=403;scope=cohort:read;every=13',
  'status=500;every=17',
];

describe('what belongs to somebody', () => {
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
    folder = await mkdtemp(path.join(volatileDir, 'canary-'));
    service = await listen({ dataDir: path.join(folder, 'service'), persons: 300 });
    const retry = { firstWaitMs: 1 };
    client = createClient({ baseUrl: service.url, key: service.key, log: (line) => log.debug(line), retry });
    await store();
    service.inject(faults.join(', '));
    for (let turn = 0; turn < 5; turn++) await useEverything();
    service.inject('');
    await examine();
  });

  after(async () => {
    await client.close();
    await service.close();
    await rm(folder, { recursive: true });
  });

  /** What is kept of connections and unsaved texts. */
  async function store(): Promise<void> {
    const connections = new Connections({
      get: () => settings,
      set: async (entries) => void (settings = entries),
      onDidChange: () => ({ dispose: () => undefined }),
    });
    await connections.change(
      addConnection({
        id: 'acme',
        name: 'Acme',
        url: service.url,
        projects: [{ id: '1', name: 'Project' }],
      }),
    );
    const port = {
      get: async (name: string) => secrets.get(name),
      store: async (name: string, value: string) => void secrets.set(name, value),
      delete: async (name: string) => void secrets.delete(name),
      onDidChange: () => ({ dispose: () => undefined }),
    };
    const keys = new SecretKeys(port, keep);
    await keys.write('acme', service.url, service.key);
    assert.equal(await keys.read('acme', service.url), service.key);
    const text = JSON.stringify({ properties: { type: 'AND', values: [{ value: canaryText }] } });
    await createTextFiles(path.join(folder, 'kept/bases'), Date.now).keep(text);
    const drafts = openStructureDrafts(path.join(folder, 'kept/drafts'), assert.ifError);
    await drafts.keep({}, 'document', [text]);
    const trash = new Trash(createFileMemory(path.join(folder, 'kept/trash.json')));
    const ref = { connectionId: 'acme', projectId: '1', kind: 'cohort', id: 1 } as const;
    await trash.add({ ref, name: canaryName, deletedAt: 1 });
    copied.push(webUrl(service.url, ref));
    const { results } = await client.cohorts('1').list();
    cohortId = results.find(({ count }) => (count ?? 0) > 50)?.id ?? 0;
    const page = await client.cohorts('1').persons(cohortId, { limit: 20 });
    persons = page.results
      .flatMap(({ id, name, properties }) => [id, name, properties['email']].map(String))
      .filter((shown) => shown.length > 6);
  }

  async function useEverything(): Promise<void> {
    const cohorts = client.cohorts('1');
    const filters = { properties: { type: 'AND', values: [{ type: 'nonsense', value: canaryText }] } };
    await attempt(async () => cohorts.list());
    await attempt(async () => cohorts.create({ name: canaryName, filters }));
    await attempt(async () => cohorts.updateText(1, JSON.stringify({ filters })));
    await attempt(async () => cohorts.persons(cohortId));
    await attempt(async () => client.dashboards('1').moveTile(1, { tileId: 999, toDashboard: 2 }));
    await attempt(async () => client.listProjects());
    for (const format of ['csv', 'json', 'ndjson', 'csvAll'] as const)
      await attempt(async () => runExport(format));
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
        if (isPaused && rows > 0) pausing.abort(exportPaused);
      },
      paging: { pageSize: 20, firstWaitMs: 1 },
      resumable: { tag: 'canary', everyMs: 0 },
    });
  }

  async function examine(): Promise<void> {
    const limits = { pageSize: 20, maxPersons: 300, signal: new AbortController().signal };
    for (const part of ['emails', 'distinctIds', 'ids'] as const)
      copiedPersons.set(part, (await readPersonLines(client.cohorts('1'), cohortId, part, limits)) ?? []);
    const tooFew = { ...limits, maxPersons: 10 };
    assert.equal(await readPersonLines(client.cohorts('1'), cohortId, 'ids', tooFew), undefined);
    const { url: baseUrl, key } = service;
    const target = { baseUrl, key, projects: ['1'], network: {}, mayWrite: () => true };
    const steps = await diagnose(target, new AbortController().signal);
    const context = { at: new Date(), isSample: false, versions: ['Cohort Deck'], secrets: [] };
    diagnosis = formatDiagnosis(steps, context, inEnglish);
  }

  it('leaves traces to search in', async () => {
    assert.ok(lines.length > 50 && errors.length > 10 && persons.length > 20 && diagnosis.length > 200);
    const files = await readAll(folder);
    for (const name of ['bases', 'drafts', 'trash', 'exports']) {
      assert.ok(
        files.some(({ file }) => file.includes(name)),
        name,
      );
    }
    assert.ok(JSON.stringify(settings).includes(service.url));
  });

  it('is not the key, which is in no log, error, setting, copied text, diagnosis or file', async () => {
    const texts = [...lines, ...errors, ...copied, JSON.stringify(settings), diagnosis];
    for (const text of texts) assert.ok(!text.includes(service.key), text);
    for (const { file, text } of await readAll(folder)) assert.ok(!text.includes(service.key), file);
  });

  it('is the key in the secret storage, under its connection alone', () => {
    const holding = [...secrets].filter(([name, value]) => `${name} ${value}`.includes(service.key));
    assert.deepEqual(
      holding.map(([name]) => name),
      ['cohortDeck.key.acme'],
    );
  });

  it('is of a person, where persons are copied, what was asked for and nothing else', () => {
    const [emails = [], distinctIds = [], ids = []] = copiedPersons.values();
    assert.ok(emails.length > 20 && emails.every((line) => /^[^@\s]+@[^@\s]+$/.test(line)));
    assert.ok(ids.length > 50 && ids.every((line) => /^[0-9a-f-]{36}$/.test(line)));
    assert.ok(distinctIds.length > 0 && ids.every((line) => !distinctIds.includes(line)));
    for (const line of [...emails, ...distinctIds, ...ids]) assert.ok(!line.includes(service.key));
  });

  it('is a person in exports alone', async () => {
    const texts = [...lines, ...errors, ...copied, ...secrets.values(), JSON.stringify(settings), diagnosis];
    for (const text of texts) assert.ok(!persons.some((person) => text.includes(person)), text);
    const files = await readAll(folder);
    const naming = files.filter(({ text }) => persons.some((person) => text.includes(person)));
    assert.ok(naming.length > 0);
    for (const { file } of naming) assert.ok(file.startsWith(path.join(folder, 'exports')), file);
  });

  it('is a text in the files that keep it alone, and in no log or diagnosis', async () => {
    for (const text of [...lines, ...copied, ...secrets.values(), JSON.stringify(settings), diagnosis]) {
      assert.ok(!text.includes(canaryText) && !text.includes(canaryName), text);
    }
  });

  it('is in files and folders that nobody else can read', async () => {
    for (const { file, mode } of await readAll(folder))
      assert.equal(mode & 0o077, 0, `${file} ${mode.toString(8)}`);
    for (const name of ['exports', 'kept/bases', 'kept/drafts']) {
      assert.equal((await stat(path.join(folder, name))).mode & 0o077, 0, name);
    }
  });
});

/** All files but the service's own. */
async function readAll(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name))
    .filter((file) => !file.startsWith(path.join(folder, 'service')));
  return Promise.all(
    files.map(async (file) => ({ file, mode: (await stat(file)).mode, text: await readFile(file, 'utf8') })),
  );
}
