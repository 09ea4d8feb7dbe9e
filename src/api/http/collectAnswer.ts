// One try of one request, its answer read as a whole. No status is judged here.
import { ApiError } from '#api/apiError.ts';
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
  /** Status and headers have come. */
  readonly onHeaders: (status: number, headers: AnswerHeaders) => void;
}

export interface CollectTry extends Try {
  /** Whether there is room for so many bytes more, beside the other answers that are being read. */
  readonly keep: (bytes: number) => boolean;
}

/** An answer that is read as a whole is no export: past this, something is wrong with it. */
const mostCollectedBytes = 64 * 1024 * 1024;
/** No error's body needs more: the rest is not read. */
export const mostErrorBytes = 64 * 1024;

export async function collectAnswer(options: CollectTry): Promise<Answer> {
  const { wire, request, operation, signals, onHeaders, keep } = options;
  throwIfAborted(signals, operation);
  return new Promise((resolve, reject) => {
    let head: { readonly status: number; readonly headers: AnswerHeaders } | undefined;
    let size = 0;
    const chunks: Uint8Array[] = [];
    const finish = (): void => {
      unlink();
      if (head !== undefined) resolve({ ...head, body: Buffer.concat(chunks, size) });
    };
    const fail = (error: ApiError): void => {
      // The status says more than the loss of a body that explains it.
      if (head !== undefined && isErrorStatus(head.status) && error.kind !== 'cancelled') {
        finish();
        return;
      }
      unlink();
      reject(error);
    };
    let stop: (() => void) | undefined;
    const unlink = linkAbort(
      signals,
      (error) => {
        stop?.();
        fail(error);
      },
      { operation },
    );
    stop = wire(request, {
      onAnswer(status, headers) {
        head = { status, headers };
        onHeaders(status, headers);
      },
      onChunk(chunk) {
        chunks.push(chunk);
        size += chunk.length;
        const hasRoom = keep(chunk.length);
        const isSmall = size <= (isErrorStatus(head?.status) ? mostErrorBytes : mostCollectedBytes);
        if (isSmall && hasRoom) return;
        stop?.();
        const fields = { operation, status: head?.status, code: 'too_large' };
        const message = isSmall ? 'Too many large answers at once.' : 'The answer is too large.';
        fail(new ApiError('unexpected', message, fields));
      },
      onEnd: finish,
      onFailure(error) {
        fail(classifyNetworkError(error, head !== undefined, { operation, status: head?.status }));
      },
    });
  });
}

export function isErrorStatus(status: number | undefined): boolean {
  return status !== undefined && (status < 200 || status > 299);
}
