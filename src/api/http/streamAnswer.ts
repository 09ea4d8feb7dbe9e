// One try of one request, its answer's body read as a stream with back-pressure. No status is judged here.
import { cancelledError } from '#api/apiError.ts';
import type { ApiError } from '#api/apiError.ts';
import type { StreamedAnswer } from '#api/types.ts';
import { linkAbort, throwIfAborted } from './abortSignals.ts';
import { classifyNetworkError } from './classifyNetworkError.ts';
import type { Try } from './collectAnswer.ts';
import type { WireControl } from './wire.ts';

/** How much of a body may lie unread before its socket is paused. */
const mostQueuedBytes = 512 * 1024;

/** Resolves when status and headers have come. */
export async function streamAnswer({ wire, request, operation, signals }: Try): Promise<StreamedAnswer> {
  throwIfAborted(signals, operation);
  return new Promise((resolve, reject) => {
    let status: number | undefined;
    let stop: (() => void) | undefined;
    const body = createBody(() => stop?.());
    const fail = (error: unknown): void => {
      unlink();
      const failure = classifyNetworkError(error, status !== undefined, { operation, status });
      if (status === undefined) reject(failure);
      else body.fail(failure);
    };
    const cancel = (): void => {
      stop?.();
      fail(cancelledError({ operation, status }));
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
