import { ApiError } from '#api/apiError.ts';
import { isUnbounded, looksLikeHtml, requestIdOf } from './responseHeaders.ts';
import type { HttpResponse } from './collectResponse.ts';

/** Throws `notJson` for a page, with the code `malformed` for any other text, and `unexpected` for nothing at all. */
export function parseJson(text: string, response: HttpResponse, operation: string): unknown {
  const { status, headers } = response;
  const fields = { status, operation, requestId: requestIdOf(headers) };
  try {
    return parse(text);
  } catch {
    if (text.trim() === '')
      throw new ApiError('unexpected', 'The response is empty.', { ...fields, code: 'empty' });
    if (looksLikeHtml(text, headers)) {
      throw new ApiError('notJson', 'The response is a web page, not JSON.', fields);
    }
    // The parser's own message quotes the text, so it is not passed on.
    throw new ApiError('notJson', 'The response is not JSON.', { ...fields, code: 'malformed' });
  }
}

/** Throws `incomplete` for JSON that stops in the middle, where nothing else shows that the connection was lost. */
export function requireWhole({ status, headers, body }: HttpResponse, operation: string): void {
  if (!isUnbounded(headers)) return;
  const text = body.toString('utf8');
  if (!/^\s*[[{]/.test(text)) return;
  try {
    parse(text);
  } catch (error) {
    if (!isCut(error, text)) return; // `parseJson` says what it is
    const fields = { status, operation, requestId: requestIdOf(headers) };
    throw new ApiError('incomplete', 'The response ended early.', fields);
  }
}

/** Whether the parser found nothing wrong before the end of the text; it names no place for a wrong letter. */
function isCut(error: unknown, text: string): boolean {
  if (!(error instanceof SyntaxError) || error.message.startsWith('Unexpected token')) return false;
  const place = /at position (\d+)/.exec(error.message)?.[1];
  return place === undefined || Number(place) >= text.trimEnd().length - Number(text.startsWith('\uFEFF'));
}

function parse(text: string): unknown {
  return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
}
