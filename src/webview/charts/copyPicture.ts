// A chart, a number or a table as a picture. It is painted shape by shape, because the page's policy loads no picture that
// an SVG could become.
import { t } from '#webview/elements/translate.ts';
import { paintHtml } from './paintHtml.ts';

/** For sharp pictures where they are shown larger. */
const sharpness = 2;
const marginPx = 12;
const titlePx = 24;
/** Browsers make no higher canvas; the picture of a longer table is less sharp. */
const mostPx = 16_000;

export type Drawn = SVGSVGElement | HTMLElement;

/** The element that shows a tile's data; undefined if there is none. */
export function drawnIn(tile: HTMLElement): Drawn | undefined {
  return tile.querySelector<Drawn>('svg.chart, .number, .data-frame > table') ?? undefined;
}

/** @returns the outcome, as a sentence */
export async function copyPicture(drawn: Drawn, title: string): Promise<string> {
  try {
    const blob = await unscrolled(drawn, () => toPng(drawn, title));
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })]);
    return t('Copied as a picture');
  } catch (error) {
    return t('Could not copy the picture: {0}', error instanceof Error ? error.message : String(error));
  }
}

/** The head of a table stays in sight while its rows scroll, and would be painted where it is then. */
function unscrolled<T>(drawn: Drawn, work: () => T): T {
  const frame = drawn.closest('.data-frame');
  const top = frame?.scrollTop ?? 0;
  if (frame) frame.scrollTop = 0;
  try {
    return work();
  } finally {
    if (frame) frame.scrollTop = top;
  }
}

function toPng(drawn: Drawn, title: string): Promise<Blob> {
  const { width, height, left, top } = drawn.getBoundingClientRect();
  const scale = Math.min(sharpness, mostPx / (height + titlePx + 2 * marginPx));
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil((width + 2 * marginPx) * scale);
  canvas.height = Math.ceil((height + titlePx + 2 * marginPx) * scale);
  const context = canvas.getContext('2d');
  if (!context) throw new Error(t('no canvas'));
  const body = getComputedStyle(document.body);
  context.scale(scale, scale);
  context.fillStyle = body.backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = body.color;
  context.font = `600 14px ${body.fontFamily}`;
  context.fillText(title, marginPx, marginPx + 12, width);
  const origin = new DOMMatrix([scale, 0, 0, scale, 0, 0]).translate(
    marginPx - left,
    marginPx + titlePx - top,
  );
  if (drawn instanceof HTMLElement) paintHtml(context, drawn, origin);
  else
    for (const shape of drawn.querySelectorAll<SVGGraphicsElement>('path, rect, circle, line, text'))
      paint(context, shape, origin);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error(t('no picture'))))),
  );
}

function paint(context: CanvasRenderingContext2D, shape: SVGGraphicsElement, origin: DOMMatrix): void {
  const style = getComputedStyle(shape);
  const matrix = shape.getScreenCTM();
  if (!matrix || style.visibility === 'hidden' || style.display === 'none') return;
  context.save();
  context.setTransform(origin.multiply(matrix));
  context.globalAlpha = Number(style.opacity);
  if (shape instanceof SVGTextElement) paintText(context, shape, style);
  else paintPath(context, outlineOf(shape), style);
  context.restore();
}

function paintPath(context: CanvasRenderingContext2D, path: Path2D, style: CSSStyleDeclaration): void {
  const alpha = context.globalAlpha;
  if (style.fill !== 'none') {
    context.globalAlpha = alpha * Number(style.fillOpacity);
    context.fillStyle = style.fill;
    context.fill(path);
  }
  if (style.stroke === 'none') return;
  context.globalAlpha = alpha * Number(style.strokeOpacity);
  context.strokeStyle = style.stroke;
  context.lineWidth = Number.parseFloat(style.strokeWidth);
  context.setLineDash(
    style.strokeDasharray === 'none' ? [] : style.strokeDasharray.split(/[ ,]+/).map(Number.parseFloat),
  );
  context.stroke(path);
}

function outlineOf(shape: SVGGraphicsElement): Path2D {
  if (shape instanceof SVGPathElement) return new Path2D(shape.getAttribute('d') ?? '');
  const number = (name: string) => Number(shape.getAttribute(name) ?? 0);
  const path = new Path2D();
  if (shape instanceof SVGRectElement) path.rect(number('x'), number('y'), number('width'), number('height'));
  else if (shape instanceof SVGCircleElement)
    path.arc(number('cx'), number('cy'), number('r'), 0, 2 * Math.PI);
  else {
    path.moveTo(number('x1'), number('y1'));
    path.lineTo(number('x2'), number('y2'));
  }
  return path;
}

function paintText(
  context: CanvasRenderingContext2D,
  text: SVGTextElement,
  style: CSSStyleDeclaration,
): void {
  context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  context.fillStyle = style.fill;
  context.textAlign = ({ middle: 'center', end: 'right' } as const)[style.textAnchor] ?? 'left';
  context.textBaseline = style.dominantBaseline === 'central' ? 'middle' : 'alphabetic';
  context.fillText(text.textContent, Number(text.getAttribute('x')), Number(text.getAttribute('y')));
}
