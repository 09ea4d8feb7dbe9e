// Starts the service in a worker thread. Importing this file does not load the service.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export interface StartOptions {
  /** The data folder; created if it is missing. */
  readonly dataDir: string;
  /** `sandboxWorker.ts`, or its bundle. */
  readonly workerUrl: URL;
  /** Default: any free port. */
  readonly port?: number | undefined;
  /** Default: a new one at each start. */
  readonly key?: string | undefined;
  /** Deletes the data and creates new sample data. */
  readonly reset?: boolean | undefined;
}

export interface RunningSandbox {
  /** The address without a trailing slash. */
  readonly url: string;
  readonly key: string;
  readonly projects: readonly { readonly id: string; readonly name: string }[];
  /** Ends the service; every acknowledged write is kept. */
  stop(): Promise<void>;
  /** Resolves when its thread has ended, by `stop` or by a crash: then with the error. */
  readonly ended: Promise<unknown>;
  /** Once it has ended: the same service again, with its data and key, and at its address unless that is taken. */
  restart(): Promise<RunningSandbox>;
}

type Message =
  | Pick<RunningSandbox, 'url' | 'key' | 'projects'>
  | { readonly problem: string; readonly name: string; readonly refusal: object };

/** Rejects with an Error whose message people can read and that says what to do, with the codes of a file's system or SQLite. */
export async function startSandbox(options: StartOptions): Promise<RunningSandbox> {
  const { workerUrl, ...rest } = options;
  const worker = new Worker(workerUrl, { workerData: rest, name: 'cohort-deck-sandbox' });
  const message = await firstMessage(worker);
  if ('problem' in message)
    throw Object.assign(new Error(message.problem), { name: message.name, ...message.refusal });
  const again = { ...options, key: message.key, reset: false };
  return {
    ...message,
    ended: endOf(worker),
    restart: () =>
      startSandbox({ ...again, port: Number(new URL(message.url).port) }).catch(() =>
        startSandbox({ ...again, port: undefined }),
      ),
    stop: async () => {
      if (worker.threadId === -1) return;
      const exited = once(worker, 'exit');
      worker.postMessage('stop');
      await exited;
    },
  };
}

/** @returns the error that ended the thread; undefined if it ended by itself */
function endOf(worker: Worker): Promise<unknown> {
  return new Promise((resolve) => {
    let reason: unknown;
    worker.on('error', (error) => (reason = error));
    worker.once('exit', () => resolve(reason));
  });
}

/** Waits for a window that is closing to release its folder. */
const defaultRetries = { tries: 12, waitMs: 250 };
const maxFolders = 9;

/** Like startSandbox, for one of several windows: where another window uses the folder, takes `…-2`, `…-3` and so on. */
export async function startOwnSandbox(
  options: StartOptions,
  retries = defaultRetries,
): Promise<RunningSandbox> {
  for (let attempt = 1; ; attempt++) {
    const folder = Math.max(1, attempt - retries.tries + 1);
    const dataDir = folder === 1 ? options.dataDir : `${options.dataDir}-${folder}`;
    try {
      return await startSandbox({ ...options, dataDir });
    } catch (error) {
      const isInUse = error instanceof Error && error.name === 'FolderInUse';
      if (!isInUse || folder === maxFolders) throw error;
    }
    if (attempt < retries.tries) await new Promise((resolve) => setTimeout(resolve, retries.waitMs));
  }
}

async function firstMessage(worker: Worker): Promise<Message> {
  const ended = new AbortController();
  worker.once('exit', () => ended.abort());
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- sandboxWorker.ts sends exactly one of these first
    const [message] = (await once(worker, 'message', { signal: ended.signal })) as [Message];
    return message;
  } catch (error) {
    const reason = error instanceof Error && error.name !== 'AbortError' ? ` (${error.message})` : '';
    throw new Error(
      `The sample data could not start${reason}. It requires Node 22.15 or newer, as in VS Code 1.103.`,
      { cause: error },
    );
  }
}
