// One try of one request, its answer read as a whole. No status is judged here.
import { ApiError, cancelledError } from '#api/apiError.ts';
import { linkAbort, throwIfAborted } from './abortSignals.ts';
import type { Signals } from './abortSignals.ts';
import { classifyNetworkError } from './classifyNetworkError.ts';
import type { AnswerHeaders, Wire, WireRequest } from './wire.ts';

export interface Answer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly body: Buffer;
}

export interface Try {
  readonly wire: Wire;
  readonly request: WireRequest;
  /** Method and path without the query; for errors. */
  readonly operation: string;
  readonly signals: Signals;
}

/** An answer that is read as a whole is no export: past this, something is wrong with it. */
const mostCollectedBytes = 256 * 1024 * 1024;

export async function collectAnswer({ wire, request, operation, signals }: Try): Promise<Answer> {
  throwIfAborted(signals, operation);
  return new Promise((resolve, reject) => {
    let status: number | undefined;
    let headers: AnswerHeaders = {};
    let size = 0;
    const chunks: Uint8Array[] = [];
    const fail = (error: unknown): void => {
      unlink();
      reject(classifyNetworkError(error, status !== undefined, { operation, status }));
    };
    let stop: (() => void) | undefined;
    const unlink = linkAbort(signals, () => {
      stop?.();
      fail(cancelledError({ operation, status }));
    });
    stop = wire(request, {
      onAnswer(answerStatus, answerHeaders) {
        status = answerStatus;
        headers = answerHeaders;
      },
      onChunk(chunk) {
        chunks.push(chunk);
        size += chunk.length;
        if (size <= mostCollectedBytes) return;
        stop?.();
        fail(
          new ApiError('unexpected', 'The answer is too large.', { operation, status, code: 'too_large' }),
        );
      },
      onEnd() {
        unlink();
        resolve({ status: status ?? 0, headers, body: Buffer.concat(chunks, size) });
      },
      onFailure: fail,
    });
  });
}
