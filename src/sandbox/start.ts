// Starts the service in a thread of its own, for those who must not load it: importing this file loads next to nothing.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export interface StartOptions {
  /** Where the service keeps its file; made where it is missing. */
  readonly dataDir: string;
  /** `worker.ts`, or what it was built into. */
  readonly workerUrl: URL;
  /** Default: any free one. */
  readonly port?: number | undefined;
  /** Default: a new one each time. */
  readonly key?: string | undefined;
  /** Throws away what was there and makes the sample data anew. */
  readonly reset?: boolean | undefined;
}

export interface RunningSandbox {
  /** Without a trailing slash. */
  readonly url: string;
  readonly key: string;
  readonly projects: readonly { readonly id: string; readonly name: string }[];
  /** Ends the service with all that it was told kept. Whoever started it calls this. */
  stop(): Promise<void>;
}

type Message = Omit<RunningSandbox, 'stop'> | { readonly problem: string; readonly name: string };

/** Rejects with an Error whose message is a sentence for people that says what to do. */
export async function startSandbox(options: StartOptions): Promise<RunningSandbox> {
  const { workerUrl, ...rest } = options;
  const worker = new Worker(workerUrl, { workerData: rest, name: 'cohort-deck-sandbox' });
  const message = await firstMessage(worker);
  if ('problem' in message) throw Object.assign(new Error(message.problem), { name: message.name });
  worker.on('error', () => undefined); // the thread has ended; requests fail and say so
  return {
    ...message,
    stop: async () => {
      if (worker.threadId === -1) return;
      const exited = once(worker, 'exit');
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      worker.postMessage('stop');
      await exited;
    },
  };
}

/** A window that closes at this moment gives its folder free; one that stays open keeps it. */
const usualPatience = { tries: 12, waitMs: 250 };
const maxFolders = 9;

/**
 * Like startSandbox, for one of several windows: where another one keeps the folder, this one takes `…-2`, `…-3` and so
 * on, with sample data of its own.
 */
export async function startOwnSandbox(
  options: StartOptions,
  patience = usualPatience,
): Promise<RunningSandbox> {
  for (let attempt = 1; ; attempt++) {
    const folder = Math.max(1, attempt - patience.tries + 1);
    const dataDir = folder === 1 ? options.dataDir : `${options.dataDir}-${folder}`;
    try {
      return await startSandbox({ ...options, dataDir });
    } catch (error) {
      const isInUse = error instanceof Error && error.name === 'FolderInUse';
      if (!isInUse || folder === maxFolders) throw error;
    }
    if (attempt < patience.tries) await new Promise((resolve) => setTimeout(resolve, patience.waitMs));
  }
}

async function firstMessage(worker: Worker): Promise<Message> {
  const ended = new AbortController();
  worker.once('exit', () => ended.abort());
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- worker.ts sends exactly one of these first
    const [message] = (await once(worker, 'message', { signal: ended.signal })) as [Message];
    return message;
  } catch (error) {
    const reason = error instanceof Error && error.name !== 'AbortError' ? ` (${error.message})` : '';
    throw new Error(
      `The service with sample data could not start${reason}. It needs Node 22.15 or newer, as in VS Code 1.103.`,
      { cause: error },
    );
  }
}
