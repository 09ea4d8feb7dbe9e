// Work that takes a part of a frame, of tiles that come into sight and of several tables: one of them has its turn in each
// frame, however many wait.

type Draw = () => void;

export class DrawQueue {
  readonly #requestFrame: (callback: () => void) => unknown;
  #waiting: readonly Draw[] = [];
  #isRequested = false;

  constructor(requestFrame: (callback: () => void) => unknown) {
    this.#requestFrame = requestFrame;
  }

  /** @returns what gives up the turn */
  take(draw: Draw): () => void {
    return this.#wait([...this.#waiting, draw], draw);
  }

  /** Takes the next turn, before all that wait. @returns what gives up the turn */
  takeNext(draw: Draw): () => void {
    return this.#wait([draw, ...this.#waiting], draw);
  }

  #wait(waiting: readonly Draw[], draw: Draw): () => void {
    this.#waiting = waiting;
    this.#request();
    return () => {
      this.#waiting = this.#waiting.filter((one) => one !== draw);
    };
  }

  #request(): void {
    if (this.#isRequested || this.#waiting.length === 0) return;
    this.#isRequested = true;
    this.#requestFrame(() => {
      this.#isRequested = false;
      const [draw, ...others] = this.#waiting;
      this.#waiting = others;
      this.#request();
      draw?.();
    });
  }
}

/** The page's own turns. */
export const drawQueue = new DrawQueue((callback) => requestAnimationFrame(callback));
