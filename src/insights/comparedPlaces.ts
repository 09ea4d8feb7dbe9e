interface Compared {
  readonly label: string;
  readonly isComparison: boolean;
}

/**
 * The place of each among those of the present period: one of an earlier period has that of its counterpart, which has the
 * same label. Services send them pair by pair, or one period after the other.
 */
export function comparedPlaces(all: readonly Compared[]): readonly number[] {
  const present = all.filter(({ isComparison }) => !isComparison);
  const taken = new Map<string, number>();
  return all.map((one, index) => {
    if (!one.isComparison) return present.indexOf(one);
    const from = taken.get(one.label) ?? 0;
    const place = present.findIndex(({ label }, at) => at >= from && label === one.label);
    taken.set(one.label, place + 1);
    return place < 0 ? index : place;
  });
}
