// A chart, a number or a table as a picture. It is painted shape by shape, because the page's policy loads no picture that
// an SVG could become.
import { whenAllRowsDrawn } from '#webview/charts/dataTable/whenAllRowsDrawn.ts';
import { t } from '#webview/elements/translate.ts';
import { wrapText } from './fitText.ts';
import { layOutLegend, paintLegend } from './paintLegend.ts';
import { paintShape, sharpness } from './paintShape.ts';

const marginPx = 12;
/** Browsers make no canvas with a longer side. */
const maxPx = 16_000;
/** Pixels of a whole canvas: 256 MB of memory. */
const maxPixels = 64_000_000;

export type Drawn = SVGSVGElement | HTMLElement;

/** The element that shows a tile's data; undefined if there is none. */
export function drawnIn(tile: HTMLElement): Drawn | undefined {
  return tile.querySelector<Drawn>('svg.chart, .number, .data-frame > table') ?? undefined;
}

/** @returns the outcome, as a sentence */
export async function copyPicture(drawn: Drawn, title: string): Promise<string> {
  try {
    await whenAllRowsDrawn(drawn);
    const blob = await unscrolled(drawn, () => toPng(drawn, title));
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })]);
    return t('Copied as a picture');
  } catch (error) {
    return t('Could not copy the picture: {0}', error instanceof Error ? error.message : String(error));
  }
}

/**
 * The head and the first columns of a table stay in sight while the rest scrolls, and would be painted where they are then.
 * Rows out of sight are laid out meanwhile.
 */
function unscrolled<T>(drawn: Drawn, work: () => T): T {
  const frame = drawn.closest('.data-frame');
  const { scrollLeft: left, scrollTop: top } = frame ?? { scrollLeft: 0, scrollTop: 0 };
  frame?.scrollTo({ left: 0, top: 0, behavior: 'instant' });
  frame?.classList.add('whole');
  try {
    return work();
  } finally {
    frame?.classList.remove('whole');
    frame?.scrollTo({ left, top, behavior: 'instant' });
  }
}

/** Pixels of a canvas for each of the page's: the picture of a very long or very wide table is less sharp. */
export function pictureScale(width: number, height: number): number {
  return Math.min(sharpness, maxPx / width, maxPx / height, Math.sqrt(maxPixels / (width * height)));
}

function toPng(drawn: Drawn, title: string): Promise<Blob> {
  const { width, height, left, top } = drawn.getBoundingClientRect();
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!context) throw new Error(t('the browser could not draw it'));
  const body = getComputedStyle(document.body);
  const head = layOutText(
    context,
    title,
    { font: `600 14px ${body.fontFamily}`, color: body.color, linePx: 18 },
    width,
  );
  const legend = layOutLegend(context, drawn, width);
  const notes = layOutNotes(context, drawn, width);
  const chartTop = marginPx + head.height;
  const notesTop = chartTop + height + legend.height;
  const all = { width: width + 2 * marginPx, height: notesTop + notes.height + marginPx };
  const scale = pictureScale(all.width, all.height);
  canvas.width = Math.ceil(all.width * scale);
  canvas.height = Math.ceil(all.height * scale);
  context.scale(scale, scale);
  context.fillStyle = body.backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  paintText(context, head, marginPx, marginPx);
  paintText(context, notes, marginPx, notesTop);
  const page = new DOMMatrix([scale, 0, 0, scale, 0, 0]);
  const origin = page.translate(marginPx - left, chartTop - top);
  if (drawn instanceof HTMLElement) paintHtml(context, drawn, origin);
  else
    for (const shape of drawn.querySelectorAll<SVGGraphicsElement>('path, rect, circle, line, text'))
      paintShape(context, shape, origin);
  paintLegend(context, legend, page.translate(marginPx, chartTop + height));
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error(t('the browser could not draw it'))))),
  );
}

/** What the tile says of its chart: that values are missing, for example. */
function layOutNotes(context: CanvasRenderingContext2D, drawn: Drawn, width: number): TextLayout {
  const notes = drawn.closest('.tile')?.querySelector('.notes');
  const { color, fontFamily } = getComputedStyle(notes ?? document.body);
  return layOutText(
    context,
    notes?.textContent ?? '',
    { font: `12px ${fontFamily}`, color, linePx: 16 },
    width,
  );
}

// Texts above and below a chart on its picture, in as many lines as they need.
interface TextStyle {
  readonly font: string;
  readonly color: string;
  /** The height of a line in pixels, like every length here. */
  readonly linePx: number;
}

interface TextLayout extends TextStyle {
  readonly lines: readonly string[];
  readonly height: number;
}

/** Below it there is a third of a line; an empty text has no height. */
function layOutText(
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

function paintText(
  context: CanvasRenderingContext2D,
  { lines, font, color, linePx }: TextLayout,
  left: number,
  top: number,
): void {
  context.font = font;
  context.fillStyle = color;
  for (const [line, text] of lines.entries()) context.fillText(text, left, top + (line + 2 / 3) * linePx);
}

// Paints elements of a page on a canvas: their backgrounds, the lines below them, and their texts. It is enough for numbers
// and tables; what only screen readers read is left out.

/** @param origin from the page's pixels to those of the canvas */
function paintHtml(context: CanvasRenderingContext2D, root: HTMLElement, origin: DOMMatrix): void {
  context.save();
  context.setTransform(origin);
  for (const element of [root, ...root.querySelectorAll<HTMLElement>('*')]) {
    if (element.closest('.visually-hidden')) continue;
    const style = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    paintBox(context, box, style);
    context.save();
    if (style.overflowX === 'hidden') clipTo(context, box);
    for (const node of element.childNodes) if (node instanceof Text) paintWords(context, node, style);
    context.restore();
  }
  context.restore();
}

function paintBox(context: CanvasRenderingContext2D, box: DOMRect, style: CSSStyleDeclaration): void {
  context.fillStyle = style.backgroundColor;
  context.fillRect(box.left, box.top, box.width, box.height);
  const linePx = Number.parseFloat(style.borderBottomWidth);
  if (style.borderBottomStyle === 'none' || linePx === 0) return;
  context.fillStyle = style.borderBottomColor;
  context.fillRect(box.left, box.bottom - linePx, box.width, linePx);
}

function clipTo(context: CanvasRenderingContext2D, box: DOMRect): void {
  context.beginPath();
  context.rect(box.left, box.top, box.width, box.height);
  context.clip();
}

/** Paints word by word, because a text may wrap. */
function paintWords(context: CanvasRenderingContext2D, text: Text, style: CSSStyleDeclaration): void {
  context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  context.fillStyle = style.color;
  context.textBaseline = 'middle';
  const range = document.createRange();
  for (const { 0: word, index } of text.data.matchAll(/\S+/g)) {
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    const box = range.getBoundingClientRect();
    context.fillText(word, box.left, box.top + box.height / 2);
    if (style.textDecorationLine === 'underline') underline(context, box, style);
  }
}

/** Dashed: the only kind that charts have. */
function underline(context: CanvasRenderingContext2D, word: DOMRect, style: CSSStyleDeclaration): void {
  context.strokeStyle = style.color;
  context.setLineDash([3, 2]);
  context.beginPath();
  context.moveTo(word.left, word.bottom);
  context.lineTo(word.right, word.bottom);
  context.stroke();
}
