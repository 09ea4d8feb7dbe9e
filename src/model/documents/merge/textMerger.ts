// Merges texts without holding up the window: a merge of 5 MB takes seconds, so long texts are merged in a thread.
import { Worker } from 'node:worker_threads';
import { withServiceKeysOf } from '#filters/serviceKeys.ts';
import { type JsonMerge, mergeJson, wholeConflict } from '#json/merge/mergeJson.ts';
import { layOut } from '#model/documents/documentText.ts';
import type { DocumentRef } from '#model/documents/documentUri.ts';
import { isUnchanged, withoutHabits } from '#model/documents/sameDocument.ts';

/** What the thread is started with, and what it answers. */
export type MergeJob =
  | { readonly kind: 'merge'; readonly sides: MergeSides; readonly mine: string }
  | { readonly kind: 'align'; readonly ref: DocumentRef; readonly theirs: string; readonly mine: string };
export type MergeAnswer = JsonMerge | string | undefined;

/** UTF-16 units of all texts; fewer are merged in less time than a thread takes to start. */
const maxInlineLength = 300_000;
/** A save waits for its merge, and a lock for the save. */
const maxMs = 60_000;
const tooLate = Symbol('too late');

export class TextMerger {
  readonly #workerUrl: URL;
  readonly #closing = new AbortController();

  /** `workerUrl`: `mergeWorker.ts`, or the file that it was built into. */
  constructor(workerUrl: URL) {
    this.#workerUrl = workerUrl;
  }

  /**
   * As `mergeConflict`. A merge that takes longer than a minute is one conflict of the whole text. Rejects if the
   * merger was disposed of.
   */
  async merge({ ref, base, theirs }: MergeSides, mine: string): Promise<JsonMerge | undefined> {
    const sides = { ref, base, theirs };
    if (isShort([base ?? '', theirs, mine])) return mergeConflict(sides, mine);
    const answer = await this.#inThread({ kind: 'merge', sides, mine });
    if (answer === tooLate) return wholeConflict;
    if (typeof answer === 'string') throw new TypeError('the thread did another job');
    return answer;
  }

  /** Like `alignWith`. After a minute the text stays as it is. Rejects if the merger was disposed. */
  async align(ref: DocumentRef, theirs: string, mine: string): Promise<string> {
    if (isShort([theirs, mine])) return alignWith(ref, theirs, mine);
    const answer = await this.#inThread({ kind: 'align', ref, theirs, mine });
    if (answer === tooLate) return theirs;
    if (typeof answer !== 'string') throw new TypeError('the thread did another job');
    return answer;
  }

  dispose(): void {
    this.#closing.abort();
  }

  /** Each job has a thread of its own, which ends with it. */
  async #inThread(job: MergeJob): Promise<MergeAnswer | typeof tooLate> {
    const { signal } = this.#closing;
    signal.throwIfAborted();
    const worker = new Worker(this.#workerUrl, { workerData: job });
    let timer: NodeJS.Timeout | undefined;
    const closed = Promise.withResolvers<never>();
    const close = (): void => closed.reject(signal.reason);
    signal.addEventListener('abort', close);
    try {
      return await Promise.race([
        answerOf(worker),
        closed.promise,
        new Promise<typeof tooLate>((resolve) => {
          timer = setTimeout(resolve, maxMs, tooLate);
        }),
      ]);
    } finally {
      signal.removeEventListener('abort', close);
      clearTimeout(timer);
      await worker.terminate();
    }
  }
}

function answerOf(worker: Worker): Promise<MergeAnswer> {
  return new Promise((resolve, reject) => {
    worker.once('message', (answer: MergeAnswer) => resolve(answer));
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('The merge thread ended without a result.')));
  });
}

function isShort(texts: readonly string[]): boolean {
  return texts.reduce((sum, text) => sum + text.length, 0) <= maxInlineLength;
}

// A person's text against the service's: merged, or laid side by side. What differs in the order of keys, or in what the
// service adds by itself, is no difference.

/** What a conflict is between; a DocumentConflict is one. */
export interface MergeSides {
  readonly ref: DocumentRef;
  readonly base: string | undefined;
  readonly theirs: string;
}

/** Undefined if the base is no longer known. */
export function mergeConflict({ ref, base, theirs }: MergeSides, mine: string): JsonMerge | undefined {
  if (base === undefined) return undefined;
  return mergeJson(
    layOut(withoutHabits(ref, base)),
    withoutHabits(ref, mine),
    layOut(withoutHabits(ref, theirs)),
  );
}

/** Another text, laid out and spelled like `mine` where both have the same value, with the service's keys that `mine` has. */
export function alignWith(ref: DocumentRef, theirs: string, mine: string): string {
  if (isUnchanged(ref, theirs, mine)) return mine;
  const plain = withoutHabits(ref, mine);
  const merge = mergeJson(plain, plain, layOut(withoutHabits(ref, theirs)));
  if (merge.kind !== 'merged') return layOut(theirs); // mine is not JSON
  return plain === mine ? merge.text : withServiceKeysOf(mine, merge.text);
}
