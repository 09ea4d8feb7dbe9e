// Texts of charts, cut to the room that they have.

/** The font size in charts.css. */
const fontPx = 11;

let context: CanvasRenderingContext2D | undefined;

/** The width of a text in pixels, in the font of charts. */
function measure(text: string): number {
  if (!context) {
    context = document.createElement('canvas').getContext('2d') ?? undefined;
    if (!context) return text.length * fontPx;
    context.font = `${fontPx}px ${getComputedStyle(document.body).fontFamily}`;
  }
  return context.measureText(text).width;
}

/** The width of the longest text, in pixels. */
export function textWidth(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(measure));
}

/** The part of a text that fits; the tooltip shows all of it. */
export function fitText(text: string, widthPx: number, widthOf = measure): string {
  if (widthOf(text) <= widthPx) return text;
  const letters = Array.from(text);
  const cut = (length: number): string => `${letters.slice(0, length).join('').trimEnd()}…`;
  let [fits, tooLong] = [0, letters.length];
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2);
    if (widthOf(cut(middle)) <= widthPx) fits = middle;
    else tooLong = middle;
  }
  return cut(fits);
}
