// Bytes cut at arbitrary places, as a socket may give them.
import * as fc from 'fast-check';

/** Cuts are numbers that are taken modulo what is left, so that any list of them cuts any bytes. */
export const cuts = fc.array(fc.nat({ max: 40 }), { maxLength: 60 });

export function cutUp(bytes: Uint8Array, lengths: readonly number[]): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  let at = 0;
  for (const length of lengths) {
    if (at >= bytes.length) break;
    chunks.push(bytes.slice(at, at + length));
    at += length;
  }
  if (at < bytes.length) chunks.push(bytes.slice(at));
  return chunks;
}
