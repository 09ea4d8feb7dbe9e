/** Line and column from 1; a line ends at `\n`, `\r\n` or `\r`. */
export function lineColumnOf(
  text: string,
  offset: number,
): { readonly line: number; readonly column: number } {
  let line = 1;
  let lineStart = 0;
  const breaks = /\r\n|\n|\r/g;
  for (let found = breaks.exec(text); found && breaks.lastIndex <= offset; found = breaks.exec(text)) {
    line++;
    lineStart = breaks.lastIndex;
  }
  return { line, column: offset - lineStart + 1 };
}
