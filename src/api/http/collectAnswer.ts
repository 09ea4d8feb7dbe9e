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

/** An answer that is read as a whole is no export: past this, something is wrong with it. Four can be read at once. */
const mostCollectedBytes = 64 * 1024 * 1024;
/** No error's body needs more: the rest is not read. */
export const mostErrorBytes = 64 * 1024;

export async function collectAnswer({ wire, request, operation, signals, onHeaders }: Try): Promise<Answer> {
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
        if (size <= (isErrorStatus(head?.status) ? mostErrorBytes : mostCollectedBytes)) return;
        stop?.();
        const fields = { operation, status: head?.status, code: 'too_large' };
        fail(new ApiError('unexpected', 'The answer is too large.', fields));
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
