// Which elements are in sight, or nearly. Those that come into sight together are reported within the time that a frame
// has for them, so that no frame of a scroll waits for several charts.

/** How far outside of the viewport elements are drawn ahead. */
const nearby = '200px 0px';
/** Of one frame, for drawing. */
const budgetMs = 8;

export class VisibilityWatch {
  readonly #waiting = new Map<Element, () => void>();
  readonly #queue = new Set<Element>();
  readonly #observer = new IntersectionObserver((entries) => this.#take(entries), { rootMargin: nearby });
  #frame = 0;

  /** Calls back once. @returns forgets the element */
  whenSeen(element: Element, onSeen: () => void): () => void {
    this.#waiting.set(element, onSeen);
    this.#observer.observe(element);
    return () => {
      this.#waiting.delete(element);
      this.#queue.delete(element);
      this.#observer.unobserve(element);
    };
  }

  dispose(): void {
    cancelAnimationFrame(this.#frame);
    this.#observer.disconnect();
  }

  #take(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) this.#queue.delete(target);
      else if (this.#waiting.has(target)) {
        this.#queue.add(target);
        this.#observer.unobserve(target);
      }
    }
    if (this.#queue.size > 0 && this.#frame === 0) this.#drawInNextFrame();
  }

  #drawInNextFrame(): void {
    this.#frame = requestAnimationFrame(() => void this.#drawSome());
  }

  async #drawSome(): Promise<void> {
    const until = performance.now() + budgetMs;
    for (const element of this.#queue) {
      this.#queue.delete(element);
      const onSeen = this.#waiting.get(element);
      this.#waiting.delete(element);
      onSeen?.();
      await rendered();
      if (performance.now() >= until) break;
    }
    this.#frame = 0;
    if (this.#queue.size > 0) this.#drawInNextFrame();
  }
}

/** Preact renders in a microtask, and once more where an element learns its size. */
async function rendered(): Promise<void> {
  await Promise.resolve();
  await Promise.resolve();
}
