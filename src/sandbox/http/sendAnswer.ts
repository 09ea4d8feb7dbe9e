// Sends an answer: whole, or as a fault asks for.
import type { ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { Answer } from './answer.ts';
import { numberOf } from './faults.ts';
import type { Fault, FaultsOfRequest } from './faults.ts';

/** `isHead`: sends the headers only. Resolves when everything is sent. */
export async function sendAnswer(
  response: ServerResponse,
  answer: Answer,
  isHead: boolean,
  faults: FaultsOfRequest,
): Promise<void> {
  const chunks = answer.body.map((part) => (typeof part === 'string' ? Buffer.from(part) : part));
  const length = chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0);
  const headers = { ...answer.headers, Vary: 'Accept' };
  const drip = faults.get('drip');
  if (faults.has('truncate')) {
    // As in HTTP/1.0: the end of the connection is the end of the body.
    response.useChunkedEncodingByDefault = false;
    response.shouldKeepAlive = false;
    response.writeHead(answer.status, headers);
    response.end(half(chunks));
  } else if (faults.has('half')) {
    response.writeHead(answer.status, { ...headers, 'Content-Length': length });
    response.write(half(chunks), () => response.destroy());
  } else if (drip && !isHead) {
    response.writeHead(answer.status, { ...headers, 'Content-Length': length });
    await trickle(response, Buffer.concat(chunks), drip);
  } else {
    response.cork();
    response.writeHead(
      answer.status,
      answer.status === 204 ? headers : { ...headers, 'Content-Length': length },
    );
    if (!isHead) for (const chunk of chunks) response.write(chunk);
    response.end();
    response.uncork();
  }
}

/** @returns false where the client disconnected or the service ended meanwhile */
export async function pause(response: ServerResponse, ms: number): Promise<boolean> {
  const gone = new AbortController();
  const leave = (): void => gone.abort();
  response.once('close', leave);
  try {
    await setTimeout(ms, undefined, { signal: gone.signal });
    return true;
  } catch (error) {
    if (gone.signal.aborted) return false;
    throw error;
  } finally {
    response.removeListener('close', leave);
  }
}

async function trickle(response: ServerResponse, body: Buffer, drip: Fault): Promise<void> {
  const step = numberOf(drip, 'bytes') || 1024;
  for (let from = 0; from < body.byteLength; from += step) {
    response.write(body.subarray(from, from + step));
    if (!(await pause(response, numberOf(drip) ?? 0))) return;
  }
  response.end();
}

function half(chunks: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(chunks);
  return body.subarray(0, Math.floor(body.byteLength / 2));
}
