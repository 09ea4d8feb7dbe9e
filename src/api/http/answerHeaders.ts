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
