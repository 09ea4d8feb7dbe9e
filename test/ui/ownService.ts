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
  /** After each test: no fault, no question, no message, no editor is left. */
  tidy(): Promise<void>;
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
  const service: OwnService = {
    ask,
    start,
    text: () => session().workbench.editors.pageText(),
    waitForText: (text) => session().workbench.editors.waitForPageText(text),
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
      // A tree that redraws at this moment may select the item and not open it.
      await eventually(`${name} to open`, async () => {
        await workbench.tree().click(name);
        await workbench.editors.tab(`${name}.filters.json`).waitFor({ timeout: 3000 });
        return true;
      });
      return workbench.editors.webview('.cm-content', `${name}.filters.json`);
    },
    async type(name, typed) {
      const { editors } = session().workbench;
      await editors.replacePageText(typed, `${name}.filters.json`);
      await editors.waitDirty(`${name}.filters.json`, true);
    },
    async tidy() {
      const { workbench, page } = session();
      listening?.inject('');
      if (await workbench.dialog.box.isVisible()) await page.keyboard.press('Escape'); // a test that failed half-way
      await workbench.notifications.dismissAll();
      await workbench.editors.closeAll();
    },
  };
  return () => service;
}
