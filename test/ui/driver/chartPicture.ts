// A chart that is copied as a picture.
import type { Page } from 'playwright-core';
import { eventually } from './eventually.ts';

/** In the chart, in pixels of the page. */
interface Point {
  readonly x: number;
  readonly y: number;
}

type Color = readonly number[];

interface ChartPicture {
  /** In pixels of the picture. */
  readonly height: number;
  /** The color of its margin. */
  readonly ground: Color;
  /** The color at each point. */
  readonly colors: readonly Color[];
}

/** Does what copies a picture, and waits until it is on the clipboard. */
export async function copyPicture(page: Page, copy: () => Promise<void>): Promise<void> {
  await page.evaluate(() => navigator.clipboard.writeText('nothing yet'));
  await copy();
  await eventually('the picture', () =>
    page.evaluate(async () => (await navigator.clipboard.read())[0]?.types[0] === 'image/png'),
  );
}

/** The picture on the clipboard. */
export function readPicture(page: Page, points: readonly Point[] = []): Promise<ChartPicture> {
  return page.evaluate(async (all) => {
    const [sharpness, margin, title] = [2, 12, 24];
    const [item] = await navigator.clipboard.read();
    if (!item) throw new Error('the clipboard is empty');
    const bitmap = await createImageBitmap(await item.getType('image/png'));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    if (!context) throw new Error('no canvas');
    context.drawImage(bitmap, 0, 0);
    const colorAt = (x: number, y: number) => [...context.getImageData(x, y, 1, 1).data];
    const colors = all.map(({ x, y }) => colorAt((margin + x) * sharpness, (margin + title + y) * sharpness));
    return { height: bitmap.height, ground: colorAt(1, 1), colors };
  }, points);
}

/** How many of some colors are near to another, as a part of 1. @param distance the most for red, green and blue each */
export function shareNear(colors: readonly Color[], to: Color, distance: number): number {
  const isNear = (color: Color) =>
    [0, 1, 2].every((part) => Math.abs((color[part] ?? 0) - (to[part] ?? 0)) < distance);
  return colors.filter(isNear).length / colors.length;
}
