// A cell's text as CSV has it, and back.
import { quote } from '#exports/scan/byteCodes.ts';

/** A cell's text without its quotes. */
export function readCell(bytes: Uint8Array, start: number, end: number): string {
  const buffer = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (bytes[start] !== quote) return buffer.toString('utf8', start, end);
  const isClosed = end - start > 1 && bytes[end - 1] === quote;
  const inside = buffer.toString('utf8', start + 1, isClosed ? end - 1 : end);
  return inside.includes('"') ? inside.replaceAll('""', '"') : inside;
}

/** `text` with quotes if it needs them. */
export function printCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
