// Scrolls to the tile that was asked for in the tree. Its mark stays until the person does something else in the page.
import { useEffect } from 'preact/hooks';
import type { ShownTile } from './dashboardState.ts';

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
