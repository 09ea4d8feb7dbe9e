// The errors of the system, undici and fetch as ApiError.
import { ApiError, type ApiErrorFields, markNeverSent } from '#api/apiError.ts';

/** A connection that could not be opened: no byte of the request has left. `cause` has the reason. */
export class NotConnectedError extends Error {
  override readonly name = 'NotConnectedError';
}

/** `hasResponse`: status and headers had come, so the body is what is missing. */
export function classifyNetworkError(error: unknown, hasResponse: boolean, fields: ApiErrorFields): ApiError {
  if (error instanceof ApiError) return error;
  const refusal = proxyRefusal(error);
  const code = refusal === undefined ? systemCode(error) : `ERR_PROXY_${refusal}`;
  const all = { ...fields, code, cause: error };
  if (error instanceof NotConnectedError && !hasResponse) {
    const text = `The connection could not be opened (${code ?? 'unknown'}).`;
    return markNeverSent(new ApiError('network', text, all));
  }
  if (code === 'UND_ERR_HEADERS_OVERFLOW')
    return new ApiError('unexpected', 'The headers of the response are too large.', {
      ...all,
      code: 'headers_too_large',
    });
  if (code !== undefined && timeoutCodes.has(code)) {
    return new ApiError('timeout', 'The service did not respond in time.', all);
  }
  if (hasResponse) return new ApiError('incomplete', `The response ended early (${code ?? 'unknown'}).`, all);
  return new ApiError('network', `The connection was lost before a response (${code ?? 'unknown'}).`, all);
}

/** Limits of the editor's fetch; our own deadlines are ApiErrors already. */
const timeoutCodes = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

/** The innermost code says most: `fetch failed` and NotConnectedError wrap the system's error. */
export function systemCode(error: unknown): string | undefined {
  let code: string | undefined;
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if ('code' in at && typeof at.code === 'string') code = at.code;
    if (at instanceof AggregateError && code === undefined) return systemCode(at.errors[0]);
  }
  return code;
}

/** The status with which a proxy refused a tunnel, such as `407`. undici has it in its message only. */
export function proxyRefusal(error: unknown): string | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    const [, status] = /^Proxy response \((\d+)\)/.exec(at.message) ?? [];
    if (status !== undefined) return status;
  }
  return undefined;
}
