// A service of the test's own, and what a person does with it in the workbench.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before } from 'node:test';
import type { Frame } from 'playwright-core';
import { type Listening, listen } from '../../src/sandbox/server.ts';
import { eventually } from './driver/eventually.ts';
import type { Session } from './driver/session.ts';

const key = 'phx_keyOfThisTest';

export type Kind = 'cohorts' | 'dashboards';

export interface OwnService {
  /** Asks it as another person would. @returns the answer's JSON */
  ask(method: string, path: string, body?: object): Promise<any>; // oxlint-disable-line typescript/no-explicit-any -- answers are looked at by assertions alone
  create(kind: Kind, name: string, filters: object): Promise<number>;
  inject(faults: string): void;
  /** Ends it, or starts it again at its address. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Makes it a connection of the workbench and shows its cohorts. */
  connect(): Promise<void>;
  /** Opens a cohort's filters in the filters editor. */
  open(name: string): Promise<Frame>;
  /** Types a text over all that the filters editor shows. */
  type(name: string, text: string): Promise<void>;
  /** What the filters editor shows. */
  text(): Promise<string>;
  waitForText(text: string): Promise<void>;
}

export function useOwnService(session: () => Session): () => OwnService {
  let listening: Listening | undefined;
  let dataDir = '';
  let port = 0;
  const running = (): Listening => {
    if (!listening) throw new Error('the service runs inside tests only');
    return listening;
  };
  const start = async (): Promise<void> => {
    listening = await listen({ dataDir, key, port });
    port = Number(new URL(listening.url).port);
  };
  before(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'cohort-deck-'));
    await start();
  });
  after(async () => {
    await listening?.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  const ask: OwnService['ask'] = async (method, at, body) => {
    const response = await fetch(`${running().url}/api/projects/${running().projects[0]?.id}/${at}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return response.json();
  };
  const editor = (): Promise<Frame> => session().workbench.editors.webview('.cm-content');
  const text = async (): Promise<string> =>
    (await (await editor()).locator('.cm-line').allTextContents()).join('\n');

  const service: OwnService = {
    ask,
    text,
    start,
    inject: (faults) => running().inject(faults),
    create: async (kind, name, filters) => (await ask('POST', `${kind}/`, { name, filters })).id,
    async stop() {
      await running().close();
      listening = undefined;
    },
    async connect() {
      const { workbench } = session();
      await workbench.openView('Cohort Deck');
      await workbench.connect(running().url, key);
      await workbench.tree().expand('Brightloaf Web', 'Cohorts');
    },
    async open(name) {
      const { workbench } = session();
      await workbench.tree().click(name);
      await workbench.editors.waitFor(`${name}.filters.json`);
      return editor();
    },
    async type(name, typed) {
      const { page, workbench } = session();
      await (await editor()).locator('.cm-content').focus();
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.insertText(typed);
      await workbench.editors.waitDirty(`${name}.filters.json`, true);
    },
    waitForText: async (wanted) =>
      eventually(`the editor to show ${wanted}`, async () => (await text()).includes(wanted)),
  };
  return () => service;
}
