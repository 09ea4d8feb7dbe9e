// From a request to the bytes of its answer, faults and all.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { alter, refusal } from './alter.ts';
import { failureAnswer } from './answer.ts';
import type { Answer } from './answer.ts';
import { answerTo } from './dispatch.ts';
import type { Host } from './dispatch.ts';
import { Failure } from './serviceError.ts';
import { numberOf } from '#sandbox/faults.ts';
import type { FaultsOfRequest } from '#sandbox/faults.ts';
import { CutOff } from './request.ts';
import { pause, send } from './wire.ts';

/** Never rejects: what goes wrong ends the connection and is told to the log. */
export async function respond(host: Host, request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.on('error', (error) => host.log(`answer: ${error.message}`));
  try {
    const faults = readFaults(host, request);
    if (faults instanceof Failure) await send(response, failureAnswer(faults), false, new Map());
    else await respondWith(host, request, response, faults);
  } catch (error) {
    if (!(error instanceof CutOff)) host.log(`answer: ${String(error)}`);
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
  const answer = await answerWith(host, request, faults);
  if (reset) return void response.socket?.resetAndDestroy();
  if (!request.complete) request.resume(); // a body that nobody asked for
  await send(response, answer, request.method === 'HEAD', faults);
}

async function answerWith(host: Host, request: IncomingMessage, faults: FaultsOfRequest): Promise<Answer> {
  const status = faults.get('status');
  if (status) return refusal(status);
  const answer = await answerTo(host, request, faults);
  return faults.size === 0
    ? answer
    : alter(answer, faults, new URL(`http://${request.headers.host}${request.url}`));
}

function readFaults(host: Host, request: IncomingMessage): FaultsOfRequest | Failure {
  try {
    return host.faults.of(request);
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}
