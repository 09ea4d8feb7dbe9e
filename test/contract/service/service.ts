// What the tests of the service share: one of its own in a folder of its own, and plain HTTP to ask it with.
import http from 'node:http';
import { after, before } from 'node:test';
import type { Listening, ListenOptions } from '#sandbox/server.ts';
import { startService } from '../../startService.ts';

export interface Reply {
  readonly status: number;
  /** As `name: value` lines had them; names in lower case. */
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
  /** False if the connection ended before the body did. */
  readonly isWhole: boolean;
}

export interface Ask {
  readonly body?: unknown;
  /** Sent as it is, in place of `body`. */
  readonly rawBody?: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

export interface TestService {
  readonly service: Listening;
  /** Asks with the service's key. A path without a leading slash is one of project 1. */
  ask(method: string, path: string, options?: Ask): Promise<Reply>;
  /** As `ask`, and reads the response's JSON object. */
  json(method: string, path: string, body?: unknown): Promise<Json>;
  /** The cohort once nothing is left to calculate. */
  settled(id: number): Promise<Json>;
}

/** A condition that some persons of the sample data meet. */
export const isGrowth = { type: 'person', key: 'plan', operator: 'exact', value: 'growth' };

export const filtersOf = (...values: unknown[]) => ({ properties: { type: 'AND', values } });

// Tests look into responses freely; a wrong shape fails the assertion that follows.
// oxlint-disable-next-line typescript/no-explicit-any
export type Json = any;

/** A service for the tests of one file, made before them and removed after them. */
export function useService(options: Partial<ListenOptions> = {}): TestService {
  let service: Listening | undefined;
  before(async () => {
    service = await startService({ persons: 500, ...options });
  });
  after(async () => {
    await service?.close();
  });
  const running = (): Listening => {
    if (!service) throw new Error('The service runs from `before` to `after` only.');
    return service;
  };
  const ask = (method: string, path: string, extra: Ask = {}): Promise<Reply> =>
    request(running(), method, path, extra);
  const json: TestService['json'] = async (method, path, body) =>
    JSON.parse((await ask(method, path, { body })).text);
  return {
    get service() {
      return running();
    },
    ask,
    json,
    settled: async (id) => {
      await running().idle();
      return json('GET', `cohorts/${id}/`);
    },
  };
}

export async function request(
  service: Pick<Listening, 'url' | 'key'>,
  method: string,
  path: string,
  { body, rawBody, headers = {} }: Ask,
): Promise<Reply> {
  const sent = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
  const { hostname, port } = new URL(service.url);
  const fullPath = path.startsWith('/') ? path : `/api/projects/1/${path}`;
  const all: Record<string, string | undefined> = {
    authorization: `Bearer ${service.key}`,
    ...(sent !== undefined && { 'content-type': 'application/json' }),
    ...headers,
  };
  const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  return new Promise((resolve, reject) => {
    const outgoing = http.request(
      { hostname, port, path: fullPath, method, headers: given, agent: false },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', () => undefined); // `close` follows, and `complete` tells
        incoming.on('close', () => {
          const text = Buffer.concat(chunks).toString();
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            text,
            isWhole: incoming.complete,
          });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(sent);
  });
}

/** Repeats a request until its response is as expected; it waits for background work of the service. */
export async function eventually(
  ask: () => Promise<Json>,
  isEnough: (response: Json) => boolean,
): Promise<Json> {
  for (;;) {
    const response: Json = await ask();
    if (isEnough(response)) return response;
  }
}
