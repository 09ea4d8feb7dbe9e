/** For a sort by UTF-16 units, which is the same in every language. */
export function compareText(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
