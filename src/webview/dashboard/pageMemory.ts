// What the page of a dashboard keeps for the one that comes after a reload of the window: hidden series, tiles shown as
// tables, and how far it is scrolled.
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { SeriesMemory } from '#webview/charts/useHiddenSeries.ts';
import type { HostLine } from '#webview/elements/host/hostConnection.ts';

interface PageState {
  /** Keys of hidden series, by the IDs of tiles. */
  readonly hidden: Readonly<Record<string, readonly string[]>>;
  /** IDs of the tiles that are shown as tables. */
  readonly tables: readonly number[];
  readonly top: number;
}

const saveDelayMs = 200;

export class PageMemory {
  readonly #link: Pick<HostLine<unknown>, 'readState' | 'writeState'>;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(link: Pick<HostLine<unknown>, 'readState' | 'writeState'>) {
    this.#link = link;
  }

  seriesOf(tile: number): SeriesMemory {
    return {
      read: () => this.#state.hidden[tile] ?? [],
      write: (keys) => this.#save({ hidden: { ...this.#state.hidden, [tile]: keys } }),
    };
  }

  isTable(tile: number): boolean {
    return this.#state.tables.includes(tile);
  }

  keepTable(tile: number, isTable: boolean): void {
    const others = this.#state.tables.filter((other) => other !== tile);
    this.#save({ tables: isTable ? [...others, tile] : others });
  }

  /** Pixels. */
  get top(): number {
    return this.#state.top;
  }

  /** It changes at every frame of scrolling; a window may go at any of them. */
  keepTop(top: () => number): void {
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#save({ top: top() });
    }, saveDelayMs);
  }

  get #state(): PageState {
    const saved = this.#link.readState();
    const field = (name: keyof PageState): unknown =>
      typeof saved === 'object' && saved !== null ? Reflect.get(saved, name) : undefined;
    const [hidden, tables, top] = [field('hidden'), field('tables'), field('top')];
    return {
      hidden: Object.fromEntries(
        Object.entries(typeof hidden === 'object' && hidden !== null ? hidden : {}).map(([tile, keys]) => [
          tile,
          Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : [],
        ]),
      ),
      tables: Array.isArray(tables) ? tables.filter((tile) => typeof tile === 'number') : [],
      top: typeof top === 'number' ? top : 0,
    };
  }

  #save(part: Partial<PageState>): void {
    this.#link.writeState({ ...this.#state, ...part });
  }
}

/** Of an element that scrolls. */
export function useKeptTop(memory: PageMemory) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (ref.current) ref.current.scrollTop = memory.top;
  }, []);
  return { ref, onScroll: () => memory.keepTop(() => ref.current?.scrollTop ?? 0) };
}
