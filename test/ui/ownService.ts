// A service for the tests of this process, and what a person does with it in the workbench.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import type { Frame } from 'playwright-core';
import { type Listening, listen } from '#sandbox/server.ts';
import { temporaryFolder } from '../volatile.ts';
import type { Session } from './driver/session.ts';
import { endWithShared } from './driver/useWorkbench.ts';

const key = 'phx_keyOfThisTest';

type Kind = 'cohorts' | 'dashboards';

export interface OwnService {
  /** Sends a request as another person would. @returns the JSON of the response */
  ask(method: string, path: string, body?: object): Promise<any>; // oxlint-disable-line typescript/no-explicit-any -- only assertions look at responses
  /** The response as text: parsing would change numbers. */
  read(path: string): Promise<string>;
  /** @param filters JSON text where it matters how something is spelled @returns the id of the new record, which is deleted after the file */
  create(kind: Kind, name: string, filters: object | string): Promise<number>;
  /** A record, as the service has it. Its name is the one that it had when a test named it first. */
  find(name: string): Promise<any>; // oxlint-disable-line typescript/no-explicit-any -- only assertions look at responses
  /** Its filters. */
  filtersOf(name: string): Promise<any>; // oxlint-disable-line typescript/no-explicit-any -- only assertions look at responses
  /** Changes a record, as another person would. */
  change(name: string, fields: object): Promise<unknown>;
  /** The name of a dashboard that the key may view and not edit. */
  viewOnlyDashboard(): Promise<string>;
  inject(faults: string): void;
  /** Stops it, or starts it again at its address. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Shows its cohorts; connects first if needed. */
  connect(): Promise<void>;
  /** Connects again after a test has disconnected. */
  connectAgain(): Promise<void>;
  /** Enters the right key. */
  enterKey(): Promise<void>;
  /** Opens a cohort's filters in the filters editor. */
  open(name: string): Promise<Frame>;
  /** Types a text over all that the filters editor shows. */
  type(name: string, text: string): Promise<void>;
  /** What the filters editor shows. */
  text(): Promise<string>;
  waitForText(text: string): Promise<void>;
  /** After each test: removes faults, dialogs, messages and editors. */
  tidy(): Promise<void>;
}

let listening: Listening | undefined;
let dataDir = '';
let port = 0;
const connected = new WeakSet<Session>();

/** It serves all files of this process, as the workbench does. */
endWithShared(stop);

/** Resets the workbench as if this service had never been connected, for a file that adds its own connections. */
export async function disconnectOwnService(session: Session): Promise<void> {
  if (!connected.delete(session)) return;
  await session.workbench.disconnect();
}

/** The service in a workbench. Each file finds the sample data and its own records only. */
export function useOwnService(session: () => Session): () => OwnService {
  const created: string[] = [];
  const places = new Map<string, string>();
  const placeOf = async (name: string): Promise<string> => {
    for (const kind of ['cohorts', 'dashboards']) {
      if (places.has(name)) break;
      const { results } = await ask('GET', `${kind}/?limit=1000`);
      const found = results.find((one: { readonly name: string }) => one.name === name);
      if (found) places.set(name, `${kind}/${found.id}/`);
    }
    return places.get(name) ?? assert.fail(`the service has no “${name}”`);
  };
  before(async () => {
    dataDir ||= temporaryFolder();
    if (!listening) await start();
  });
  after(async () => {
    if (!listening) await start();
    running().inject('');
    for (const place of created) await ask('PATCH', place, { deleted: true });
  });

  const service: OwnService = {
    ask,
    read,
    start,
    stop,
    connect: () => connect(session()),
    text: () => session().workbench.editors.pageText(),
    waitForText: (text) => session().workbench.editors.waitForPageText(text),
    inject: (faults) => running().inject(faults),
    async create(kind, name, filters) {
      const body = `{"name": ${JSON.stringify(name)}, "filters": ${typeof filters === 'string' ? filters : JSON.stringify(filters)}}`;
      const { id } = JSON.parse(await request('POST', `${kind}/`, body));
      created.push(`${kind}/${id}/`);
      places.set(name, `${kind}/${id}/`);
      return id;
    },
    find: async (name) => ask('GET', await placeOf(name)),
    filtersOf: async (name) => (await service.find(name)).filters,
    change: async (name, fields) => ask('PATCH', await placeOf(name), fields),
    async viewOnlyDashboard() {
      const { results } = await ask('GET', 'dashboards/?limit=100');
      const viewOnly = 21; // effective_privilege_level
      return results.find(
        (one: { effective_privilege_level: number }) => one.effective_privilege_level === viewOnly,
      ).name;
    },
    async connectAgain() {
      connected.delete(session());
      await connect(session());
    },
    async enterKey() {
      const { quickInput } = session().workbench;
      await quickInput.waitForMessage('Enter a personal API key for');
      await quickInput.enter(key);
    },
    async open(name) {
      const { workbench } = session();
      await workbench.openFilters(name);
      return workbench.editors.webview('.cm-content', `${name}.filters.json`);
    },
    async type(name, typed) {
      const { editors } = session().workbench;
      await editors.replacePageText(typed, `${name}.filters.json`);
      await editors.waitDirty(`${name}.filters.json`, true);
    },
    async tidy() {
      listening?.inject('');
      await session().workbench.tidy();
    },
  };
  return () => service;
}

function running(): Listening {
  if (!listening) throw new Error('the service starts before the first test');
  return listening;
}

async function start(): Promise<void> {
  listening = await listen({ dataDir, key, port });
  port = Number(new URL(listening.url).port);
}

async function stop(): Promise<void> {
  await listening?.close();
  listening = undefined;
}

async function request(method: string, at: string, body?: string): Promise<string> {
  const response = await fetch(`${running().url}/api/projects/${running().projects[0]?.id}/${at}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body }),
  });
  return response.text();
}

const read: OwnService['read'] = (at) => request('GET', at);

const ask: OwnService['ask'] = async (method, at, body) =>
  JSON.parse(await request(method, at, body && JSON.stringify(body)));

async function connect(session: Session): Promise<void> {
  const { workbench } = session;
  await workbench.openView('Cohort Deck');
  if (connected.has(session)) {
    await workbench.tree().collapseAll(); // a tree holds only the items that show
    await workbench.refreshAll();
  } else {
    await workbench.connect(running().url, key);
    connected.add(session);
  }
  await workbench.tree().expand('Brightloaf Web', 'Cohorts');
}
