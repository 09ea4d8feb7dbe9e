// Texts above and below a chart on its picture, in as many lines as they need.
import { wrapText } from './fitText.ts';

export interface TextStyle {
  readonly font: string;
  readonly color: string;
  /** The height of a line in pixels, like every length here. */
  readonly linePx: number;
}

export interface TextLayout extends TextStyle {
  readonly lines: readonly string[];
  readonly height: number;
}

/** Below it there is a third of a line; an empty text has no height. */
export function layOutText(
  context: CanvasRenderingContext2D,
  text: string,
  style: TextStyle,
  width: number,
): TextLayout {
  context.font = style.font;
  const lines = text === '' ? [] : wrapText(text, width, (part) => context.measureText(part).width);
  const height = lines.length === 0 ? 0 : Math.round((lines.length + 1 / 3) * style.linePx);
  return { ...style, lines, height };
}

export function paintText(
  context: CanvasRenderingContext2D,
  { lines, font, color, linePx }: TextLayout,
  left: number,
  top: number,
): void {
  context.font = font;
  context.fillStyle = color;
  for (const [line, text] of lines.entries()) context.fillText(text, left, top + (line + 2 / 3) * linePx);
}
