// Colors as WCAG 2 compares them.
export type Triple = readonly [number, number, number];

/** @param color `#rrggbb` @returns linear RGB, each from 0 to 1 */
export function linear(color: string): Triple {
  const [r, g, b] = channels(color);
  return [toLinear(r), toLinear(g), toLinear(b)];
}

/** From 1 to 21. */
export function contrast(one: Triple, other: Triple): number {
  const [a, b] = [luminance(one), luminance(other)];
  return Math.max(a, b) / Math.min(a, b);
}

/** What is seen of a color that is partly transparent. @param share of it, from 0 to 1 */
export function over(color: string, ground: string, share: number): Triple {
  const [from, to] = [channels(ground), channels(color)];
  const mixed = (at: 0 | 1 | 2) => toLinear(from[at] + (to[at] - from[at]) * share);
  return [mixed(0), mixed(1), mixed(2)];
}

function channels(color: string): Triple {
  const channel = (at: number) => Number.parseInt(color.slice(at, at + 2), 16) / 255;
  return [channel(1), channel(3), channel(5)];
}

function toLinear(share: number): number {
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

function luminance([r, g, b]: Triple): number {
  return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
}
