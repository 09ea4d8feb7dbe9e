// From a call to its response. Each try asks the guard, waits for its turn, asks again and is sent once; retries follow one
// rule.
import { isApiError } from '#api/apiError.ts';
import type {
  CertificateStore,
  ClientOptions,
  Priority,
  RetryLimits,
  RetryWait,
  StreamedResponse,
} from '#api/clientTypes.ts';
import type { WriteApproval } from '#api/writeApproval.ts';
import { errorOfAbort } from './abortSignals.ts';
import { CallDeadline } from './callDeadline.ts';
import { classifyErrorResponse } from './classifyErrorResponse.ts';
import { createDispatcher } from './dispatcher.ts';
import { Exchange, type WireRequest, type WireResponse } from './exchange.ts';
import { classifyNetworkError, systemCode } from './networkErrors.ts';
import { headersWithoutSecret, readRetryAfterMs, requestIdOf, sentAtMs } from './responseHeaders.ts';
import { defaultRetryAfterMs } from '#api/clientTypes.ts';
import { type BudgetName, gateOfKey, type Pass, type RequestGate } from './requestGate.ts';
import { type HttpResponse, openBody, readError, readWhole } from './responseBody.ts';
import { callRetryLimits, reasonToRetryCall, Retries } from './retries.ts';
import type { SafeBaseUrl } from './safeBaseUrl.ts';
import { certificatesFor, isOfUnknownAuthority } from './trustedCertificates.ts';

export interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** The path from the root of the origin, percent-encoded, with its query. */
  readonly path: string;
  readonly accept?: string;
  /** JSON text without unpaired surrogates. */
  readonly body?: string;
  /** Default: that of records. */
  readonly budget?: BudgetName | undefined;
  /** Default: a person's. */
  readonly priority?: Priority | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called besides the client's own. */
  readonly onWait?: ((wait: RetryWait) => void) | undefined;
  /** Called for each response, whatever its status. */
  readonly onResponse?: ((response: WireResponse) => void) | undefined;
  /** The caller handles the outcome. */
  readonly isUnreported?: boolean | undefined;
  /** Less than the client's own, for this call alone. */
  readonly timeoutMs?: number | undefined;
  /** Limits for this call only, in place of the client's own. */
  readonly retry?: Partial<RetryLimits> | undefined;
}

/** What a log and an error may say of a call: no query. */
export function operationOf(call: Pick<Call, 'method' | 'path'>): string {
  return `${call.method} ${call.path.replace(/\?.*/s, '')}`;
}

/** Takes over a response whose status is within 200–299. */
type Receive<T> = (
  response: WireResponse,
  fields: Readonly<Record<'operation' | 'requestId', string | undefined>> & { readonly status: number },
) => Promise<T>;

/** What all calls of a client share. */
interface Shared {
  readonly address: SafeBaseUrl;
  readonly options: ClientOptions;
  readonly log: (line: string) => void;
  readonly timeoutMs: number;
  readonly gate: RequestGate;
  readonly certificates: CertificateStore | undefined;
  readonly exchange: Exchange;
  readonly retirement: Retirement;
  /** The client closes. */
  readonly closing: AbortSignal;
  readonly close: () => Promise<void>;
}

const defaultTimeoutMs = 30_000;

export function createTransport(address: SafeBaseUrl, options: ClientOptions): Transport {
  const { key, log = () => undefined, timeoutMs = defaultTimeoutMs, onWait, network = {} } = options;
  const dispatcher = createDispatcher(address, network, timeoutMs);
  const closing = new AbortController();
  const gate = gateOfKey(address, key, options.rateLimits);
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
  const retirement = new Retirement(() => void close());
  return new Transport({
    address,
    options,
    log,
    timeoutMs,
    gate,
    certificates: certificatesFor(address.origin, network.certificates),
    exchange: new Exchange(dispatcher, address.isLoopback ? undefined : options.fallbackFetch),
    retirement,
    closing: closing.signal,
    close,
  });
}

export class Transport {
  readonly address: SafeBaseUrl;
  readonly log: (line: string) => void;
  readonly close: () => Promise<void>;
  readonly #shared: Shared;
  readonly #approval: WriteApproval | undefined;

  constructor(shared: Shared, approval?: WriteApproval) {
    this.address = shared.address;
    this.log = shared.log;
    this.close = shared.close;
    this.#shared = shared;
    this.#approval = approval;
  }

  /** The same connections, for writes that are approved. */
  withApproval(approval: WriteApproval): Transport {
    return new Transport(this.#shared, approval);
  }

  /** Running calls finish, and so do the calls that they start; then it closes by itself. */
  retire(): void {
    this.#shared.retirement.retire();
  }

  /** The whole response, its status within 200–299. Throws ApiError. */
  async send(call: Call): Promise<HttpResponse> {
    return this.#send(call, async (response, fields) => readWhole(response, fields));
  }

  /** The same with its body unread: whoever has it reads or cancels it. */
  async open(call: Call): Promise<StreamedResponse> {
    const { closing, timeoutMs } = this.#shared;
    return this.#send(call, async (response, fields) =>
      openBody(response, [call.signal, closing], timeoutMs, fields),
    );
  }

  async #send<T>(call: Call, receive: Receive<T>): Promise<T> {
    const { options, timeoutMs, certificates, closing, retirement } = this.#shared;
    const end = retirement.begin();
    const maxMs = Math.min(timeoutMs, call.timeoutMs ?? Infinity);
    const deadline = new CallDeadline(operationOf(call), maxMs, [call.signal, closing]);
    const retries = this.#retriesOf(call, deadline);
    if (call.priority !== 'export') deadline.startClock();
    try {
      for (;;) {
        await certificates?.pause;
        const isReadingStore = certificates?.state === 'reading';
        try {
          const result = await this.#try(call, deadline, receive);
          if (!call.isUnreported) options.onOutcome?.({ kind: 'answered' });
          return result;
        } catch (error) {
          // It waits for its next try, and then for a socket as long as other exports use them all.
          if (call.priority === 'export') deadline.stopClock();
          const lacksStore = isReadingStore && isApiError(error) && isOfUnknownAuthority(error.code);
          if (lacksStore) await this.#readStore(certificates, call, deadline);
          else await retries.waitAfter(error);
        }
      }
    } catch (error) {
      if (!call.isUnreported) options.onOutcome?.({ kind: 'failed', error });
      throw error;
    } finally {
      deadline.dispose();
      end();
    }
  }

  /** Nothing was sent, so it is tried again with the system's certificates. The wait for them does not count. */
  async #readStore(
    { settled, maxReadMs }: CertificateStore,
    call: Call,
    deadline: CallDeadline,
  ): Promise<void> {
    this.log(`${operationOf(call)} waits for the system’s certificates`);
    await deadline.pauseClock(settled, maxReadMs);
  }

  #retriesOf(call: Call, deadline: CallDeadline): Retries {
    return new Retries({
      limits: this.#limitsOf(call),
      reasonToRetry: (error) => reasonToRetryCall(error, call.method),
      signal: deadline.signal,
      onWait: (wait) => {
        if (wait.reason === 'server') deadline.extend(wait.ms); // the service may have asked for a minute
        this.#shared.options.onWait?.(wait);
        call.onWait?.(wait);
      },
    });
  }

  async #try<T>(call: Call, deadline: CallDeadline, receive: Receive<T>): Promise<T> {
    const { options, exchange, log } = this.#shared;
    const { signal } = deadline;
    const operation = operationOf(call);
    const { pass, release } = await this.#enterGate(call, deadline);
    let logTry = (_outcome: string): void => undefined;
    try {
      const startedMs = performance.now();
      logTry = (outcome) => log(`${operation} ${outcome} ${Math.round(performance.now() - startedMs)} ms`);
      const onFallback = (error: unknown): void => logTry(`network ${systemCode(error) ?? ''}`);
      // The project may have become protected during the wait, or while the connection was opened.
      const beforeSending = (): void => this.#guard(call);
      const request = this.#requestOf(call, signal);
      const given = await exchange.send(request, beforeSending, onFallback).catch((error: unknown) => {
        throw signal.aborted ? errorOfAbort(signal) : classifyNetworkError(error, false, { operation });
      });
      const response = { ...given, headers: headersWithoutSecret(given.headers, options.key) };
      const { status, headers } = response;
      call.onResponse?.(response);
      report(response, pass);
      if (isErrorStatus(status))
        throw classifyErrorResponse(await readError(response, signal), operation, options.key);
      response.body.once('close', release);
      const result = await receive(response, { operation, status, requestId: requestIdOf(headers) });
      logTry(String(status));
      return result;
    } catch (error) {
      if (isApiError(error)) {
        const { kind, code, status = 200 } = error;
        logTry(isErrorStatus(status) ? String(status) : `${kind} ${code ?? ''}`);
        if (kind === 'throttled') pass.throttled(error.retryAfterMs ?? defaultRetryAfterMs);
      }
      release();
      throw error;
    }
  }

  /** Resolves when it is the call's turn. Nothing else ends the pass, or lets a retired client close, but `release`. */
  async #enterGate(call: Call, deadline: CallDeadline) {
    const { gate, retirement } = this.#shared;
    this.#guard(call); // a refused write does not wait for its turn
    const pass = await gate.enter({
      budget: call.budget ?? 'recordsPerMinute',
      priority: call.priority ?? 'interactive',
      operation: operationOf(call),
      signal: deadline.signal,
      maxWaitMs: this.#limitsOf(call).maxWaitMs,
      onHeld(hold) {
        deadline.extend(hold.ms);
        call.onWait?.(hold);
      },
    });
    if (call.priority === 'export') deadline.startClock();
    const end = retirement.begin();
    const release = (): void => {
      pass.release();
      end();
    };
    return { pass, release };
  }

  #requestOf(call: Call, signal: AbortSignal): WireRequest {
    const { address, options } = this.#shared;
    return {
      origin: address.origin,
      path: call.path,
      method: call.method,
      headers: {
        accept: call.accept ?? 'application/json',
        authorization: `Bearer ${options.key}`,
        'user-agent': 'cohort-deck',
        ...(call.body !== undefined && { 'content-type': 'application/json' }),
      },
      body: call.body === undefined ? undefined : Buffer.from(call.body),
      signal,
    };
  }

  /** Throws ApiError if the guard refuses the write. The project is read from the path, which decides where it goes. */
  #guard({ method, path }: Call): void {
    const { address, options } = this.#shared;
    if (method !== 'GET') options.guard?.check(projectIn(path, address.prefix), this.#approval);
  }

  #limitsOf({ retry }: Call): RetryLimits {
    return { ...callRetryLimits, ...this.#shared.options.retry, ...retry };
  }
}

function isErrorStatus(status: number): boolean {
  return status < 200 || status > 299;
}

function report({ status, headers }: WireResponse, pass: Pass): void {
  if (status !== 429) return pass.answered(headers);
  // Its body may say more, but may take long; other requests wait for it.
  pass.throttled(readRetryAfterMs(headers['retry-after'], undefined, sentAtMs(headers)) || undefined);
}

function projectIn(path: string, prefix: string): string | undefined {
  const start = `${prefix}/api/projects/`;
  const segment = path.startsWith(start) ? path.slice(start.length).split(/[/?]/, 1)[0] : undefined;
  if (!segment) return undefined;
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined; // a stray percent sign
  }
}

/** An export has a call in progress even between two pages, so a client without one for this long is unused. */
const idleMs = 60_000;

/** Closes a client that is no longer handed out, once its last call has ended. */
class Retirement {
  readonly #close: () => void;
  #running = 0;
  #isRetired = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(close: () => void) {
    this.#close = close;
  }

  /** Something runs until the function that this returns is called. */
  begin(): () => void {
    this.#running++;
    clearTimeout(this.#timer);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#running--;
      this.#closeWhenIdle();
    };
  }

  retire(): void {
    this.#isRetired = true;
    this.#closeWhenIdle();
  }

  stop(): void {
    this.#isRetired = false;
    clearTimeout(this.#timer);
  }

  #closeWhenIdle(): void {
    if (!this.#isRetired || this.#running > 0) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#close, idleMs);
    this.#timer.unref(); // it must not keep a process alive
  }
}
