// A client against a server that misbehaves as the test says.
import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createClient } from '#api/client.ts';
import { ApiError } from '#api/apiError.ts';
import type { ApiClient, ClientOptions, StreamedResponse } from '#api/clientTypes.ts';
import { startMisbehaving } from '../../misbehaving/server.ts';
import type { Act, MisbehavingServer, Received } from '../../misbehaving/server.ts';

/** For properties, which ask for more in a second than the service allows in a minute. */
export const unlimited = { recordsPerMinute: Infinity, personsPerMinute: Infinity };

export const testKey = 'phx_test_key';

export interface Started {
  readonly client: ApiClient;
  readonly server: MisbehavingServer;
  readonly key: string;
  /** What the client logged. */
  readonly lines: readonly string[];
}

/** Tries are one millisecond apart unless `options` says otherwise. */
export async function startClient(
  test: TestContext,
  plan: (request: Received, index: number) => Act,
  options: Partial<ClientOptions> = {},
): Promise<Started> {
  const server = await startMisbehaving(plan, { test });
  const lines: string[] = [];
  const client = createTestClient(test, server.url, { log: (line) => lines.push(line), ...options });
  return { client, server, key: testKey, lines };
}

export function createTestClient(
  test: TestContext,
  baseUrl: string,
  options: Partial<ClientOptions> = {},
): ApiClient {
  const client = createClient({ baseUrl, key: testKey, retry: { firstWaitMs: 1 }, ...options });
  test.after(async () => client.close());
  return client;
}

export async function catchApiError(promise: Promise<unknown>): Promise<ApiError> {
  try {
    await promise;
  } catch (error) {
    assert.ok(error instanceof ApiError, `not an ApiError: ${String(error)}`);
    return error;
  }
  return assert.fail('nothing was thrown');
}

export async function collectPages<T>(pages: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const page of pages) all.push(page);
  return all;
}

/** @returns how many bytes came until it was left, after `enough` of them */
export async function readBytes(response: StreamedResponse | undefined, enough: number): Promise<number> {
  assert.ok(response);
  let bytes = 0;
  for await (const chunk of response.body) {
    bytes += chunk.length;
    if (bytes >= enough) break;
  }
  return bytes;
}

/** The editor's fetch, for which `https://service.test` is at `targetUrl`. */
export function createEditorFetch(targetUrl: string) {
  const asked: string[] = [];
  const editorFetch: typeof fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    asked.push(url);
    return fetch(url.replace('https://service.test', targetUrl), init);
  };
  return { asked, editorFetch };
}

/** Resolves when a client has the status of a response: undici says so, the editor's too. */
export async function statusCame(): Promise<void> {
  const channel = 'undici:request:headers';
  await new Promise<void>((resolve) => {
    const onHeaders = (): void => {
      unsubscribe(channel, onHeaders);
      resolve();
    };
    subscribe(channel, onHeaders);
  });
  await nextTurn();
}
