// A window with agents: the tools over an embedded service that counts what reaches it, and a person who answers.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { AgentQuestion } from '#agents/agentTool.ts';
import { ToolCalls } from '#agents/toolCalls.ts';
import { cancelledError } from '#api/apiError.ts';
import { createClient } from '#api/client.ts';
import type { ToolName } from '#manifest.ts';
import { Connections } from '#model/connections/connections.ts';
import type { Protection } from '#model/connections/protection.ts';
import { WriteGuard } from '#model/connections/writeGuard.ts';
import { LocalHistory } from '#model/documents/localHistory.ts';
import { UndoHistory } from '#model/records/changes/undoHistory.ts';
import { CohortDetails } from '#model/records/cohortDetails.ts';
import { RecentExports } from '#model/records/persons/recentExports.ts';
import { Trash } from '#model/records/trash.ts';
import { Emitter } from '#model/storage/emitter.ts';
import { listen } from '#sandbox/server.ts';
import { startCountingProxy } from '../contract/model/countingProxy.ts';
import { volatileDir } from '../volatile.ts';
import { createStore } from './createFiles.ts';
import { createMemory } from '../stored.ts';
import { createCatalog } from '../models.ts';

const readKey = 'phx_thisKeyOnlyReads';
const cohortsKey = 'phx_thisKeyIsForCohorts';
export const place = { connection: 'acme', project: '1' };

/** Filters of one condition. */
export function filtersOn(key: string): string {
  const condition = { key, type: 'person', operator: 'is_set', value: 'is_set' };
  return JSON.stringify({ properties: { type: 'OR', values: [{ type: 'AND', values: [condition] }] } });
}

/** What an answer has after a word at the beginning of a line. */
export function wordAfter(word: string, answer: string): string {
  return new RegExp(`^${word} (\\S+)$`, 'm').exec(answer)?.[1] ?? '';
}

export async function setAgents(name: 'access' | 'persons', value: unknown): Promise<void> {
  const settings = vscode.workspace.getConfiguration('cohortDeck');
  await settings.update(`agents.${name}`, value, vscode.ConfigurationTarget.Global);
}

export type AgentService = Awaited<ReturnType<typeof startAgentService>>;

export async function startAgentService() {
  const folder = await mkdtemp(path.join(volatileDir, 'cohort-deck-agents-'));
  const keys = [
    { key: readKey, scopes: ['cohort:read', 'dashboard:read', 'person:read', 'project:read'] },
    { key: cohortsKey, scopes: ['cohort:write'] },
  ];
  const service = await listen({ dataDir: folder, persons: 60, keys });
  const proxy = await startCountingProxy(service.url);
  return {
    folder,
    url: proxy.url,
    keys: { all: service.key, read: readKey, cohorts: cohortsKey },
    inject: (faults: string) => service.inject(faults),
    setHabits: (habits: Parameters<typeof service.setHabits>[0]) => service.setHabits(habits),
    /** Methods since the last call. */
    takeRequests: () => proxy.takeMethods(),
    /** The same without those that only read. */
    takeWrites: () => proxy.takeMethods().filter((method) => method !== 'GET'),
    stop: async () => {
      await setAgents('access', undefined);
      await setAgents('persons', undefined);
      await proxy.close();
      await service.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }); // the history is still being written
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    },
  };
}

interface AgentWindowOptions {
  readonly protection?: Protection | 'none';
  /** The person's answer to every question. */
  readonly agrees?: boolean;
  /** Runs while the person is asked. */
  readonly whileAsked?: () => Promise<void>;
  readonly key?: keyof AgentService['keys'];
}

let windows = 0;

export type AgentWindow = ReturnType<typeof createAgentWindow>;

/** With one project, which gets its protection by `protect`. */
export function createAgentWindow(
  { folder, url, keys }: Pick<AgentService, 'folder' | 'url' | 'keys'>,
  { protection = 'none', agrees = true, whileAsked, key = 'all' }: AgentWindowOptions = {},
) {
  const setting: { now: Protection | 'none'; url: string } = { now: 'none', url };
  const changed = new Emitter<void>();
  const entries = () => [
    {
      id: 'acme',
      name: 'Acme',
      url: setting.url,
      projects: [{ id: '1', name: 'Web', protection: setting.now }],
    },
  ];
  const connections = new Connections({
    get: entries,
    set: async () => undefined,
    onDidChange: changed.event,
  });
  const guard = new WriteGuard(connections, async () => false);
  const client = createClient({ baseUrl: url, key: keys[key], guard: guard.forConnection('acme') });
  const openClient = async () => client;
  const trash = new Trash(createMemory());
  const catalog = createCatalog({ openClient, trash });
  const lines: string[] = [];
  const note = (line: string) => void lines.push(line);
  const log = { debug: note, info: note, warn: note, error: note, show: () => undefined };
  const localHistory = new LocalHistory({
    folder: path.join(folder, `history-${++windows}`),
    keepDays: () => 30,
    now: Date.now,
    onStorageError: assert.ifError,
    onDamaged: assert.ifError,
  });
  const store = createStore({ client, guard });
  const questions: AgentQuestion[] = [];
  const history = new UndoHistory();
  const deps = {
    connections,
    catalog,
    guard,
    openClient,
    details: async () => new CohortDetails(openClient, assert.ifError),
    requireProject: async (ref: { connectionId: string; projectId: string }) =>
      connections.requireProject(ref),
    history,
    localHistory: async () => localHistory,
    recentExports: new RecentExports(createMemory()),
    seenValues: new Map(),
    loadNames: async () => undefined,
    openDocument: async (
      ...[ref, at]: Parameters<ConstructorParameters<typeof ToolCalls>[0]['openDocument']>
    ) => store.open({ ref, at }),
    replaceText: async () => true,
    addSnapshot: async (uri: vscode.Uri) => uri,
    exportsFolder: path.join(folder, 'exports'),
    log,
  };
  const calls = new ToolCalls(deps, async ({ question }) => {
    questions.push(question);
    await whileAsked?.();
    if (!agrees) throw cancelledError();
  });
  const call = async (
    name: ToolName,
    input: unknown,
    signal = new AbortController().signal,
  ): Promise<string> =>
    (await calls.call(name, input, { door: 'mcp', signal, report: () => undefined })).text;
  const protect = () => {
    setting.now = protection;
    changed.fire();
  };
  /** Gives the connection another address. */
  const move = () => {
    setting.url = 'https://other.example';
    changed.fire();
  };
  const dispose = async () => {
    catalog.dispose();
    trash.dispose();
    connections.dispose();
    await client.close();
  };
  return { call, calls, catalog, dispose, history, lines, localHistory, move, protect, questions };
}

/** Creates what the tool needs. @returns its input */
export async function inputFor(tool: ToolName, owner: AgentWindow, window: AgentWindow): Promise<object> {
  const made = await owner.call('create_cohort', {
    ...place,
    name: 'For a tool',
    filters: filtersOn('email'),
  });
  const id = Number(/created cohort (\d+)/.exec(made)?.[1]);
  const one = { ...place, kind: 'cohort', id };
  const version = async () => ({
    version: wordAfter('version', await window.call('get_record', one)),
  });
  switch (tool) {
    case 'list_records':
      return { ...place, query: 'for a tool' };
    case 'get_record':
      return { ...one, show: ['filters'] };
    case 'find_uses':
    case 'summarize_persons':
      return { ...place, id };
    case 'count_overlap': {
      const [other] = (
        await owner.catalog.load({ connectionId: 'acme', projectId: '1', kind: 'cohort' })
      ).records.filter((record) => record.id !== id);
      return { ...place, cohorts: [id, other?.id] };
    }
    case 'read_persons':
      return { ...place, id, properties: ['email'], limit: 2 };
    case 'open_record':
      return { ...one, view: 'page' };
    case 'export_persons':
      return { ...place, id, format: 'csv' };
    case 'create_cohort':
      return { ...place, name: 'By a tool', filters: filtersOn('name') };
    case 'edit_filters':
      return { ...one, ...(await version()), text: filtersOn('name') };
    case 'edit_record':
      return { ...one, ...(await version()), name: 'Renamed' };
    case 'undo_change': {
      const renamed = await window.call('edit_record', {
        ...one,
        ...(await version()),
        description: 'Described',
      });
      return { change: wordAfter('change', renamed) };
    }
  }
}
