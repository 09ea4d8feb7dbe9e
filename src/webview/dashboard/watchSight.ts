// Which elements are in sight, or nearly. Of those that come into sight together one is reported in a frame, so that no
// frame of a scroll waits for several charts.

export interface Sight {
  /** Calls back once. @returns forgets the element */
  whenSeen(element: Element, onSeen: () => void): () => void;
  dispose(): void;
}

/** What is scrolled to next is drawn already. */
const nearby = '200px 0px';
/** Of one frame, for drawing. */
const budgetMs = 8;

export function watchSight(): Sight {
  const waiting = new Map<Element, () => void>();
  const queue = new Set<Element>();
  let frame = 0;
  const drawSome = (): void => {
    const until = performance.now() + budgetMs;
    frame = 0;
    for (const element of queue) {
      queue.delete(element);
      const onSeen = waiting.get(element);
      waiting.delete(element);
      onSeen?.();
      if (performance.now() >= until) break;
    }
    if (queue.size > 0) frame = requestAnimationFrame(drawSome);
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
      if (queue.size > 0 && frame === 0) frame = requestAnimationFrame(drawSome);
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
