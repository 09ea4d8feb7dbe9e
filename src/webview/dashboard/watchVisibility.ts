// Which elements are in sight, or nearly. Those that come into sight together are reported within the time that a frame
// has for them, so that no frame of a scroll waits for several charts.

export interface VisibilityWatch {
  /** Calls back once. @returns forgets the element */
  whenSeen(element: Element, onSeen: () => void): () => void;
  dispose(): void;
}

/** What is scrolled to next is drawn already. */
const nearby = '200px 0px';
/** Of one frame, for drawing. */
const budgetMs = 8;

export function watchVisibility(): VisibilityWatch {
  const waiting = new Map<Element, () => void>();
  const queue = new Set<Element>();
  let frame = 0;
  const drawSome = async (): Promise<void> => {
    const until = performance.now() + budgetMs;
    for (const element of queue) {
      queue.delete(element);
      const onSeen = waiting.get(element);
      waiting.delete(element);
      onSeen?.();
      await rendered();
      if (performance.now() >= until) break;
    }
    frame = queue.size > 0 ? requestAnimationFrame(() => void drawSome()) : 0;
  };
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) queue.delete(target);
        else if (waiting.has(target)) {
          queue.add(target);
          observer.unobserve(target);
        }
      }
      if (queue.size > 0 && frame === 0) frame = requestAnimationFrame(() => void drawSome());
    },
    { rootMargin: nearby },
  );
  return {
    whenSeen(element, onSeen) {
      waiting.set(element, onSeen);
      observer.observe(element);
      return () => {
        waiting.delete(element);
        queue.delete(element);
        observer.unobserve(element);
      };
    },
    dispose() {
      cancelAnimationFrame(frame);
      observer.disconnect();
    },
  };
}

/** Preact renders in a microtask, and once more where an element learns its size. */
async function rendered(): Promise<void> {
  await Promise.resolve();
  await Promise.resolve();
}
