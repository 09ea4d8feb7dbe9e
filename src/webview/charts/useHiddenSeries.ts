// Which series of a chart are hidden. They are kept by their names, because a refresh may bring them in another order.
import { createContext } from 'preact';
import { useContext, useMemo, useState } from 'preact/hooks';

export interface Hidden {
  /** By their places. */
  readonly hidden: ReadonlySet<number>;
  readonly toggle: (place: number) => void;
}

/** The keys of hidden series, kept for a later page of the same chart. */
export interface SeriesMemory {
  read(): readonly string[];
  write(keys: readonly string[]): void;
}

/** Undefined where a page keeps none. */
export const SeriesMemoryContext = createContext<SeriesMemory | undefined>(undefined);

/** @param series the same array in each rendering of the same data */
export function useHiddenSeries(series: readonly { readonly label: string }[]): Hidden {
  const memory = useContext(SeriesMemoryContext);
  const [names, setNames] = useState<ReadonlySet<string>>(() => new Set(memory?.read()));
  const keys = useMemo(() => seriesKeys(series.map(({ label }) => label)), [series]);
  const hidden = useMemo(
    () => new Set(keys.flatMap((key, place) => (names.has(key) ? [place] : []))),
    [keys, names],
  );
  const toggle = (place: number): void => {
    const next = toggled(names, keys[place] ?? '');
    setNames(next);
    memory?.write([...next]);
  };
  return { hidden, toggle };
}

/** A key for each series: its label, and which of those with the same label it is. */
export function seriesKeys(labels: readonly string[]): readonly string[] {
  const seen = new Map<string, number>();
  return labels.map((label) => {
    const place = seen.get(label) ?? 0;
    seen.set(label, place + 1);
    return `${place} ${label}`;
  });
}

/** The same set with a name added, or without it. */
function toggled(names: ReadonlySet<string>, name: string): ReadonlySet<string> {
  const next = new Set(names);
  if (!next.delete(name)) next.add(name);
  return next;
}
