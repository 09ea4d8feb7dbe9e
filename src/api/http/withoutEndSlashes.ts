/** A loop: a pattern for the end of a text is tried again at each slash, which takes seconds for a path of slashes. */
export function withoutEndSlashes(path: string): string {
  let end = path.length;
  while (path.charAt(end - 1) === '/') end--;
  return path.slice(0, end);
}
