import { ApiError } from './apiError.ts';

/**
 * JSON text as it can be sent: unchanged, unless it holds an unpaired surrogate, which UTF-8 cannot express. It is
 * written as its escape, `\ud83d`, which is the same string to any JSON parser. Throws `invalid` where the text is not
 * JSON, since an escape could then change what it says.
 */
export function escapeSurrogates(text: string): string {
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
