// A chart, a number or a table as a picture. The browser draws it: from an SVG with a copy of what the tile shows, and with the
// styles of the page.
import { t } from '#webview/elements/translate.ts';

/** Pixels of a picture for each of the page's: it is sharp where it is shown larger. */
const sharpness = 2;
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
    const blob = await toPng(pictureOf(drawn, title));
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })]);
    return t('Copied as a picture');
  } catch (error) {
    return t('Could not copy the picture: {0}', error instanceof Error ? error.message : String(error));
  }
}

/** Pixels of a canvas for each of the page's: the picture of a very long or very wide table is less sharp. */
export function pictureScale(width: number, height: number): number {
  return Math.min(sharpness, maxPx / width, maxPx / height, Math.sqrt(maxPixels / (width * height)));
}

/** With the title above, and below it the series by name, and what the tile says of its chart. */
function pictureOf(drawn: Drawn, title: string): HTMLElement {
  const { width, height } = drawn.getBoundingClientRect();
  const tile = drawn.closest('.tile');
  const copy = document.importNode(drawn, true);
  Object.assign(copy.style, { width: `${width}px`, height: `${height}px` });
  const parts = ['.legend', '.notes'].flatMap((part) => tile?.querySelector(part) ?? []);
  const others = parts.map((part) => document.importNode(part, true));
  const hidden = others.flatMap((one) => [...one.querySelectorAll('[aria-pressed=false]')]);
  for (const series of hidden) series.remove();
  const names = hidden.map((series) => series.querySelector('.legend-label')?.textContent ?? '');
  if (names.length > 0) others.push(noteOf(hiddenNote(names)));
  const head = document.createElement('h2');
  head.textContent = title;
  const picture = document.createElement('div');
  picture.className = 'picture';
  picture.style.width = `${width}px`;
  picture.append(head, copy, ...others);
  return picture;
}

const maxNames = 5;

/** What of the chart is not in its picture. @param names of what the person has hidden */
export function hiddenNote(names: readonly string[]): string {
  const shown = names.slice(0, maxNames).join(', ');
  const left = names.length - maxNames;
  return t('Hidden: {0}', left > 0 ? t('{0} and {1} more', shown, left) : shown);
}

function noteOf(text: string): HTMLElement {
  const note = document.createElement('p');
  note.className = 'faint notes';
  note.textContent = text;
  return note;
}

async function toPng(picture: HTMLElement): Promise<Blob> {
  document.body.append(picture);
  const { width, height } = picture.getBoundingClientRect();
  picture.remove();
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svgOf(picture, width, height))}`;
  await image.decode();
  const scale = pictureScale(width, height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(width * scale);
  canvas.height = Math.ceil(height * scale);
  const context = canvas.getContext('2d');
  context?.scale(scale, scale);
  context?.drawImage(image, 0, 0);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error(t('the browser could not draw it'))))),
  );
}

/** A page with the picture alone. */
function svgOf(picture: HTMLElement, width: number, height: number): string {
  const page = document.importNode(document.documentElement);
  const body = document.importNode(document.body);
  const style = document.createElement('style');
  style.textContent = Array.from(document.styleSheets)
    .flatMap(({ cssRules }) => Array.from(cssRules, ({ cssText }) => cssText))
    .join('\n');
  const hatches = document.querySelector('.hatches');
  body.append(...(hatches ? [document.importNode(hatches, true)] : []), picture);
  page.append(style, body);
  const content = new XMLSerializer().serializeToString(page);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><foreignObject width="100%" height="100%">${content}</foreignObject></svg>`;
}
