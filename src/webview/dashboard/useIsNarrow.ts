// From which width on a dashboard has columns.
import { useEffect, useState } from 'preact/hooks';

/** In a narrower page, tiles form one column. */
const narrowPx = 640;

export function useIsNarrow(grid: { readonly current: HTMLElement | null }): boolean {
  const [isNarrow, setNarrow] = useState(innerWidth < narrowPx);
  useEffect(() => {
    const element = grid.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setNarrow(entry.contentRect.width < narrowPx);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return isNarrow;
}
