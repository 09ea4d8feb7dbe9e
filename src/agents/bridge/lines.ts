// Messages over a pipe: JSON, one a line.
import type { Duplex } from 'node:stream';

/** UTF-8 bytes of a line; filters of an agent are at most a million characters. */
export const maxLineBytes = 8_000_000;

export type Message = Readonly<Record<string, unknown>>;

export function sendLine(stream: Duplex, message: Message): void {
  if (stream.writable) stream.write(`${JSON.stringify(message)}\n`);
}

/** Calls `onMessage` with each object; what is no JSON is left out, and a line without an end closes the stream. */
export function readLines(stream: Duplex, onMessage: (message: Message) => void): void {
  let parts: Buffer[] = [];
  let length = 0;
  stream.on('data', (chunk: Buffer) => {
    let from = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      const line = Buffer.concat([...parts, chunk.subarray(from, at)]).toString('utf8');
      parts = [];
      length = 0;
      from = at + 1;
      const message = parse(line);
      if (message) onMessage(message);
    }
    const rest = chunk.subarray(from);
    length += rest.length;
    parts.push(rest);
    if (length > maxLineBytes) stream.destroy();
  });
}

function parse(line: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
