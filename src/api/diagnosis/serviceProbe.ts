// Single requests over the connections that all others use, through the same gate, and without a second try.
import { type ApiError, isApiError } from '#api/apiError.ts';
import type { NetworkSettings } from '#api/clientTypes.ts';
import type { WireResponse } from '#api/http/exchange.ts';
import { type GateUsage, gateOfKey } from '#api/http/requestGate.ts';
import { parseJson } from '#api/http/responseBody.ts';
import type { SafeBaseUrl } from '#api/http/safeBaseUrl.ts';
import { createTransport, type Transport } from '#api/http/transport.ts';
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
  readonly #transport: Transport;
  readonly #timeoutMs: number;

  constructor(address: SafeBaseUrl, key: string, { timeoutMs, ...options }: ProbeOptions) {
    this.#address = address;
    this.#key = key;
    this.#timeoutMs = timeoutMs;
    this.#transport = createTransport(address, { baseUrl: address.origin, key, timeoutMs, ...options });
  }

  /** `path`: below the base URL. Throws ApiError if there is no response, or the gate allows no request yet. */
  async ask(path: string, signal: AbortSignal, change?: { readonly body: string }): Promise<Reply> {
    let head = headOf({ status: 0, headers: {}, isByEditor: false });
    try {
      const { headers, body } = await this.#transport.send({
        method: change ? 'PATCH' : 'GET',
        path: this.#address.prefix + path,
        // The persons of a cohort may return 406 for an Accept header that names JSON.
        accept: '*/*',
        ...change,
        budget: path.includes('/persons/') ? 'personsPerMinute' : 'recordsPerMinute',
        signal,
        retry: { tries: 1, maxWaitMs: this.#timeoutMs / 2 },
        onResponse(response) {
          head = headOf(response);
        },
      });
      const json = parseJson(body.toString('utf8'), headers, {});
      return { ...head, error: undefined, isPage: isPage(json) };
    } catch (error) {
      const isWhole = head.status > 0 && !isApiError(error, 'cancelled', 'timeout', 'incomplete');
      if (!isWhole || !isApiError(error)) throw error;
      return { ...head, error, isPage: false };
    }
  }

  /** What the gate has counted, this probe's own requests included. */
  usage(): GateUsage {
    return gateOfKey(this.#address, this.#key).usage();
  }

  async close(): Promise<void> {
    await this.#transport.close();
  }
}

function headOf({ status, headers, isByEditor }: Pick<WireResponse, 'status' | 'headers' | 'isByEditor'>) {
  const serviceMs = Date.parse(headers['date'] ?? '');
  return {
    status,
    isByEditor,
    serviceMs: Number.isNaN(serviceMs) ? undefined : serviceMs,
    ownMs: Date.now(),
  };
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
