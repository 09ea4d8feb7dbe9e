// From a request to its answer's bytes, with the faults that apply.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { alterAnswer, statusAnswer } from '#sandbox/http/alterAnswer.ts';
import { errorAnswer } from '#sandbox/http/answer.ts';
import type { Answer } from '#sandbox/http/answer.ts';
import { answerTo } from './dispatch.ts';
import type { Host } from './dispatch.ts';
import { ServiceError } from '#sandbox/http/serviceError.ts';
import { numberOf } from '#sandbox/http/faults.ts';
import type { FaultsOfRequest } from '#sandbox/http/faults.ts';
import { hasKey } from '#sandbox/http/apiKeys.ts';
import { isLocalName } from '#sandbox/http/hostHeader.ts';
import { ClientDisconnected } from '#sandbox/http/request.ts';
import { pause, sendAnswer } from '#sandbox/http/sendAnswer.ts';

/** Never rejects: an error is logged and ends the connection. */
export async function handleRequest(
  host: Host,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.on('error', (error) => host.log(`Response failed: ${error.message}`));
  try {
    const faults = readFaults(host, request);
    if (faults instanceof ServiceError) await sendAnswer(response, errorAnswer(faults), false, new Map());
    else await respondWith(host, request, response, faults);
  } catch (error) {
    if (!(error instanceof ClientDisconnected)) host.log(`Request failed: ${String(error)}`);
    response.destroy();
  }
}

async function respondWith(
  host: Host,
  request: IncomingMessage,
  response: ServerResponse,
  faults: FaultsOfRequest,
): Promise<void> {
  const [latency, reset] = [faults.get('latency'), faults.get('reset')];
  if (latency && !(await pause(response, numberOf(latency) ?? 0))) return;
  if (reset && reset.value !== 'after') return void response.socket?.resetAndDestroy();
  if (faults.has('crash')) setImmediate(crash);
  const answer = await answerWith(host, request, faults);
  if (reset) return void response.socket?.resetAndDestroy();
  if (!request.complete) request.resume(); // discards an unread body
  await sendAnswer(response, answer, request.method === 'HEAD', faults);
}

function crash(): never {
  throw new Error('The fault "crash" applies.');
}

async function answerWith(host: Host, request: IncomingMessage, faults: FaultsOfRequest): Promise<Answer> {
  const status = faults.get('status');
  if (status) return statusAnswer(status);
  const answer = await answerTo(host, request, faults);
  return faults.size === 0
    ? answer
    : alterAnswer(answer, faults, new URL(`http://${request.headers.host}${request.url}`));
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
