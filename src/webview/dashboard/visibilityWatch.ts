// Which elements are in sight, or nearly. Those that come into sight together are reported within the time that a frame
// has for them, so that no frame of a scroll waits for several charts.
import { useEffect } from 'preact/hooks';
import { drawQueue, type DrawQueue } from '#webview/charts/drawQueue.ts';
import type { ShownTile } from './dashboardState.ts';

/** How far outside of the viewport elements are drawn ahead. */
const nearby = '200px 0px';
/** The part of a frame that is for drawing. */
const budgetMs = 8;

type Entries = readonly Pick<IntersectionObserverEntry, 'target' | 'isIntersecting'>[];
type Observer = Pick<IntersectionObserver, 'observe' | 'unobserve' | 'disconnect'>;

export class VisibilityWatch {
  readonly #waiting = new Map<Element, () => void>();
  readonly #queue = new Set<Element>();
  readonly #observer: Observer;
  readonly #turns: DrawQueue;
  #giveUp: (() => void) | undefined;

  constructor(
    createObserver: (take: (entries: Entries) => void) => Observer = observeNearby,
    turns = drawQueue,
  ) {
    this.#observer = createObserver((entries) => this.#take(entries));
    this.#turns = turns;
  }

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
    this.#giveUp?.();
    this.#observer.disconnect();
  }

  /** An element that went out of sight before it was drawn stays observed, because it may come back. */
  #take(entries: Entries): void {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) this.#queue.delete(target);
      else if (this.#waiting.has(target)) this.#queue.add(target);
    }
    if (this.#queue.size > 0 && !this.#giveUp) this.#drawInNextFrame();
  }

  #drawInNextFrame(): void {
    this.#giveUp = this.#turns.takeNext(() => void this.#drawSome());
  }

  async #drawSome(): Promise<void> {
    const until = performance.now() + budgetMs;
    for (const element of this.#queue) {
      this.#queue.delete(element);
      this.#observer.unobserve(element);
      const onSeen = this.#waiting.get(element);
      this.#waiting.delete(element);
      onSeen?.();
      await rendered();
      if (performance.now() >= until) break;
    }
    this.#giveUp = undefined;
    if (this.#queue.size > 0) this.#drawInNextFrame();
  }
}

function observeNearby(take: (entries: Entries) => void): Observer {
  return new IntersectionObserver(take, { rootMargin: nearby });
}

/** Preact renders in a microtask, and once more where an element learns its size. */
async function rendered(): Promise<void> {
  await Promise.resolve();
  await Promise.resolve();
}

// Scrolls to the tile that was asked for in the tree. Its mark stays until the person does something else in the page.
interface Grid {
  readonly current: HTMLElement | null;
}

export function useShownTile(grid: Grid, shownTile: ShownTile | undefined, onContinue: () => void): void {
  useEffect(() => {
    const tile = shownTile && grid.current?.querySelector<HTMLElement>('.tile[aria-current]');
    if (!tile) return undefined;
    tile.scrollIntoView({ block: 'nearest' });
    const ending = new AbortController();
    const { signal } = ending;
    // The tree has the focus. Keyboard navigation in the page then starts at the tile.
    addEventListener('focus', () => tile.focus({ preventScroll: true }), { signal });
    const end = (): void => {
      ending.abort(); // a click gives the focus to what it is on
      onContinue();
    };
    addEventListener('pointerdown', end, { signal });
    addEventListener('keydown', end, { signal });
    return () => ending.abort();
  }, [shownTile]);
}
