// The connection to a table's worker: sends requests, receives answers.
import type { Worker } from 'node:worker_threads';
import type { FoundRows } from './columnQueries.ts';
import type { IndexProgress } from './indexRows.ts';
import type { Source } from './scanRows.ts';
import type { ColumnSummary, Query } from './tableQuery.ts';

export interface WorkerListener {
  readonly onIndex: (progress: IndexProgress) => void;
  readonly onBroken: (error: Error) => void;
}

type Answer = Extract<WorkerMessage, { readonly type: 'viewed' | 'summary' }>;
type Question = Extract<WorkerRequest, { readonly type: 'view' | 'summary' }>;

interface Waiting {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
  readonly onShare: (share: number) => void;
}

export class WorkerConnection {
  readonly #worker: Worker;
  readonly #listener: WorkerListener;
  readonly #waiting = new Map<number, Waiting>();
  /** Also if the worker crashes. */
  readonly #exited: Promise<void>;
  #lastId = 0;
  #isClosed = false;
  /** Why the worker has ended. */
  #error: Error | undefined;

  constructor(worker: Worker, listener: WorkerListener) {
    this.#worker = worker;
    this.#listener = listener;
    worker.on('message', (message: WorkerMessage) => this.#receive(message));
    worker.on('error', (error) => this.#end(error));
    this.#exited = new Promise((resolve) => {
      worker.on('exit', () => {
        this.#end(new Error('The table’s worker has ended.'));
        resolve();
      });
    });
  }

  async view(query: Query, signal: AbortSignal, onShare: (share: number) => void): Promise<FoundRows> {
    const answer = await this.#ask((id) => ({ type: 'view', id, query }), signal, onShare);
    if (answer.type !== 'viewed') throw new Error('The worker answered another request.');
    return answer.found;
  }

  async summarize(
    column: number,
    signal: AbortSignal,
    onShare: (share: number) => void,
  ): Promise<ColumnSummary> {
    const answer = await this.#ask((id) => ({ type: 'summary', id, column }), signal, onShare);
    if (answer.type !== 'summary') throw new Error('The worker answered another request.');
    return answer.summary;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#post({ type: 'close' });
    await this.#exited;
  }

  async #ask(
    question: (id: number) => Question,
    signal: AbortSignal,
    onShare: (share: number) => void,
  ): Promise<Answer> {
    signal.throwIfAborted();
    if (this.#error) throw this.#error;
    const id = ++this.#lastId;
    const cancel = () => this.#post({ type: 'cancel', id });
    signal.addEventListener('abort', cancel);
    try {
      return await new Promise<Answer>((resolve, reject) => {
        this.#waiting.set(id, { resolve, reject, onShare });
        this.#post(question(id));
      });
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      signal.removeEventListener('abort', cancel);
      this.#waiting.delete(id);
    }
  }

  #receive(message: WorkerMessage): void {
    if (message.type === 'index') return this.#listener.onIndex(message.progress);
    if (message.type === 'broken') return this.#listener.onBroken(toError(message.failure));
    const waiting = this.#waiting.get(message.id);
    if (message.type === 'share') waiting?.onShare(message.share);
    else if (message.type === 'failed') waiting?.reject(toError(message.failure));
    else waiting?.resolve(message);
  }

  #end(error: Error): void {
    this.#error ??= error;
    for (const { reject } of this.#waiting.values()) reject(error);
    if (!this.#isClosed) this.#listener.onBroken(error);
    this.#isClosed = true;
  }

  #post(request: WorkerRequest): void {
    this.#worker.postMessage(request);
  }
}

function toError({ message, code, errcode }: WorkerFailure): Error {
  return Object.assign(new Error(message), { code, errcode });
}

// The messages between a table and its worker.

/** An error of the worker, whose codes a message between threads would lose. */
export interface WorkerFailure {
  readonly message: string;
  /** The system's, such as `EIO`, or `ERR_SQLITE_ERROR` with an `errcode`. */
  readonly code: unknown;
  readonly errcode: unknown;
}

/** The worker's start data. It shares the open file and creates `scratchFile` when it needs one. */
export interface WorkerData {
  readonly source: Source;
  readonly scratchFile: string;
}

export type WorkerRequest =
  | { readonly type: 'view'; readonly id: number; readonly query: Query }
  /** Requests a summary of the rows of the last view. */
  | { readonly type: 'summary'; readonly id: number; readonly column: number }
  | { readonly type: 'cancel'; readonly id: number }
  | { readonly type: 'close' };

export type WorkerMessage =
  | { readonly type: 'index'; readonly progress: IndexProgress }
  /** How much of the file is read for the request, 0 to 1. */
  | { readonly type: 'share'; readonly id: number; readonly share: number }
  | { readonly type: 'viewed'; readonly id: number; readonly found: FoundRows }
  | { readonly type: 'summary'; readonly id: number; readonly summary: ColumnSummary }
  | { readonly type: 'failed'; readonly id: number; readonly failure: WorkerFailure }
  /** The file could not be read to its end. */
  | { readonly type: 'broken'; readonly failure: WorkerFailure };
