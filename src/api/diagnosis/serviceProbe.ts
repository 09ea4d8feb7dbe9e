// Single requests over the connections that all others use, through the same gate, and without a second try.
import { type ApiError, isApiError } from '#api/apiError.ts';
import type { SafeBaseUrl } from '#api/http/connect/requireSafeBaseUrl.ts';
import { classifyErrorResponse } from '#api/http/errors/classifyErrorResponse.ts';
import { operationOf } from '#api/http/call.ts';
import { buildRequest } from '#api/http/buildRequest.ts';
import type { Call } from '#api/http/call.ts';
import { collectResponse, isErrorStatus } from '#api/http/collectResponse.ts';
import type { HttpResponse } from '#api/http/collectResponse.ts';
import { createDispatcher } from '#api/http/connect/undiciDispatcher.ts';
import { parseJson, requireWhole } from '#api/http/parseJson.ts';
import { defaultRetryAfterMs } from '#api/http/limits/retryAfter.ts';
import { gateOfKey } from '#api/http/limits/gateOfKey.ts';
import { createUndiciWire } from '#api/http/connect/undiciWire.ts';
import { createFetchFallback } from '#api/http/connect/fetchFallback.ts';
import { interactivePriority } from '#api/requestPriority.ts';
import type { NetworkSettings } from '#api/clientTypes.ts';
import type { TransportGuard } from '#api/writeApproval.ts';

/** What a response says, and nothing of what is in it. */
export interface Reply {
  readonly status: number;
  /** Undefined: the service did what was asked. */
  readonly error: ApiError | undefined;
  /** Whether the body is a page of records. */
  readonly isPage: boolean;
  /** It came through the editor's fetch, because our own connection could not be opened. */
  readonly isByEditor: boolean;
  /** The `Date` header, in milliseconds since 1970, and this machine's clock at the same moment. */
  readonly serviceMs: number | undefined;
  readonly ownMs: number;
}

export interface ProbeOptions {
  readonly network: NetworkSettings;
  readonly timeoutMs: number;
  readonly fallbackFetch: typeof fetch | undefined;
  readonly guard: TransportGuard;
}

export class ServiceProbe {
  readonly #address: SafeBaseUrl;
  readonly #key: string;
  readonly #dispatcher: UndiciDispatcher;
  readonly #throughWire: ReturnType<typeof createFetchFallback>;
  readonly #own: ReturnType<typeof createUndiciWire>;
  readonly #guard: TransportGuard;
  readonly #maxWaitMs: number;

  constructor(address: SafeBaseUrl, key: string, { network, timeoutMs, fallbackFetch, guard }: ProbeOptions) {
    this.#address = address;
    this.#key = key;
    this.#guard = guard;
    this.#maxWaitMs = timeoutMs / 2;
    this.#dispatcher = createDispatcher(address, network, timeoutMs);
    this.#own = createUndiciWire(this.#dispatcher);
    this.#throughWire = createFetchFallback(this.#own, address.isLoopback ? undefined : fallbackFetch);
  }

  /** `path`: below the base URL. Throws ApiError if there is no response, or the gate allows no request yet. */
  async ask(path: string, signal: AbortSignal, change?: { readonly body: string }): Promise<Reply> {
    const call: Call = {
      method: change ? 'PATCH' : 'GET',
      path: this.#address.prefix + path,
      // The persons of a cohort may return 406 for an Accept header that names JSON.
      accept: '*/*',
      ...(change && { body: change.body }),
    };
    const operation = operationOf(call);
    const gate = gateOfKey(this.#address.origin, this.#key);
    const pass = await gate.enter({
      budget: path.includes('/persons/') ? 'personsPerMinute' : 'recordsPerMinute',
      priority: interactivePriority,
      operation,
      signals: [signal],
      maxWaitMs: this.#maxWaitMs,
      onHeld: () => undefined,
      onDropped: () => undefined,
    });
    let isByEditor = false;
    try {
      const response = await this.#throughWire(async (wire) => {
        isByEditor = wire !== this.#own;
        const request = buildRequest(call, this.#address, this.#key, this.#guard);
        const onHeaders = (status: number, headers: HttpResponse['headers']): void => {
          if (status === 429) pass.throttled(undefined);
          else pass.answered(headers);
        };
        const keep = (bytes: number): boolean => pass.keep(bytes);
        return collectResponse({ wire, request, operation, signals: [signal], onHeaders, keep });
      });
      const reply = this.#judge(response, operation, isByEditor);
      if (reply.error?.kind === 'throttled') pass.throttled(reply.error.retryAfterMs ?? defaultRetryAfterMs);
      return reply;
    } finally {
      pass.release();
    }
  }

  /** What the gate has counted, this probe's own requests included. */
  usage() {
    return gateOfKey(this.#address.origin, this.#key).usage();
  }

  async close(): Promise<void> {
    await this.#dispatcher.destroy();
  }

  #judge(response: HttpResponse, operation: string, isByEditor: boolean): Reply {
    const serviceMs = Date.parse(response.headers['date'] ?? '');
    const head = {
      status: response.status,
      isByEditor,
      serviceMs: Number.isNaN(serviceMs) ? undefined : serviceMs,
      ownMs: Date.now(),
    };
    if (isErrorStatus(response.status))
      return { ...head, error: classifyErrorResponse(response, operation, this.#key), isPage: false };
    try {
      requireWhole(response, operation);
      const json = parseJson(response.body.toString('utf8'), response, operation);
      return { ...head, error: undefined, isPage: isPage(json) };
    } catch (error) {
      if (isApiError(error)) return { ...head, error, isPage: false };
      throw error;
    }
  }
}

function isPage(json: unknown): boolean {
  return typeof json === 'object' && json !== null && 'results' in json && Array.isArray(json.results);
}

/** The scope, only if it has the form of one: a service may put anything there. */
export function safeScope(error: ApiError): string {
  return /^[a-z_]{1,30}:[a-z_]{1,20}$/.exec(error.scope ?? '')?.[0] ?? '?';
}

export function safeRequestId({ requestId }: ApiError, key: string): string | undefined {
  const isSafe = requestId !== undefined && /^[\w.:=-]{1,80}$/.test(requestId) && !requestId.includes(key);
  return isSafe ? requestId : undefined;
}
