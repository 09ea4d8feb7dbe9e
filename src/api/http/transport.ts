// From a call to its judged response: one gate, one deadline, one owner of retries, two ways to connect.
import type { ClientOptions, StreamedResponse } from '#api/clientTypes.ts';
import type { SafeBaseUrl } from '#api/http/connect/requireSafeBaseUrl.ts';
import { openOnce, sendOnce } from './callAttempt.ts';
import type { CallAttempt } from './callAttempt.ts';
import type { Call } from './call.ts';
import type { HttpResponse } from './collectResponse.ts';
import { createDispatcher } from '#api/http/connect/undiciDispatcher.ts';
import { gateOfKey } from '#api/http/limits/gateOfKey.ts';
import { ClientRetirement } from './clientRetirement.ts';
import { type ClientParts, RunningCall } from './runningCall.ts';
import { certificatesFor } from '#api/http/connect/trustedCertificates.ts';
import { createUndiciWire } from '#api/http/connect/undiciWire.ts';
import { createFetchFallback } from '#api/http/connect/fetchFallback.ts';

export interface Transport {
  readonly address: SafeBaseUrl;
  readonly log: (line: string) => void;
  /** The whole response, its status within 200–299. */
  send(call: Call): Promise<HttpResponse>;
  /** The same with its body unread. */
  open(call: Call): Promise<StreamedResponse>;
  /** Running calls finish, and so do the calls that they start; then it closes by itself. */
  retire(): void;
  close(): Promise<void>;
}

const defaultTimeoutMs = 30_000;

export function createTransport(address: SafeBaseUrl, options: ClientOptions): Transport {
  const { key, log = () => undefined, timeoutMs = defaultTimeoutMs, onWait } = options;
  const dispatcher = createDispatcher(address, options.network ?? {}, timeoutMs);
  const closing = new AbortController();
  const fallbackFetch = address.isLoopback ? undefined : options.fallbackFetch;
  const throughWire = createFetchFallback(createUndiciWire(dispatcher), fallbackFetch);
  const gate = gateOfKey(address.origin, key, options.rateLimits);
  const stopReporting = gate.onDidHold((hold) => {
    onWait?.(hold);
    if (hold.reason === 'throttled') options.onOutcome?.({ kind: 'held', ms: hold.ms });
  });

  const close = async (): Promise<void> => {
    retirement.stop();
    stopReporting();
    closing.abort();
    await dispatcher.destroy();
  };
  const retirement = new ClientRetirement(() => void close());

  const parts: ClientParts = {
    address,
    options,
    log,
    timeoutMs,
    gate,
    certificates: certificatesFor(address.origin, options.network?.certificates),
    throughWire,
    retirement,
    closing: closing.signal,
  };

  return {
    address,
    log,
    send: async (call) => new RunningCall(call, sendAndRelease, parts).result(),
    open: async (call) => new RunningCall(call, openOnce, parts).result(),
    retire: () => retirement.retire(),
    close,
  };
}

async function sendAndRelease(attempt: CallAttempt): Promise<HttpResponse> {
  const response = await sendOnce(attempt);
  attempt.pass.release();
  return response;
}
