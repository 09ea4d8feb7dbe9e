/**
 * Names that are told apart: what comes again gets a number, `name (2)`, and what has no name is called by its place.
 * @param unnamed the name of the item at a place, from 0
 */
export function uniqueNames(names: readonly string[], unnamed: (place: number) => string): string[] {
  const given = new Set(names);
  const taken = new Set<string>();
  const next = new Map<string, number>();
  return names.map((name, place) => {
    const base = name === '' ? unnamed(place) : name;
    let unique = base;
    let count = next.get(base) ?? 2;
    // Another item's own name is not taken from it.
    while (taken.has(unique) || (unique !== name && given.has(unique))) unique = `${base} (${count++})`;
    next.set(base, count);
    taken.add(unique);
    return unique;
  });
}
