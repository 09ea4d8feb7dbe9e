// JSON as text, for those who must not lose a digit of it.
import { ApiError } from './apiError.ts';
import type { ApiErrorFields } from './apiError.ts';

/**
 * An answer's bytes as text that turns back into the same bytes; only a byte order mark is left out. Throws
 * `unexpected` with the code `not_utf8` for bytes that are not UTF-8, which could not be sent back unchanged.
 */
export function decodeText(body: Uint8Array, fields: ApiErrorFields): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch (cause) {
    throw new ApiError('unexpected', 'The answer is not UTF-8.', { ...fields, code: 'not_utf8', cause });
  }
}

/**
 * JSON text as it can be sent: unchanged, unless it holds an unpaired surrogate, which UTF-8 cannot express. Such a
 * one is written as its escape, `\ud83d`, which is the same string to any JSON parser. Throws `invalid` where the text
 * is not JSON, since an escape could then change what it says.
 */
export function encodableJson(text: string): string {
  if (!unpairedSurrogate.test(text)) return text;
  try {
    JSON.parse(text);
  } catch {
    throw new ApiError('invalid', 'The text is not JSON.'); // the parser's own message would quote it
  }
  return text.replace(
    new RegExp(unpairedSurrogate, 'gu'),
    (half) => `\\u${half.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** With `u`, a surrogate pair is one character and no surrogate. */
const unpairedSurrogate = /\p{Surrogate}/u;
