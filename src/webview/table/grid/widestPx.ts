const context = document.createElement('canvas').getContext('2d');

/** The width of the widest text in an element's font. */
export function widestPx(element: HTMLElement, texts: readonly string[]): number {
  if (!context) return 0;
  const { fontSize, fontFamily } = getComputedStyle(element);
  context.font = `${fontSize} ${fontFamily}`;
  return Math.max(0, ...texts.map((text) => context.measureText(text).width));
}
