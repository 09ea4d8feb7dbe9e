// A lock between windows, which are separate processes: a file that only one of them can create.
import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { isInUse, maxInUseMs, removeFile, retryInUse, hasCode } from '#disk/moveFile.ts';
import { hashText } from './memory.ts';
import { RecentMap } from './recentMap.ts';
import { isRunning } from '#disk/runningProcess.ts';

/** Runs tasks with the same name one after the other. Rejects with LockNotFree if the task did not run. */
export type WithLock = <T>(name: string, task: () => Promise<T>) => Promise<T>;

/** The task runs nevertheless. */
export type OnLockError = (error: unknown, step: 'take' | 'renew' | 'release') => void;

/** A lock that nobody has renewed for longer may be taken over. */
const maxRenewedMs = 5 * 60_000;
/** The same of a short change that is never renewed: it reads, writes and renames, and each may wait for a file in use. */
const maxShortMs = 4 * maxInUseMs;
/** A new lock file is empty for a moment. */
const maxEmptyMs = 5000;
/** Windows refuses to create a file that is just being removed, and any file in a folder that may not be written. */
const maxRefusedMs = 1000;
/** Of locks that are held at the same time. */
const maxSightings = 100;
/** Of a lock that cannot be read: it is another person's, or in use. */
const unreadCodes = ['EPERM', 'EACCES', 'EBUSY'];
const maxNameLength = 100;
/** A folder may be shared by machines, each with processes of its own. */
const ownHost = hashText(hostname()).slice(0, 8);

/**
 * For all processes that use the same folder; the lock of a process on this machine that has ended is ignored. Where
 * no lock can be created the task runs anyway. `onError` receives why a lock could not be taken, renewed or released.
 * @param waiting a task may take as long as it wants, because a wait for it ends. Undefined: waits in silence, so that a task
 * keeps its lock for `maxHeldMs` at most: it may have hung
 */
export function createFileLock(
  folder: string,
  onError: OnLockError,
  waiting?: LockWaiting,
  maxHeldMs = waiting ? maxRenewedMs : maxShortMs,
): WithLock {
  const sightings = new RecentMap<string, Sighting>(maxSightings);
  return async (name, task) => {
    const file = path.join(folder, `${hashText(name).slice(0, 32)}.lock`);
    const wait = new LockWait(name, waiting, maxHeldMs, sightings);
    let mine: string | undefined;
    try {
      mine = await take(file, wait, waiting?.ownName().slice(0, maxNameLength));
    } catch (error) {
      if (error instanceof LockNotFree) throw error;
      onError(error, 'take');
    } finally {
      wait.end();
    }
    const renewal =
      waiting && mine !== undefined ? renewEach(maxHeldMs / 4, { file, mine }, onError) : undefined;
    try {
      return await task();
    } finally {
      clearInterval(renewal);
      if (mine !== undefined) await release(file, mine).catch((error: unknown) => onError(error, 'release'));
    }
  };
}

/** @returns the content of the lock file while it is held */
async function take(file: string, wait: LockWait, ownName = ''): Promise<string> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const mine = `${process.pid} ${ownHost}.${randomUUID()} ${ownName}`;
  for (;;) {
    try {
      const handle = await open(file, 'wx', 0o600);
      try {
        await handle.writeFile(mine);
      } finally {
        await handle.close();
      }
      return mine;
    } catch (error) {
      if (!hasCode(error, 'EEXIST') && !isInUse(error)) throw error;
      const found = await find(file);
      if (found === 'unreachable') throw error;
      if (found === 'gone' && !hasCode(error, 'EEXIST') && wait.waitedMs > maxRefusedMs) throw error;
    }
    if (await isStale(file, wait)) await removeStale(file, wait);
    else await wait.pause();
  }
}

/** Renews a lock by writing to its file, which changes its time, unless another window has taken it over. */
function renewEach(
  ms: number,
  { file, mine }: { readonly file: string; readonly mine: string },
  onError: OnLockError,
): NodeJS.Timeout {
  const renew = async (): Promise<void> => {
    const handle = await open(file, 'r+');
    try {
      if ((await handle.readFile('utf8')) === mine) await handle.write(mine, 0);
    } finally {
      await handle.close();
    }
  };
  return setInterval(() => {
    renew().catch((error: unknown) => hasCode(error, 'ENOENT') || onError(error, 'renew')); // it may just have been released
  }, ms).unref();
}

/** After the machine slept, another window may have taken over the lock. */
async function release(file: string, mine: string): Promise<void> {
  if ((await retryInUse(() => readFile(file, 'utf8'))) === mine) await removeFile(file);
}

/** Checks again under a second lock: another window may have removed the stale file and hold a new lock by now. */
async function removeStale(file: string, wait: LockWait): Promise<void> {
  const guard = `${file}.over`; // a normal lock, so a stale one is removed, too
  const mine = await take(guard, new LockWait(guard, undefined, wait.maxHeldMs));
  try {
    if (await isStale(file, wait)) await removeFile(file);
  } finally {
    await release(guard, mine);
  }
}

/** A file that cannot be looked at for a moment is there. */
async function find(file: string): Promise<'there' | 'gone' | 'unreachable'> {
  return stat(file).then(
    () => 'there',
    (error: unknown) => {
      if (hasCode(error, 'ENOENT')) return 'gone';
      return hasCode(error, 'ENOTDIR', 'EACCES') ? 'unreachable' : 'there';
    },
  );
}

/** Whether the process that created the file has ended, or has not renewed it for too long; one that cannot be read is held. */
async function isStale(file: string, wait: LockWait): Promise<boolean> {
  try {
    const handle = await open(file); // the same file for both reads
    try {
      const [{ mtimeMs }, text] = [await handle.stat(), await handle.readFile('utf8')];
      const ageMs = wait.ageOf(text, mtimeMs);
      const pid = Number.parseInt(text, 10);
      if (!(pid > 0)) return ageMs > maxEmptyMs;
      const [, host = ownHost] = /^\d+ ([0-9a-f]{8})\./.exec(text) ?? []; // earlier versions did not name it
      return ageMs > wait.maxHeldMs || (host === ownHost && !isRunning(pid));
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false;
    if (hasCode(error, ...unreadCodes)) return wait.ageOf('', Infinity) > wait.maxHeldMs;
    throw error;
  }
}

// The wait for a lock that another window holds.

/** How a person follows or cancels a wait for another window. */
export interface LockWaiting {
  /** What the windows that wait for this one call it; may be empty. */
  readonly ownName: () => string;
  /** Called once a lock has not been free for 2 seconds. @param holder what the other window calls itself; may be empty */
  readonly show: (name: string, holder: string, cancel: () => void) => { dispose(): void };
  /** A longer wait fails. */
  readonly maxMs: () => number;
  /** When the wait is shown; default 2 seconds, other values for tests. */
  readonly showAfterMs?: number;
}

/** Another window held the lock, and the task did not run. */
export class LockNotFree extends Error {
  override readonly name = 'LockNotFree';
  /** `cancelled`: by the person who waited. */
  readonly reason: 'cancelled' | 'late';
  constructor(reason: 'cancelled' | 'late') {
    super('Another window holds the lock.');
    this.reason = reason;
  }
}

const retryMs = 20;
const defaultShowAfterMs = 2000;

/** A lock as it was seen, and since when, by `performance.now()`. */
interface Sighting {
  readonly text: string;
  readonly mtimeMs: number;
  readonly sinceMs: number;
}

/** One wait for a lock: what is known of the lock, and what a person sees. */
export class LockWait {
  readonly maxHeldMs: number;
  readonly #name: string;
  readonly #waiting: LockWaiting | undefined;
  readonly #startedMs = performance.now();
  readonly #sightings: Map<string, Sighting>;
  #shown: { dispose(): void } | undefined;
  #isCancelled = false;

  /** @param sightings of earlier waits: a wait may be shorter than a lock is held */
  constructor(
    name: string,
    waiting: LockWaiting | undefined,
    maxHeldMs: number,
    sightings = new Map<string, Sighting>(),
  ) {
    this.#name = name;
    this.#sightings = sightings;
    this.#waiting = waiting;
    this.maxHeldMs = maxHeldMs;
  }

  get waitedMs(): number {
    return performance.now() - this.#startedMs;
  }

  /**
   * How long a lock has been seen here as it is: no clock of another machine, or one that is set, makes it older. `mtimeMs`
   * changes when it is renewed.
   */
  ageOf(text: string, mtimeMs: number): number {
    const now = performance.now();
    const last = this.#sightings.get(this.#name);
    const seen = last?.text === text && last.mtimeMs === mtimeMs ? last : { text, mtimeMs, sinceMs: now };
    this.#sightings.set(this.#name, seen);
    return now - seen.sinceMs;
  }

  /** Throws LockNotFree. */
  async pause(): Promise<void> {
    if (this.#waiting) {
      const { waitedMs } = this;
      if (this.#isCancelled) throw new LockNotFree('cancelled');
      if (waitedMs > this.#waiting.maxMs()) throw new LockNotFree('late');
      if (waitedMs > (this.#waiting.showAfterMs ?? defaultShowAfterMs)) this.#show(this.#waiting);
    }
    await new Promise((resolve) => setTimeout(resolve, retryMs));
  }

  end(): void {
    this.#shown?.dispose();
  }

  #show(waiting: LockWaiting): void {
    const [, holder = ''] = /^\d+ \S+ (.*)$/s.exec(this.#sightings.get(this.#name)?.text ?? '') ?? [];
    const cancel = (): void => {
      this.#isCancelled = true;
    };
    this.#shown ??= waiting.show(this.#name, holder, cancel);
  }
}
