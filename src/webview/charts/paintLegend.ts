// The legend of a chart, below it on its picture: the series that are shown, in as many lines as they need.
import { wrapText } from './fitText.ts';
import { paintShape } from './paintShape.ts';

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

export interface LegendLayout {
  readonly entries: readonly LegendEntry[];
  /** The height in pixels, like every length here. */
  readonly height: number;
}

/** The legend's layout; without entries if the chart has no legend. */
export function layOutLegend(context: CanvasRenderingContext2D, chart: Element, width: number): LegendLayout {
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
export function paintLegend(
  context: CanvasRenderingContext2D,
  { entries }: LegendLayout,
  origin: DOMMatrix,
): void {
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
