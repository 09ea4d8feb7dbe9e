// The tiles in their layout. A tile is drawn when it first comes near to what is in sight.
import type { RefObject } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { placeTiles, type TileBox } from '#insights/tileLayout.ts';
import { memo } from '#webview/elements/memo.ts';
import { t } from '#webview/elements/translate.ts';
import type { ShownDashboard, ShownTile } from './dashboardState.ts';
import { type PageMemory, useKeptTop } from './pageMemory.ts';
import { TileCard } from './tile.tsx';

interface TileGridProps {
  readonly dashboard: ShownDashboard;
  readonly shownTile: ShownTile | undefined;
  readonly memory: PageMemory;
  readonly onNotice: (text: string) => void;
  /** The person does something in the page. */
  readonly onContinue: () => void;
}

/** Each announcement renders the page. */
export const TileGrid = memo(Grid);

function Grid({ dashboard, shownTile, memory, onNotice, onContinue }: TileGridProps) {
  const { tiles, header } = dashboard;
  const grid = useRef<HTMLDivElement>(null);
  const isNarrow = useIsNarrow(grid);
  const boxes = useMemo(
    () =>
      placeTiles(
        tiles.map(({ layout }) => layout),
        isNarrow,
      ),
    [tiles, isNarrow],
  );
  useShownTile(grid, shownTile, onContinue);
  // In visual order, which is also the order of the Tab key and of screen readers.
  const order = useMemo(() => readingOrder(boxes), [boxes]);
  return (
    <div class="tiles-frame" tabIndex={-1} {...useKeptTop(memory)}>
      {tiles.length === 0 && <p class="nothing">{noTilesSentence(dashboard)}</p>}
      <div class={isNarrow ? 'tiles narrow' : 'tiles'} ref={grid}>
        {order.map((index) => {
          const tile = tiles[index];
          const box = boxes[index];
          if (!tile || !box) return null;
          return (
            <TileCard
              key={tile.id}
              tile={tile}
              isShown={tile.id === shownTile?.id}
              box={box}
              header={header}
              memory={memory}
              onNotice={onNotice}
            />
          );
        })}
      </div>
    </div>
  );
}

export function noTilesSentence({ header, hasUnreadTiles, loadedAt }: Omit<ShownDashboard, 'tiles'>): string {
  if (header.deletion && loadedAt === 0)
    return t('No tiles of this dashboard were loaded before it was deleted. Restore it to see its tiles.');
  return hasUnreadTiles
    ? t('The service sent the tiles of this dashboard in a form that cannot be shown.')
    : t('This dashboard has no tiles.');
}

function readingOrder(boxes: readonly TileBox[]): readonly number[] {
  return boxes
    .map((box, index) => ({ ...box, index }))
    .toSorted((a, b) => a.y - b.y || a.x - b.x)
    .map(({ index }) => index);
}

/** In a narrower page, tiles form one column. */
const narrowPx = 640;

function useIsNarrow(grid: RefObject<HTMLElement | null>): boolean {
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

/** Scrolls to the tile that was asked for in the tree. Its mark stays until the person does something else in the page. */
function useShownTile(
  grid: RefObject<HTMLElement | null>,
  shownTile: ShownTile | undefined,
  onContinue: () => void,
): void {
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
