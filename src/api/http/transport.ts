// From a call to its judged answer: headers, retries, the way around a connection that cannot be opened, one log line.
import { ApiError, wasNeverSent } from '#api/apiError.ts';
import type { ClientOptions, RetryLimits, RetryWait, StreamedAnswer } from '#api/types.ts';
import type { Address } from './address.ts';
import { classifyAnswer } from './classifyAnswer.ts';
import { collectAnswer } from './collectAnswer.ts';
import type { Answer, Try } from './collectAnswer.ts';
import { createDispatcher } from './dispatcher.ts';
import { createFetchWire } from './fetchWire.ts';
import { defaultRetryLimits, reasonToRetryCall, withRetries } from './retry.ts';
import { streamAnswer } from './streamAnswer.ts';
import { createUndiciWire } from './undiciWire.ts';
import type { Wire } from './wire.ts';

export interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** From the root of the origin, percent-encoded, with its query. */
  readonly path: string;
  readonly accept?: string;
  /** JSON text without unpaired surrogates. */
  readonly body?: string;
  readonly signal?: AbortSignal | undefined;
  /** Called besides the client's own. */
  readonly onWait?: ((wait: RetryWait) => void) | undefined;
  /** In place of the client's own, for this call alone. */
  readonly retry?: Partial<RetryLimits> | undefined;
}

export interface Transport {
  readonly address: Address;
  readonly log: (line: string) => void;
  /** The whole answer, its status within 200–299. */
  send(call: Call): Promise<Answer>;
  /** The same with its body unread. */
  open(call: Call): Promise<StreamedAnswer>;
  close(): Promise<void>;
}

const defaultTimeoutMs = 30_000;
/** No error's body needs more. */
const mostErrorBytes = 64 * 1024;

export function createTransport(address: Address, options: ClientOptions): Transport {
  const { key, log = () => undefined, timeoutMs = defaultTimeoutMs, onWait } = options;
  const limits = { ...defaultRetryLimits, ...options.retry };
  const dispatcher = createDispatcher(address, options.network ?? {}, timeoutMs);
  const closing = new AbortController();
  const throughWire = createWireChoice(address, dispatcher, timeoutMs, options.fallbackFetch);

  async function run<T extends { readonly status: number }>(
    call: Call,
    attempt: (one: Try) => Promise<T>,
    toError: (answer: T, operation: string) => Promise<ApiError>,
  ): Promise<T> {
    const operation = operationOf(call);
    const signals = [call.signal, closing.signal];
    const request = toWireRequest(call, address, key);
    const tryOnce = async (wire: Wire): Promise<T> => {
      const startedMs = performance.now();
      const logOutcome = (outcome: string | number): void =>
        log(`${operation} ${outcome} ${Math.round(performance.now() - startedMs)} ms`);
      try {
        const answer = await attempt({ wire, request, operation, signals });
        logOutcome(answer.status);
        if (answer.status >= 200 && answer.status < 300) return answer;
        throw await toError(answer, operation);
      } catch (error) {
        if (error instanceof ApiError && error.status === undefined)
          logOutcome(`${error.kind} ${error.code ?? ''}`);
        throw error;
      }
    };
    return withRetries(() => throughWire(tryOnce), {
      limits: { ...limits, ...call.retry },
      reasonToRetry: (error) => reasonToRetryCall(error, call.method),
      signals,
      onWait(wait) {
        onWait?.(wait);
        call.onWait?.(wait);
      },
    });
  }

  return {
    address,
    log,
    send: async (call) =>
      run(call, collectAnswer, async (answer, operation) => classifyAnswer(answer, operation, key)),
    open: async (call) =>
      run(call, streamAnswer, async (answer, operation) =>
        classifyAnswer(await readError(answer), operation, key),
      ),
    async close() {
      closing.abort();
      await dispatcher.destroy();
    },
  };
}

/** What a log and an error may say of a call: no query. */
export function operationOf(call: Pick<Call, 'method' | 'path'>): string {
  return `${call.method} ${call.path.replace(/\?.*/s, '')}`;
}

function toWireRequest(call: Call, address: Address, key: string) {
  return {
    origin: address.origin,
    path: call.path,
    method: call.method,
    headers: {
      accept: call.accept ?? 'application/json',
      authorization: `Bearer ${key}`,
      'user-agent': 'cohort-deck',
      ...(call.body !== undefined && { 'content-type': 'application/json' }),
    },
    body: call.body === undefined ? undefined : Buffer.from(call.body),
  };
}

/**
 * Tries our own connection first. Where it cannot be opened, nothing has been sent, so the same try goes through the
 * fallback; once that has got an answer, all that follows goes there at once.
 */
function createWireChoice(
  address: Address,
  dispatcher: UndiciDispatcher,
  timeoutMs: number,
  fallbackFetch: ClientOptions['fallbackFetch'],
) {
  const own = createUndiciWire(dispatcher, timeoutMs);
  if (fallbackFetch === undefined || address.isLoopback) {
    return async <T>(tryOnce: (wire: Wire) => Promise<T>): Promise<T> => tryOnce(own);
  }
  const fallback = createFetchWire(fallbackFetch, timeoutMs);
  let prefersFallback = false;
  return async <T>(tryOnce: (wire: Wire) => Promise<T>): Promise<T> => {
    if (prefersFallback) return tryOnce(fallback);
    try {
      return await tryOnce(own);
    } catch (error) {
      if (!wasNeverSent(error)) throw error;
      try {
        const result = await tryOnce(fallback);
        prefersFallback = true;
        return result;
      } catch (second) {
        if (wasNeverSent(second)) throw error;
        prefersFallback ||= second instanceof ApiError && second.status !== undefined;
        throw second;
      }
    }
  };
}

async function readError(answer: StreamedAnswer): Promise<Answer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of answer.body) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > mostErrorBytes) break;
    }
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind === 'cancelled') throw error;
    // The status has come, and it says more than the loss of a body that explains it.
  }
  return { status: answer.status, headers: answer.headers, body: Buffer.concat(chunks) };
}
