// @ts-check

/**
 * @typedef {Pick<import('../../test/bench/row.ts').BenchRow, 'name' | 'value' | 'unit'>} Row
 * @typedef {{ readonly before: readonly Row[], readonly now: readonly Row[] }} Turn
 */

/** A table of the medians of all turns. @param {string} revision @param {readonly Turn[]} turns */
export function sideBySide(revision, turns) {
  const rows = turns.flatMap(({ before, now }) => [...before, ...now]);
  const units = new Map(rows.map(({ name, unit }) => [name, unit]));
  const width = Math.max(...[...units.keys()].map((name) => name.length), 0);
  const line = (/** @type {string} */ name, /** @type {string[]} */ ...cells) =>
    [name.padEnd(width), ...cells.map((cell) => cell.padStart(12))].join(' ');
  const figures = [...units].map(([name, unit]) => {
    const medianOf = (/** @type {(turn: Turn) => readonly Row[]} */ side) =>
      median(turns.flatMap(side).flatMap((row) => (row.name === name ? row.value : [])))?.toFixed(3) ?? '–';
    return `${line(
      name,
      medianOf(({ before }) => before),
      medianOf(({ now }) => now),
    )} ${unit}`;
  });
  return [line('', revision.slice(0, 12), 'this tree'), ...figures];
}

/** @param {readonly number[]} values */
function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
