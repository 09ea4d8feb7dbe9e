// One try of one request: the whole answer at once, or its body as a stream. No status is judged here.
import { ApiError } from './apiError.ts';
import { createCancelled, toApiError } from './networkError.ts';
import type { Answer } from './answer.ts';
import type { StreamedAnswer } from './types.ts';
import type { AnswerHeaders, Wire, WireControl, WireRequest } from './wire.ts';

/** An answer that is read as a whole is no export: past this, something is wrong with it. */
const mostCollectedBytes = 256 * 1024 * 1024;
/** How much of a streamed body may lie unread before its socket is held back. */
const mostQueuedBytes = 512 * 1024;

/** Calls `stop` once when the first of `signals` aborts, at once if one has. Returns what takes that back. */
export function linkAbort(signals: readonly (AbortSignal | undefined)[], stop: () => void): () => void {
  const unlink = (): void => {
    for (const signal of signals) signal?.removeEventListener('abort', onAbort);
  };
  const onAbort = (): void => {
    unlink();
    stop();
  };
  if (signals.some((signal) => signal?.aborted)) stop();
  else for (const signal of signals) signal?.addEventListener('abort', onAbort);
  return unlink;
}

export interface Try {
  readonly wire: Wire;
  readonly request: WireRequest;
  /** What was asked, without its query; for errors. */
  readonly operation: string;
  readonly signals: readonly (AbortSignal | undefined)[];
}

export async function collectAnswer({ wire, request, operation, signals }: Try): Promise<Answer> {
  throwIfAborted(signals, operation);
  return new Promise((resolve, reject) => {
    let status: number | undefined;
    let headers: AnswerHeaders = {};
    let size = 0;
    const chunks: Uint8Array[] = [];
    const fail = (error: unknown): void => {
      unlink();
      reject(toApiError(error, status !== undefined, { operation, status }));
    };
    let stop: (() => void) | undefined;
    const unlink = linkAbort(signals, () => {
      stop?.();
      fail(createCancelled({ operation, status }));
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

/** Resolves when status and headers have come. */
export async function openAnswer({ wire, request, operation, signals }: Try): Promise<StreamedAnswer> {
  throwIfAborted(signals, operation);
  return new Promise((resolve, reject) => {
    let status: number | undefined;
    let stop: (() => void) | undefined;
    const body = createBody(() => stop?.());
    const fail = (error: unknown): void => {
      unlink();
      const failure = toApiError(error, status !== undefined, { operation, status });
      if (status === undefined) reject(failure);
      else body.fail(failure);
    };
    const cancel = (): void => {
      stop?.();
      fail(createCancelled({ operation, status }));
    };
    const unlink = linkAbort(signals, cancel);
    stop = wire(request, {
      onAnswer(answerStatus, headers, control) {
        status = answerStatus;
        body.begin(control);
        resolve({ status, headers, body: body.chunks, cancel });
      },
      onChunk: (chunk) => body.push(chunk),
      onEnd() {
        unlink();
        body.end();
      },
      onFailure: fail,
    });
  });
}

/** A queue of chunks that holds its source back while it is full; `stop` is called when its reader leaves early. */
function createBody(stop: () => void) {
  const queue: Uint8Array[] = [];
  let queuedBytes = 0;
  let control: WireControl | undefined;
  let isEnded = false;
  let failure: ApiError | undefined;
  let wake: (() => void) | undefined;

  async function* read(): AsyncGenerator<Uint8Array, void, undefined> {
    let isReadToEnd = false;
    try {
      for (;;) {
        const chunk = queue.shift();
        if (chunk !== undefined) {
          queuedBytes -= chunk.length;
          if (queuedBytes < mostQueuedBytes / 2) control?.resume();
          yield chunk;
        } else if (failure !== undefined) {
          throw failure;
        } else if (isEnded) {
          isReadToEnd = true;
          return;
        } else {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      }
    } finally {
      if (!isReadToEnd) stop();
    }
  }

  return {
    chunks: read(),
    begin(source: WireControl): void {
      control = source;
    },
    push(chunk: Uint8Array): void {
      queue.push(chunk);
      queuedBytes += chunk.length;
      if (queuedBytes >= mostQueuedBytes) control?.pause();
      wake?.();
    },
    end(): void {
      isEnded = true;
      wake?.();
    },
    fail(error: ApiError): void {
      failure ??= error;
      if (error.kind === 'cancelled') queue.length = 0;
      wake?.();
    },
  };
}

function throwIfAborted(signals: readonly (AbortSignal | undefined)[], operation: string): void {
  if (signals.some((signal) => signal?.aborted)) throw createCancelled({ operation });
}
