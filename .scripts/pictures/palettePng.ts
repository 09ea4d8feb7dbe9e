// A PNG of few colors: of a window, which has not many more, it is smaller than a WebP, and sharp.
import { crc32, deflateSync } from 'node:zlib';

/** A format for up to 256. With fewer, only the edges of letters differ, and nobody sees it. */
const mostColors = 64;

/** @param pixels RGBA; how transparent they are is ignored */
export function encodePalettePng(pixels: Uint8Array, width: number, height: number): Buffer {
  const colors = new Uint32Array(width * height).map(
    (_, at) => ((pixels[4 * at] ?? 0) << 16) | ((pixels[4 * at + 1] ?? 0) << 8) | (pixels[4 * at + 2] ?? 0),
  );
  const counts = new Map<number, number>();
  for (const color of colors) counts.set(color, (counts.get(color) ?? 0) + 1);
  const byCount = [...counts].toSorted(([, one], [, other]) => other - one).map(([color]) => color);
  const palette = byCount.slice(0, mostColors);
  const places = new Map(byCount.map((color) => [color, nearestPlace(palette, color)]));
  const rows = Buffer.alloc((width + 1) * height); // each begins with 0: it is not filtered
  for (const [at, color] of colors.entries()) rows[at + 1 + Math.floor(at / width)] = places.get(color) ?? 0;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8); // bits of a pixel; a palette
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap(channels))),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function nearestPlace(palette: readonly number[], color: number): number {
  const [r = 0, g = 0, b = 0] = channels(color);
  const distances = palette.map((other) => {
    const [x = 0, y = 0, z = 0] = channels(other);
    return (x - r) ** 2 + (y - g) ** 2 + (z - b) ** 2;
  });
  return distances.indexOf(Math.min(...distances));
}

function channels(color: number): readonly number[] {
  return [color >> 16, (color >> 8) & 255, color & 255];
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
