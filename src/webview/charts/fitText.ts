// Texts of charts, cut to the room that they have.

/** The font size in charts.css. */
const fontPx = 11;

type Measure = (text: string) => number;

/** The width of a text in pixels, in the font of charts. */
const measure = measureIn((page) => `${fontPx}px ${page.fontFamily}`);
/** The same in the font of a table's head, which is the wider one. */
export const measureCell = measureIn((page) => `600 ${page.fontSize} ${page.fontFamily}`);

function measureIn(fontOf: (page: CSSStyleDeclaration) => string): Measure {
  let context: CanvasRenderingContext2D | undefined;
  return (text) => {
    if (!context) {
      context = document.createElement('canvas').getContext('2d') ?? undefined;
      if (!context) return text.length * fontPx;
      context.font = fontOf(getComputedStyle(document.body));
    }
    return context.measureText(text).width;
  };
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

/** A text in lines, each of which fits; a longer word is divided. */
export function wrapText(text: string, widthPx: number, widthOf: Measure): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.length > 0 ? `${lines.at(-1)} ${word}` : '';
    if (line !== '' && widthOf(line) <= widthPx) lines[lines.length - 1] = line;
    else lines.push(...divideWord(word, widthPx, widthOf));
  }
  return lines;
}

function divideWord(word: string, widthPx: number, widthOf: Measure): readonly string[] {
  const parts = [''];
  for (const letter of word) {
    const part = `${parts.at(-1)}${letter}`;
    if (part.length === letter.length || widthOf(part) <= widthPx) parts[parts.length - 1] = part;
    else parts.push(letter);
  }
  return parts;
}
