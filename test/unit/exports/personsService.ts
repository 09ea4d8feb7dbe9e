// A cohort's persons over real HTTP, as the service serves them, and what can be done to single requests.
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { exportFormatNames, exportFormats } from '#exports/files/exportFormat.ts';
import { createClient } from '#api/client.ts';
import type { ClientOptions, Cohorts } from '#api/clientTypes.ts';
import { json, text } from '../../misbehaving/acts.ts';
import { startMisbehaving } from '../../misbehaving/server.ts';
import type { Act, MisbehavingServer, Received } from '../../misbehaving/server.ts';
import { volatileDir } from '../../volatile.ts';

/** The formats that are merged from pages of persons. */
export const pagedFormats = exportFormatNames.filter((name) => exportFormats[name].isResumable);

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

export interface Asked {
  readonly format: string;
  readonly offset: number;
  readonly limit: number;
  /** How many requests for persons came before this one. */
  readonly index: number;
}

/** Undefined lets the service answer as it should. */
export type Interference = (asked: Asked, request: Received) => Act | undefined;

export interface PersonsService {
  readonly cohorts: Cohorts;
  readonly server: MisbehavingServer;
  /** A fresh folder that is gone after the test. */
  readonly directory: string;
  /** As the removal of its connection ends a client. */
  endClient(): Promise<void>;
}

/** A test, or anything else with an end. */
export interface Scope {
  after(end: () => Promise<void>): void;
}

/** `persons` may change while the service runs; so may `cohort`, which is asked each time. */
export async function startPersons(
  scope: Scope,
  persons: readonly Person[],
  interfere: Interference = () => undefined,
  count: number | null | (() => Readonly<Record<string, unknown>>) = persons.length,
  clientOptions: Partial<ClientOptions> = {},
): Promise<PersonsService> {
  let index = 0;
  const server = await startMisbehaving((request) => {
    const url = new URL(request.url, 'http://host.invalid');
    if (!url.pathname.endsWith('/persons/')) {
      return json({ id: 7, name: 'Everyone', ...(typeof count === 'function' ? count() : { count }) });
    }
    const asked = {
      format: url.searchParams.get('format') ?? 'json',
      offset: Number(url.searchParams.get('offset') ?? 0),
      limit: Number(url.searchParams.get('limit') ?? 100),
      index: index++,
    };
    return interfere(asked, request) ?? serve(persons, asked);
  });
  const client = createClient({
    baseUrl: server.url,
    key: 'phx_test',
    retry: { firstWaitMs: 1 },
    ...clientOptions,
  });
  const directory = await mkdtemp(path.join(volatileDir, 'exports-'));
  scope.after(async () => {
    await client.close();
    await server.close();
    await rm(directory, { recursive: true, force: true });
  });
  return { cohorts: client.cohorts('1'), server, directory, endClient: () => client.close() };
}

function serve(persons: readonly Person[], asked: Asked): Act {
  return asked.format === 'csv'
    ? text(printCsv(persons), 200, { 'content-type': 'text/csv' })
    : text(printPage(persons, asked), 200, { 'content-type': 'application/json' });
}

export function printPage(
  persons: readonly Person[],
  { offset, limit }: Pick<Asked, 'offset' | 'limit'>,
): string {
  const end = offset + limit;
  const link = `http://elsewhere.example/api/projects/1/cohorts/7/persons/?limit=${limit}&offset=${end}`;
  return JSON.stringify({
    results: persons.slice(offset, end),
    next: end < persons.length ? link : null,
    previous: null,
  });
}

export function printCsv(persons: readonly Person[]): string {
  if (persons.length === 0) return '';
  const rows = persons.map(({ id, name }) => `${id},"${name.replaceAll('"', '""')}"`);
  return ['id,name', ...rows].map((row) => `${row}\r\n`).join('');
}

export function makePersons(total: number): Person[] {
  return Array.from({ length: total }, (_, number) => ({
    id: `0195b2c4-7a3e-7000-8000-${String(number).padStart(12, '0')}`,
    name: `Per"son, [${number}]\n{ü}`,
    properties: { $os: 'Linux', id: 'not this', nested: { list: [1, 2, { a: null }] } },
  }));
}
