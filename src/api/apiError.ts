// One error type for everything that can go wrong between us and the service. http/classifyErrorResponse and
// http/responseHeaders create it; host/errorMessage turns it into words for people.

/**
 * What went wrong, as far as a caller can act on it.
 * - `network`: no connection, or it broke before a response (`cause` has the system's error)
 * - `timeout`: connected, but no response within the limit
 * - `cancelled`: the caller's AbortSignal
 * - `unauthenticated`: 401, the key is missing or wrong
 * - `missingScope`: 403 that names a scope the key lacks (`scope`)
 * - `forbidden`: 403 otherwise
 * - `notFound`: 404
 * - `invalid`: 400, 415 and other 4xx with a reason (`attr` names the field)
 * - `notAllowed`: 405, the response to every DELETE
 * - `throttled`: 429, or a wait for the rate limit that would be too long (`retryAfterMs` if it is known
 *  how long)
 * - `server`: 5xx
 * - `notJson`: a response that is not JSON, such as a login page or a proxy's error page; `malformed` if it is no page
 * - `unexpected`: JSON that does not match the interface
 * - `incomplete`: a response that ended early
 * - `readOnly`: nothing was sent, because the project is protected from writes here (`place` names it, `project`
 *  is where its protection can be changed)
 * - `unresolvedProject`: nothing was sent, because the project is `@current`, and the service does not say which one that is
 * - `unapproved`: nothing was sent, because this write to a production project was not approved (`place`
 *  names it)
 */
export type ApiErrorKind =
  | 'network'
  | 'timeout'
  | 'cancelled'
  | 'unauthenticated'
  | 'missingScope'
  | 'forbidden'
  | 'notFound'
  | 'invalid'
  | 'notAllowed'
  | 'throttled'
  | 'server'
  | 'notJson'
  | 'unexpected'
  | 'incomplete'
  | 'readOnly'
  | 'unresolvedProject'
  | 'unapproved';

export interface ApiErrorFields {
  /** HTTP status; undefined if there was no response. */
  readonly status?: number | undefined;
  /** The service's machine-readable code, such as `invalid_choice`. */
  readonly code?: string | undefined;
  /** The field at fault, nested parts joined by `__`; undefined if no field is. */
  readonly attr?: string | undefined;
  /** Reasons that name their own places, see http/classifyErrorResponse.ts. Shown but never logged, as `detail`. */
  readonly reasons?:
    | readonly { readonly path: readonly (string | number)[]; readonly message: string }[]
    | undefined;
  /** The scope that a 403 says is missing, such as `dashboard:write`. */
  readonly scope?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  /** The service's own message: shown but never logged, because it may quote data. */
  readonly detail?: string | undefined;
  readonly requestId?: string | undefined;
  /** The protected connection and project, as people know them. */
  readonly place?: string | undefined;
  readonly project?: { readonly connectionId: string; readonly projectId: string } | undefined;
  /** What was asked, without its query: `PATCH /api/projects/1/cohorts/2/`. */
  readonly operation?: string | undefined;
  readonly cause?: unknown;
}

/** `message` is a plain English phrase of our own, for the log; `detail` is the service's. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly kind: ApiErrorKind;
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly attr: string | undefined;
  readonly scope: string | undefined;
  readonly reasons: ApiErrorFields['reasons'];
  readonly detail: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly requestId: string | undefined;
  readonly operation: string | undefined;
  readonly place: string | undefined;
  readonly project: ApiErrorFields['project'];

  constructor(kind: ApiErrorKind, message: string, fields: ApiErrorFields = {}) {
    super(message, fields.cause === undefined ? undefined : { cause: fields.cause });
    this.kind = kind;
    this.status = fields.status;
    this.code = fields.code;
    this.attr = fields.attr;
    this.scope = fields.scope;
    this.reasons = fields.reasons;
    this.detail = fields.detail;
    this.retryAfterMs = fields.retryAfterMs;
    this.requestId = fields.requestId;
    this.operation = fields.operation;
    this.place = fields.place;
    this.project = fields.project;
  }
}

export function isApiError(error: unknown, ...kinds: readonly ApiErrorKind[]): error is ApiError {
  return error instanceof ApiError && (kinds.length === 0 || kinds.includes(error.kind));
}

export function cancelledError(fields: ApiErrorFields = {}): ApiError {
  return new ApiError('cancelled', 'Cancelled.', fields);
}

/** Errors of requests that never left this machine, so any of them may be sent again. */
const neverSent = new WeakSet<ApiError>();

export function wasNeverSent(error: unknown): boolean {
  return error instanceof ApiError && neverSent.has(error);
}

/** Records that nothing of the request left this machine. @returns the error */
export function markNeverSent(error: ApiError): ApiError {
  neverSent.add(error);
  return error;
}
