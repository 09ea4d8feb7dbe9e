// A chart, a number or a table as a picture. It is painted shape by shape, because the page's policy loads no picture that
// an SVG could become.
import { t } from '#webview/elements/translate.ts';
import { whenAllRowsDrawn } from '#webview/charts/dataTable/whenAllRowsDrawn.ts';
import { paintHtml } from './paintHtml.ts';
import { layOutLegend, paintLegend } from './paintLegend.ts';
import { paintShape, sharpness } from './paintShape.ts';
import { layOutText, paintText, type TextLayout } from './paintText.ts';

const marginPx = 12;
/** Browsers make no canvas with a longer side. */
const mostPx = 16_000;
/** Pixels of a whole canvas: 256 MB of memory. */
const mostPixels = 64_000_000;

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
  return Math.min(sharpness, mostPx / width, mostPx / height, Math.sqrt(mostPixels / (width * height)));
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
