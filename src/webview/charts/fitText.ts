/** Of the font of charts, wide letters included. */
const letterPx = 6.6;

/** Of the longest one, in pixels; a little too much rather than too little. */
export function textWidth(texts: readonly string[]): number {
  return letterPx * Math.max(0, ...texts.map(({ length }) => length));
}

/** As much of a text as fits; the tooltip shows all of it. */
export function fitText(text: string, widthPx: number): string {
  const letters = Math.max(1, Math.round(widthPx / letterPx));
  const all = Array.from(text);
  return all.length <= letters
    ? text
    : `${all
        .slice(0, letters - 1)
        .join('')
        .trimEnd()}…`;
}
