// One try of a call, judged: its answer, or the ApiError that its status stands for.
import { ApiError } from '#api/apiError.ts';
import type { StreamedAnswer } from '#api/types.ts';
import { linkAbort, throwIfAborted } from './abortSignals.ts';
import type { Signals } from './abortSignals.ts';
import { headersWithoutSecret } from './answerHeaders.ts';
import { classifyAnswer } from './classifyAnswer.ts';
import { collectAnswer, isErrorStatus, mostErrorBytes } from './collectAnswer.ts';
import type { Answer } from './collectAnswer.ts';
import { requireWhole } from './parseJson.ts';
import type { Pass } from './requestGate.ts';
import { streamAnswer } from './streamAnswer.ts';
import type { AnswerHeaders, Wire, WireRequest } from './wire.ts';

export interface Attempt {
  readonly wire: Wire;
  readonly request: WireRequest;
  readonly operation: string;
  /** The key, which no error repeats. */
  readonly secret: string;
  readonly pass: Pass;
  readonly signals: Signals;
  /** `signals` without the deadline, which ends when a streamed body begins. */
  readonly bodySignals: Signals;
  /** For a streamed body: a window in which it must make progress. */
  readonly progressMs: number;
  readonly log: (line: string) => void;
}

/** The whole answer. */
export async function sendOnce(attempt: Attempt): Promise<Answer> {
  const logOutcome = startLog(attempt);
  try {
    const collected = await collectAnswer({
      ...attempt,
      onHeaders: reportTo(attempt.pass),
      keep: (bytes) => attempt.pass.keep(bytes),
    });
    const answer = { ...collected, headers: headersWithoutSecret(collected.headers, attempt.secret) };
    if (!isErrorStatus(answer.status)) requireWhole(answer, attempt.operation);
    logOutcome(String(answer.status));
    if (isErrorStatus(answer.status)) throw classifyAnswer(answer, attempt.operation, attempt.secret);
    return answer;
  } catch (error) {
    logLoss(error, logOutcome);
    throw error;
  }
}

/** The answer with its body unread. Its socket's pass is released when the body ends. */
export async function openOnce(attempt: Attempt): Promise<StreamedAnswer> {
  const { pass, operation, secret } = attempt;
  const logOutcome = startLog(attempt);
  try {
    const streamed = await streamAnswer({
      ...attempt,
      onHeaders: reportTo(pass),
      onClose: () => pass.release(),
    });
    const answer = { ...streamed, headers: headersWithoutSecret(streamed.headers, secret) };
    logOutcome(String(answer.status));
    if (isErrorStatus(answer.status)) {
      throw classifyAnswer(await readError(answer, attempt.signals), operation, secret);
    }
    return answer;
  } catch (error) {
    logLoss(error, logOutcome);
    throw error;
  }
}

function reportTo(pass: Pass): (status: number, headers: AnswerHeaders) => void {
  return (status, headers) => {
    if (status !== 429) pass.answered(headers);
  };
}

/** One line a try: what is called after the first time adds nothing. */
function startLog({ log, operation }: Attempt): (outcome: string) => void {
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

/** As much as there is in time: the status says more than the loss of a body that explains it. */
async function readError(answer: StreamedAnswer, signals: Signals): Promise<Answer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const unlink = linkAbort(signals, () => answer.cancel());
  try {
    for await (const chunk of answer.body) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > mostErrorBytes) break;
    }
  } catch (error) {
    throwIfAborted(signals.filter((signal) => !(signal?.reason instanceof ApiError)));
    if (!(error instanceof ApiError)) throw error;
  } finally {
    unlink();
  }
  return { status: answer.status, headers: answer.headers, body: Buffer.concat(chunks) };
}
