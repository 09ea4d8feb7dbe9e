/** Of the font of charts, wide letters included. */
const letterPx = 6.6;

/** As much of a text as has room; the whole is in the tooltip. */
export function fitText(text: string, widthPx: number): string {
  const letters = Math.max(1, Math.floor(widthPx / letterPx));
  const all = Array.from(text);
  return all.length <= letters
    ? text
    : `${all
        .slice(0, letters - 1)
        .join('')
        .trimEnd()}…`;
}
