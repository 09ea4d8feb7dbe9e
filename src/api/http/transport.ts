// From a call to its judged answer: one gate, one deadline, one owner of retries, two ways to connect.
import { ApiError } from '#api/apiError.ts';
import { interactivePriority } from '#api/requestPriority.ts';
import type { ClientOptions, StreamedAnswer } from '#api/types.ts';
import type { Address } from './address.ts';
import { openOnce, sendOnce } from './attempt.ts';
import type { Attempt } from './attempt.ts';
import { guardWrite, operationOf, toWireRequest } from './call.ts';
import type { Call } from './call.ts';
import type { Answer } from './collectAnswer.ts';
import { Deadline } from './deadline.ts';
import { createDispatcher } from './dispatcher.ts';
import type { Entry, Pass } from './requestGate.ts';
import { gateFor } from './sharedGates.ts';
import { Retirement } from './clientRetirement.ts';
import { defaultRetryLimits, reasonToRetryCall, throttledWaitMs, withRetries } from './retry.ts';
import { createUndiciWire } from './undiciWire.ts';
import { createWireChoice } from './wireChoice.ts';

export interface Transport {
  readonly address: Address;
  readonly log: (line: string) => void;
  /** The whole answer, its status within 200–299. */
  send(call: Call): Promise<Answer>;
  /** The same with its body unread. */
  open(call: Call): Promise<StreamedAnswer>;
  /** Running calls finish, and so do the calls that they start; then it closes by itself. */
  retire(): void;
  close(): Promise<void>;
}

const defaultTimeoutMs = 30_000;

export function createTransport(address: Address, options: ClientOptions): Transport {
  const { key, log = () => undefined, timeoutMs = defaultTimeoutMs, onWait } = options;
  const dispatcher = createDispatcher(address, options.network ?? {}, timeoutMs);
  const closing = new AbortController();
  const fallbackFetch = address.isLoopback ? undefined : options.fallbackFetch;
  const throughWire = createWireChoice(createUndiciWire(dispatcher), fallbackFetch);
  const gate = gateFor(address.origin, key, options.rateLimits);
  const stopReporting = gate.onDidHold((hold) => {
    onWait?.(hold);
    if (hold.reason === 'throttled') options.onOutcome?.({ kind: 'held', ms: hold.ms });
  });

  const close = async (): Promise<void> => {
    retirement.stop();
    stopReporting();
    closing.abort();
    await dispatcher.destroy();
  };
  const retirement = new Retirement(() => void close());

  async function run<T>(call: Call, exchange: (attempt: Attempt) => Promise<T>): Promise<T> {
    const operation = operationOf(call);
    const { budget = 'recordsPerMinute', priority = interactivePriority } = call;
    const limits = { ...defaultRetryLimits, ...options.retry, ...call.retry };
    const deadline = new Deadline(Math.min(timeoutMs, call.timeoutMs ?? Infinity));
    // An interactive request's deadline includes the wait for a socket. An export may wait as long as other exports use them all.
    const countsWaiting = priority.urgency === 'interactive';
    const dropping = new AbortController();
    const bodySignals = [call.signal, closing.signal, dropping.signal];
    const signals = [...bodySignals, deadline.signal];
    const entry: Entry = {
      budget,
      priority,
      operation,
      signals,
      longestWaitMs: limits.longestWaitMs,
      onHeld(hold) {
        deadline.extend(hold.ms);
        call.onWait?.(hold);
      },
      onDropped() {
        dropping.abort();
        call.onDropped?.();
      },
    };
    const tryOnce = async (): Promise<T> => {
      guardWrite(call, address, options.guard); // a refused write does not wait for its turn
      const pass = alsoReleasing(await gate.enter(entry), retirement.begin());
      if (!countsWaiting) deadline.start();
      try {
        const request = toWireRequest(call, address, key, options.guard); // it may have been protected meanwhile
        const one = {
          request,
          operation,
          secret: key,
          pass,
          signals,
          bodySignals,
          progressMs: timeoutMs,
          log,
        };
        return await throughWire(async (wire) => exchange({ ...one, wire }));
      } catch (error) {
        if (error instanceof ApiError && error.kind === 'throttled') {
          pass.throttled(error.retryAfterMs ?? throttledWaitMs);
        }
        pass.release();
        throw error;
      }
    };
    if (countsWaiting) deadline.start();
    const end = retirement.begin();
    try {
      const result = await withRetries(tryOnce, {
        limits,
        reasonToRetry: (error) => reasonToRetryCall(error, call.method),
        signals,
        onWait(wait) {
          onWait?.(wait);
          call.onWait?.(wait);
        },
      });
      if (!call.isUnreported) options.onOutcome?.({ kind: 'answered' });
      return result;
    } catch (error) {
      if (!call.isUnreported) options.onOutcome?.({ kind: 'failed', error });
      throw error;
    } finally {
      deadline.clear();
      end();
    }
  }

  return {
    address,
    log,
    send: async (call) =>
      run(call, async (attempt) => {
        const answer = await sendOnce(attempt);
        attempt.pass.release();
        return answer;
      }),
    open: async (call) => run(call, openOnce),
    retire: () => retirement.retire(),
    close,
  };
}

/** The client stays open until the pass is released: a streamed body holds its pass until its end, long after its call. */
function alsoReleasing(pass: Pass, end: () => void): Pass {
  return {
    ...pass,
    release() {
      pass.release();
      end();
    },
  };
}
