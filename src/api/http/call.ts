import type { Priority } from '#api/requestPriority.ts';
import type { RetryLimits, RetryWait } from '#api/clientTypes.ts';
import type { WriteApproval, TransportGuard } from '#api/writeApproval.ts';
import type { SafeBaseUrl } from '#api/http/connect/requireSafeBaseUrl.ts';
import type { BudgetName } from '#api/http/limits/requestGate.ts';

export interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** The path from the root of the origin, percent-encoded, with its query. */
  readonly path: string;
  readonly accept?: string;
  /** JSON text without unpaired surrogates. */
  readonly body?: string;
  /** Required for every method but GET. */
  readonly approval?: WriteApproval | undefined;
  /** Default: that of records. */
  readonly budget?: BudgetName | undefined;
  /** Default: a person's. */
  readonly priority?: Priority | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called besides the client's own. */
  readonly onWait?: ((wait: RetryWait) => void) | undefined;
  readonly onDropped?: (() => void) | undefined;
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

/** Throws ApiError if the guard refuses the write. The project is read from the path, which decides where it goes. */
export function guardWrite(call: Call, { prefix }: SafeBaseUrl, guard: TransportGuard | undefined): void {
  if (call.method === 'GET') return;
  guard?.check(projectIn(call.path, prefix), call.approval);
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
