// From a request to its response's bytes, with the faults that apply.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { alterResponse, statusResponse } from '#sandbox/http/alterResponse.ts';
import { errorResponse } from '#sandbox/http/responseData.ts';
import type { ResponseData } from '#sandbox/http/responseData.ts';
import { routeRequest } from './routeRequest.ts';
import type { Host } from './routeRequest.ts';
import { ServiceError } from '#sandbox/http/serviceError.ts';
import { numberOf } from '#sandbox/http/faults.ts';
import type { FaultsOfRequest } from '#sandbox/http/faults.ts';
import { hasKey } from '#sandbox/http/apiKeys.ts';
import { isLocalName } from '#sandbox/http/hostHeader.ts';
import { ClientDisconnected } from '#sandbox/http/readRequest.ts';
import { pause, sendResponse } from '#sandbox/http/sendResponse.ts';

/** Never rejects: an error is logged and ends the connection. */
export async function handleRequest(
  host: Host,
  request: IncomingMessage,
  output: ServerResponse,
): Promise<void> {
  output.on('error', (error) => host.log(`Response failed: ${error.message}`));
  try {
    const faults = readFaults(host, request);
    if (faults instanceof ServiceError) await sendResponse(output, errorResponse(faults), false, new Map());
    else await respondWith(host, request, output, faults);
  } catch (error) {
    if (!(error instanceof ClientDisconnected)) host.log(`Request failed: ${String(error)}`);
    output.destroy();
  }
}

async function respondWith(
  host: Host,
  request: IncomingMessage,
  output: ServerResponse,
  faults: FaultsOfRequest,
): Promise<void> {
  const [latency, reset] = [faults.get('latency'), faults.get('reset')];
  if (latency && !(await pause(output, numberOf(latency) ?? 0, host.faults.replaced))) return;
  if (reset && reset.value !== 'after') return void output.socket?.resetAndDestroy();
  if (faults.has('crash')) setImmediate(crash);
  const response = await responseFor(host, request, faults);
  if (reset) return void output.socket?.resetAndDestroy();
  if (!request.complete) request.resume(); // discards an unread body
  await sendResponse(output, response, request.method === 'HEAD', faults);
}

function crash(): never {
  throw new Error('The fault "crash" applies.');
}

async function responseFor(
  host: Host,
  request: IncomingMessage,
  faults: FaultsOfRequest,
): Promise<ResponseData> {
  const status = faults.get('status');
  if (status) return statusResponse(status);
  const response = await routeRequest(host, request, faults);
  return faults.size === 0
    ? response
    : alterResponse(response, faults, new URL(`http://${request.headers.host}${request.url}`));
}

/** A request without a key, or under another host name, chooses no faults: it could hold connections open. */
function readFaults(host: Host, request: IncomingMessage): FaultsOfRequest | ServiceError {
  const { host: name, authorization } = request.headers;
  try {
    return host.faults.forRequest(request, isLocalName(name) && hasKey(host.keys, authorization));
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}
