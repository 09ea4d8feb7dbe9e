// One try of a call: its response, or the ApiError for its status.
import { ApiError } from '#api/apiError.ts';
import type { StreamedResponse } from '#api/clientTypes.ts';
import { linkAbort, throwIfAborted } from './abortSignals.ts';
import type { Signals } from './abortSignals.ts';
import { headersWithoutSecret, sentAtMs } from './responseHeaders.ts';
import { classifyErrorResponse } from '#api/http/errors/classifyErrorResponse.ts';
import { collectResponse, isErrorStatus, maxErrorBytes } from './collectResponse.ts';
import type { HttpResponse } from './collectResponse.ts';
import { requireWhole } from './parseJson.ts';
import { readRetryAfterMs } from '#api/http/limits/retryAfter.ts';
import type { Pass } from '#api/http/limits/requestGate.ts';
import { streamResponse } from './streamResponse.ts';
import type { ResponseHeaders, Wire, WireRequest } from './wire.ts';

export interface CallAttempt {
  readonly wire: Wire;
  readonly request: WireRequest;
  readonly operation: string;
  /** The key, which no error repeats. */
  readonly secret: string;
  readonly pass: Pass;
  readonly signals: Signals;
  /** `signals` without the deadline, which ends when a streamed body begins. */
  readonly bodySignals: Signals;
  /** The time within which a streamed body must make progress. */
  readonly progressMs: number;
  readonly log: (line: string) => void;
}

/** The whole response. */
export async function sendOnce(attempt: CallAttempt): Promise<HttpResponse> {
  const logOutcome = startLog(attempt);
  try {
    const collected = await collectResponse({
      ...attempt,
      onHeaders: reportTo(attempt.pass),
      keep: (bytes) => attempt.pass.keep(bytes),
    });
    const response = { ...collected, headers: headersWithoutSecret(collected.headers, attempt.secret) };
    if (!isErrorStatus(response.status)) requireWhole(response, attempt.operation);
    logOutcome(String(response.status));
    if (isErrorStatus(response.status))
      throw classifyErrorResponse(response, attempt.operation, attempt.secret);
    return response;
  } catch (error) {
    logLoss(error, logOutcome);
    throw error;
  }
}

/** The response with its body unread. Its socket's pass is released when the body ends; after an error, that is the caller's. */
export async function openOnce(attempt: CallAttempt): Promise<StreamedResponse> {
  const { pass, operation, secret } = attempt;
  const logOutcome = startLog(attempt);
  const report = reportTo(pass);
  let isFailed = false;
  try {
    const streamed = await streamResponse({
      ...attempt,
      onHeaders(status, headers) {
        isFailed = isErrorStatus(status);
        report(status, headers);
      },
      // After an error status the caller releases the pass, so that the gate knows of a 429 first.
      onClose: () => (isFailed ? undefined : pass.release()),
    });
    const response = { ...streamed, headers: headersWithoutSecret(streamed.headers, secret) };
    logOutcome(String(response.status));
    if (isErrorStatus(response.status)) {
      throw classifyErrorResponse(await readError(response, attempt.signals), operation, secret);
    }
    return response;
  } catch (error) {
    logLoss(error, logOutcome);
    throw error;
  }
}

function reportTo(pass: Pass): (status: number, headers: ResponseHeaders) => void {
  return (status, headers) => {
    if (status !== 429) return pass.answered(headers);
    // Its body may say more, but may take long; other requests do not leave meanwhile.
    pass.throttled(readRetryAfterMs(headers['retry-after'], undefined, sentAtMs(headers)) || undefined);
  };
}

/** Logs one line per try; later calls do nothing. */
function startLog({ log, operation }: CallAttempt): (outcome: string) => void {
  const startedMs = performance.now();
  let isLogged = false;
  return (outcome) => {
    if (isLogged) return;
    isLogged = true;
    log(`${operation} ${outcome} ${Math.round(performance.now() - startedMs)} ms`);
  };
}

function logLoss(error: unknown, logOutcome: (outcome: string) => void): void {
  if (error instanceof ApiError) logOutcome(`${error.kind} ${error.code ?? ''}`);
}

/** Reads what arrives in time: the status matters more than a lost body that explains it. */
async function readError(response: StreamedResponse, signals: Signals): Promise<HttpResponse> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const unlink = linkAbort(signals, () => response.cancel());
  try {
    for await (const chunk of response.body) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > maxErrorBytes) break;
    }
  } catch (error) {
    throwIfAborted(signals.filter((signal) => !(signal?.reason instanceof ApiError)));
    if (!(error instanceof ApiError)) throw error;
  } finally {
    unlink();
  }
  return { status: response.status, headers: response.headers, body: Buffer.concat(chunks) };
}
