// One try of one request, its answer's body read as a stream with back-pressure. No status is judged here.
import { ApiError, cancelledError } from '#api/apiError.ts';
import type { StreamedAnswer } from '#api/types.ts';
import { linkAbort, throwIfAborted } from './abortSignals.ts';
import type { Signals } from './abortSignals.ts';
import { BodyQueue } from './bodyQueue.ts';
import { classifyNetworkError } from './classifyNetworkError.ts';
import type { Try } from './collectAnswer.ts';
import { ProgressWatch } from './progressWatch.ts';

export interface StreamTry extends Try {
  /** These end the body as well; `signals` end the wait for status and headers. */
  readonly bodySignals: Signals;
  /** A window in which the body brings next to nothing ends it. */
  readonly progressMs: number;
  /** The socket is free again. Called once, where status and headers had come. */
  readonly onClose: () => void;
}

/** Resolves when status and headers have come. */
export async function streamAnswer(options: StreamTry): Promise<StreamedAnswer> {
  const { wire, request, operation } = options;
  throwIfAborted(options.signals, operation);
  return new Promise((resolve, reject) => {
    let status: number | undefined;
    let isClosed = false;
    const close = (): void => {
      watch.stop();
      unlink();
      if (!isClosed && status !== undefined) options.onClose();
      isClosed = true;
    };
    const fail = (error: ApiError): void => {
      close();
      if (status === undefined) reject(error);
      else body.fail(error);
    };
    const stopWith = (error: ApiError): void => {
      stop?.();
      fail(error);
    };
    const watch = new ProgressWatch(options.progressMs, () =>
      stopWith(new ApiError('timeout', 'The answer stopped coming.', { operation, status })),
    );
    const body = new BodyQueue({
      onPause: () => watch.stop(),
      onResume: () => {
        if (!isClosed) watch.start();
      },
      onLeave: () => {
        stop?.();
        close();
      },
    });
    let stop: (() => void) | undefined;
    let unlink = linkAbort(options.signals, stopWith, { operation });
    stop = wire(request, {
      onAnswer(answerStatus, headers, control) {
        status = answerStatus;
        unlink();
        unlink = linkAbort(options.bodySignals, stopWith, { operation, status });
        watch.start();
        body.begin(control);
        options.onHeaders(status, headers);
        const cancel = (): void => stopWith(cancelledError({ operation, status }));
        resolve({ status, headers, body: body.read(), cancel });
      },
      onChunk(chunk) {
        watch.add(chunk.length);
        body.push(chunk);
      },
      onEnd() {
        close();
        body.end();
      },
      onFailure(error) {
        fail(classifyNetworkError(error, status !== undefined, { operation, status }));
      },
    });
  });
}
