// Sends a response: whole, or as a fault asks for.
import type { ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { ResponseData } from './responseData.ts';
import { numberOf } from './faults.ts';
import type { Fault, FaultsOfRequest } from './faults.ts';

/** `isHead`: sends the headers only. Resolves when everything is sent. */
export async function sendResponse(
  output: ServerResponse,
  response: ResponseData,
  isHead: boolean,
  faults: FaultsOfRequest,
): Promise<void> {
  const chunks = response.body.map((part) => (typeof part === 'string' ? Buffer.from(part) : part));
  const length = chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0);
  const headers = { ...response.headers, Vary: 'Accept' };
  const drip = faults.get('drip');
  if (faults.has('truncate')) {
    // As in HTTP/1.0: the end of the connection is the end of the body.
    output.useChunkedEncodingByDefault = false;
    output.shouldKeepAlive = false;
    output.writeHead(response.status, headers);
    output.end(half(chunks));
  } else if (faults.has('half')) {
    output.writeHead(response.status, { ...headers, 'Content-Length': length });
    output.write(half(chunks), () => output.destroy());
  } else if (drip && !isHead) {
    output.writeHead(response.status, { ...headers, 'Content-Length': length });
    await trickle(output, Buffer.concat(chunks), drip);
  } else {
    output.cork();
    output.writeHead(
      response.status,
      response.status === 204 ? headers : { ...headers, 'Content-Length': length },
    );
    if (!isHead) for (const chunk of chunks) output.write(chunk);
    output.end();
    output.uncork();
  }
}

/** @param ended ends it early @returns false if the client disconnected or the service ended meanwhile */
export async function pause(output: ServerResponse, ms: number, ended?: AbortSignal): Promise<boolean> {
  const gone = new AbortController();
  const leave = (): void => gone.abort();
  output.once('close', leave);
  try {
    await setTimeout(ms, undefined, { signal: ended ? AbortSignal.any([gone.signal, ended]) : gone.signal });
    return true;
  } catch (error) {
    if (gone.signal.aborted) return false;
    if (ended?.aborted) return true;
    throw error;
  } finally {
    output.removeListener('close', leave);
  }
}

async function trickle(output: ServerResponse, body: Buffer, drip: Fault): Promise<void> {
  const step = numberOf(drip, 'bytes') || 1024;
  for (let from = 0; from < body.byteLength; from += step) {
    output.write(body.subarray(from, from + step));
    if (!(await pause(output, numberOf(drip) ?? 0))) return;
  }
  output.end();
}

function half(chunks: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(chunks);
  return body.subarray(0, Math.floor(body.byteLength / 2));
}
