// Paints the shapes of a chart on a canvas, as the page shows them.
import { hatchPx } from './seriesStyle.ts';

/** The scale, for sharp pictures where they are shown larger. */
export const sharpness = 2;

/** @param origin from the page's pixels to those of the canvas */
export function paintShape(
  context: CanvasRenderingContext2D,
  shape: SVGGraphicsElement,
  origin: DOMMatrix,
): void {
  const style = getComputedStyle(shape);
  const matrix = shape.getScreenCTM();
  if (!matrix || style.visibility === 'hidden' || style.display === 'none') return;
  context.save();
  context.setTransform(origin.multiply(matrix));
  context.globalAlpha = Number(style.opacity);
  if (shape instanceof SVGTextElement) paintText(context, shape, style);
  else paintPath(context, outlineOf(shape), style, dashScale(shape));
  context.restore();
}

function paintPath(
  context: CanvasRenderingContext2D,
  path: Path2D,
  style: CSSStyleDeclaration,
  scale = 1,
): void {
  const alpha = context.globalAlpha;
  if (style.fill !== 'none') {
    context.globalAlpha = alpha * Number(style.fillOpacity);
    context.fillStyle = fillOf(context, style.fill);
    context.fill(path);
  }
  if (style.stroke === 'none') return;
  context.globalAlpha = alpha * Number(style.strokeOpacity);
  setStroke(context, style);
  // A dotted line is dashes of no length with round ends.
  context.lineCap = style.strokeLinecap === 'round' ? 'round' : 'butt';
  context.setLineDash(
    style.strokeDasharray === 'none'
      ? []
      : style.strokeDasharray.split(/[ ,]+/).map((dash) => Number.parseFloat(dash) * scale),
  );
  context.stroke(path);
}

/** A path that says how long it counts has dashes of that length. */
function dashScale(shape: SVGGraphicsElement): number {
  const counted = Number(shape.getAttribute('pathLength') ?? 0);
  return shape instanceof SVGPathElement && counted > 0 ? shape.getTotalLength() / counted : 1;
}

/** A color, or the hatch that an address within the page refers to. */
function fillOf(context: CanvasRenderingContext2D, fill: string): string | CanvasPattern {
  const id = /^url\(.*#([\w-]+)/.exec(fill)?.[1];
  const hatch = id === undefined ? null : document.getElementById(id)?.querySelector('path');
  if (!hatch) return fill;
  const square = document.createElement('canvas');
  square.width = square.height = hatchPx * sharpness;
  const inner = square.getContext('2d');
  inner?.scale(sharpness, sharpness);
  if (inner) paintPath(inner, outlineOf(hatch), getComputedStyle(hatch));
  const pattern = context.createPattern(square, 'repeat');
  pattern?.setTransform(new DOMMatrix().scale(1 / sharpness));
  return pattern ?? fill;
}

function setStroke(context: CanvasRenderingContext2D, style: CSSStyleDeclaration): void {
  context.strokeStyle = style.stroke;
  context.lineWidth = Number.parseFloat(style.strokeWidth);
  context.lineJoin = style.strokeLinejoin === 'round' ? 'round' : 'miter';
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
  const [x, y] = [Number(text.getAttribute('x')), Number(text.getAttribute('y'))];
  if (style.stroke !== 'none') {
    setStroke(context, style);
    context.strokeText(text.textContent, x, y);
  }
  context.fillText(text.textContent, x, y);
}
