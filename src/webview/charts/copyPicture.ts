// A chart, a number or a table as a picture. It is painted shape by shape, because the page's policy loads no picture that
// an SVG could become.
import { whenAllRowsDrawn } from '#webview/charts/dataTable/longTable.tsx';
import { t } from '#webview/elements/translate.ts';
import { wrapText } from './fitText.ts';
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

// The legend of a chart, below it on its picture: the series that are shown, in as many lines as they need.

const linePx = 20;
/** Between a swatch and its name. */
const spacePx = 6;
const gapPx = 14;

interface LegendEntry {
  readonly swatch: SVGSVGElement;
  /** Where its name begins. */
  readonly swatchPx: number;
  /** Its name, which needs several if it is longer than the picture is wide. */
  readonly lines: readonly string[];
  readonly x: number;
  readonly y: number;
}

interface LegendLayout {
  readonly entries: readonly LegendEntry[];
  /** The height in pixels, like every length here. */
  readonly height: number;
}

/** The legend's layout; without entries if the chart has no legend. */
function layOutLegend(context: CanvasRenderingContext2D, chart: Element, width: number): LegendLayout {
  context.font = legendFont();
  const items = chart.closest('.tile')?.querySelectorAll('.legend-item[aria-pressed="true"]') ?? [];
  const entries: LegendEntry[] = [];
  let x = 0;
  let y = 0;
  for (const item of items) {
    const swatch = item.querySelector('svg');
    if (!swatch) continue;
    const name = Array.from(item.querySelectorAll('span'), (part) => part.textContent).join(' ');
    const swatchPx = swatch.getBoundingClientRect().width + spacePx;
    const widthOf = (text: string) => context.measureText(text).width;
    const lines = wrapText(name, width - swatchPx, widthOf);
    const entryPx = swatchPx + Math.max(...lines.map(widthOf)) + gapPx;
    if (x > 0 && x + entryPx - gapPx > width) {
      x = 0;
      y += linePx;
    }
    entries.push({ swatch, swatchPx, lines, x, y });
    x += entryPx;
    y += (lines.length - 1) * linePx;
  }
  return { entries, height: entries.length === 0 ? 0 : y + linePx };
}

/** @param origin of the legend's upper left corner */
function paintLegend(context: CanvasRenderingContext2D, { entries }: LegendLayout, origin: DOMMatrix): void {
  const { color } = getComputedStyle(document.body);
  for (const { swatch, swatchPx, lines, x, y } of entries) {
    const { left, top, height } = swatch.getBoundingClientRect();
    const place = origin.translate(x - left, y + (linePx - height) / 2 - top);
    for (const shape of swatch.querySelectorAll<SVGGraphicsElement>('path, rect'))
      paintShape(context, shape, place);
    context.save();
    context.setTransform(origin);
    context.font = legendFont();
    context.fillStyle = color;
    context.textBaseline = 'middle';
    for (const [line, text] of lines.entries())
      context.fillText(text, x + swatchPx, y + (line + 0.5) * linePx);
    context.restore();
  }
}

function legendFont(): string {
  return `12px ${getComputedStyle(document.body).fontFamily}`;
}
