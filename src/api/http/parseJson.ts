import { ApiError } from '#api/apiError.ts';
import { isUnbounded, looksLikeHtml, requestIdOf } from './answerHeaders.ts';
import type { Answer } from './collectAnswer.ts';

/** Throws `notJson` for a page, `unexpected` for nothing at all, `incomplete` for JSON that stops in the middle. */
export function parseJson(text: string, answer: Answer, operation: string): unknown {
  const { status, headers } = answer;
  const fields = { status, operation, requestId: requestIdOf(headers) };
  try {
    return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
  } catch (error) {
    if (text.trim() === '')
      throw new ApiError('unexpected', 'The answer is empty.', { ...fields, code: 'empty' });
    if (looksLikeHtml(text, headers)) {
      throw new ApiError('notJson', 'The answer is a web page, not JSON.', fields);
    }
    // The parser's own message quotes the text, so it is not passed on.
    const endsEarly = isUnbounded(headers) && /^\s*[[{]/.test(text) && error instanceof SyntaxError;
    if (endsEarly) throw new ApiError('incomplete', 'The answer ended early.', fields);
    throw new ApiError('notJson', 'The answer is not JSON.', fields);
  }
}
