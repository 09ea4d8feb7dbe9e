import { ApiError } from './apiError.ts';
import type { ApiErrorFields } from './apiError.ts';

/**
 * A response's bytes as text that turns back into the same bytes; only a byte order mark is left out. Throws
 * `unexpected` with the code `not_utf8` for bytes that are not UTF-8, which could not be sent back unchanged.
 */
export function decodeText(body: Uint8Array, fields: ApiErrorFields): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch (cause) {
    throw new ApiError('unexpected', 'The response is not UTF-8.', { ...fields, code: 'not_utf8', cause });
  }
}
