import type { ApiError } from '#api/apiError.ts';
import type { WireControl } from './wire.ts';

/** How much of a body may lie unread before its socket is paused. */
const mostQueuedBytes = 512 * 1024;

export interface BodyListener {
  /** The source is held back because the reader is slow. */
  onPause(): void;
  onResume(): void;
  /** The reader leaves before the end. */
  onLeave(): void;
}

/** Chunks between a socket and a reader; while it is full, the socket is paused. */
export class BodyQueue {
  readonly #listener: BodyListener;
  readonly #chunks: Uint8Array[] = [];
  #queuedBytes = 0;
  #control: WireControl | undefined;
  #isPaused = false;
  #isEnded = false;
  #failure: ApiError | undefined;
  #wake: (() => void) | undefined;

  constructor(listener: BodyListener) {
    this.#listener = listener;
  }

  begin(control: WireControl): void {
    this.#control = control;
  }

  push(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.#queuedBytes += chunk.length;
    if (this.#queuedBytes >= mostQueuedBytes && !this.#isPaused) {
      this.#isPaused = true;
      this.#control?.pause();
      this.#listener.onPause();
    }
    this.#wake?.();
  }

  end(): void {
    this.#isEnded = true;
    this.#wake?.();
  }

  /** Chunks that have arrived are still read, unless the reader canceled. */
  fail(error: ApiError): void {
    this.#failure ??= error;
    if (error.kind === 'cancelled') this.#chunks.length = 0;
    this.#wake?.();
  }

  async *read(): AsyncGenerator<Uint8Array, void, undefined> {
    let isReadToEnd = false;
    try {
      for (;;) {
        const chunk = this.#chunks.shift();
        if (chunk !== undefined) {
          this.#take(chunk.length);
          yield chunk;
        } else if (this.#failure !== undefined) {
          throw this.#failure;
        } else if (this.#isEnded) {
          isReadToEnd = true;
          return;
        } else {
          await new Promise<void>((resolve) => {
            this.#wake = resolve;
          });
        }
      }
    } finally {
      if (!isReadToEnd) this.#listener.onLeave();
    }
  }

  #take(bytes: number): void {
    this.#queuedBytes -= bytes;
    if (!this.#isPaused || this.#queuedBytes >= mostQueuedBytes / 2) return;
    this.#isPaused = false;
    this.#control?.resume();
    this.#listener.onResume();
  }
}
