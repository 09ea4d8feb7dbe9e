import type { AnswerHeaders } from './wire.ts';

export function requestIdOf(headers: AnswerHeaders): string | undefined {
  return (
    headers['x-request-id'] ?? headers['x-correlation-id'] ?? headers['x-amzn-trace-id'] ?? headers['cf-ray']
  );
}

export function saysHtml(headers: AnswerHeaders): boolean {
  return /\bhtml\b/i.test(headers['content-type'] ?? '');
}

export function looksLikeHtml(text: string, headers: AnswerHeaders): boolean {
  return saysHtml(headers) || /^\s*</.test(text);
}

/** Neither length nor chunks: the connection's end is the body's, and an early end cannot be seen. */
export function isUnbounded(headers: AnswerHeaders): boolean {
  return headers['content-length'] === undefined && headers['transfer-encoding'] === undefined;
}
