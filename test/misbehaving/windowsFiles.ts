// Loaded by --import: this process, with its threads, uses files as programs do on Windows, where others hold them open. In
// folders whose name begins with `held-SEED-`, a virus scanner, an indexer or a backup opens files as it wants: SEED decides
// which, how and for how many tries. What it copies of Windows:
// - A file that another program has open without FILE_SHARE_DELETE cannot be renamed, replaced or removed, and one without
//   FILE_SHARE_WRITE or FILE_SHARE_READ not be opened to write or to read: ERROR_SHARING_VIOLATION, which libuv reports as
//   EBUSY (learn.microsoft.com, CreateFileW, dwShareMode; libuv, src/win/error.c). Some drivers say EPERM or EACCES.
// - Node's own opens share everything (libuv, src/win/fs.c, fs__open): what it has open can be renamed and removed, but not
//   replaced: ERROR_ACCESS_DENIED, which is EPERM (learn.microsoft.com, MoveFileExW). Nor can a folder be renamed or removed.
// - SQLite's opens share no removal (sqlite.org/src, os_win.c, winOpen): its files cannot be renamed or removed either.
// - A handle opened for appending alone cannot truncate: it lacks FILE_WRITE_DATA (learn.microsoft.com, SetEndOfFile).
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import sqlite from 'node:sqlite';

Object.defineProperty(process, 'platform', { value: 'win32' }); // Node has looked already; our code is loaded after this

type Use = 'read' | 'write' | 'move';

/** What another program holds: how many more tries it refuses, and which. */
interface Hold {
  readonly file: string;
  readonly refuses: readonly Use[];
  readonly code: string;
  tries: number;
}

interface Schedule {
  readonly random: () => number;
  hold: Hold | undefined;
  /** So many tries pass before the next one is held. */
  rest: number;
}

const schedules = new Map<string, Schedule>();
/** How often this thread has each file open by Node, and by SQLite. */
const open = { node: new Map<string, number>(), sqlite: new Map<string, number>() };

/** Tries that are refused one after the other: the helpers of src/disk try ten times, and four times if they block the thread. */
const shortHolds = [1, 1, 2, 3] as const;
const longHolds = [1, 1, 2, 3, 5] as const;
const uses: readonly [readonly Use[], ...(readonly Use[])[]] = [
  ['move'],
  ['move'],
  ['move', 'write'],
  ['move', 'write', 'read'],
];
const codes = ['EBUSY', 'EBUSY', 'EPERM', 'EACCES'] as const;
/** The share of tries at which somebody has just opened the file. */
const heldShare = 0.3;
const restTries = 2;

function refuse(code: string, call: string, file: string): never {
  throw Object.assign(new Error(`${code}: held, ${call} '${file}'`), { code, syscall: call, path: file });
}

function scheduleOf(file: string): Schedule | undefined {
  const [, folder, seed] = /^(.*[\\/]held-(\d+)-[^\\/]*)[\\/]/.exec(file) ?? [];
  if (folder === undefined) return undefined;
  const known = schedules.get(folder);
  if (known) return known;
  const made: Schedule = { random: randomOf(Number(seed)), hold: undefined, rest: 0 };
  schedules.set(folder, made);
  return made;
}

/** Throws if another program, or this one, has the file open in a way that forbids the use. */
function use(call: string, file: fs.PathLike, wanted: Use | undefined): void {
  const name = path.resolve(String(file));
  const schedule = scheduleOf(name);
  if (!schedule || wanted === undefined || !fs.existsSync(name)) return;
  if (wanted === 'move' && open.sqlite.has(name)) refuse('EBUSY', call, name);
  schedule.hold ??= begin(schedule, name, /Sync$|^rm$/.test(call));
  const { hold } = schedule;
  if (hold?.file !== name || !hold.refuses.includes(wanted)) return;
  hold.tries -= 1;
  if (hold.tries === 0) Object.assign(schedule, { hold: undefined, rest: restTries });
  refused += 1;
  refuse(hold.code, call, name);
}

function begin(schedule: Schedule, file: string, isShort: boolean): Hold | undefined {
  const pick = <T>([first, ...rest]: readonly [T, ...T[]]): T =>
    rest[Math.floor(schedule.random() * (rest.length + 1)) - 1] ?? first;
  if (schedule.rest-- > 0 || schedule.random() >= heldShare) return undefined;
  const refuses = pick(uses);
  const tries = pick(isShort ? shortHolds : longHolds);
  return { file, refuses, code: pick(codes), tries };
}

let refused = 0;
/** How many tries were refused in this thread. */
export const countRefused = (): number => refused;

function move(call: string, from: fs.PathLike, to: fs.PathLike): void {
  use(call, from, 'move');
  const target = path.resolve(String(to));
  if (scheduleOf(target) && open.node.has(target)) refuse('EPERM', call, target);
  use(call, to, 'move');
}

function usedBy(flags: unknown = 'r'): Use | undefined {
  if (typeof flags === 'number') {
    const { O_EXCL, O_RDWR, O_WRONLY } = fs.constants;
    return flags & O_EXCL ? undefined : flags & (O_RDWR | O_WRONLY) ? 'write' : 'read';
  }
  if (typeof flags !== 'string' || flags.includes('x')) return undefined; // a file that is there is refused as such
  return /^rs?$/.test(flags) ? 'read' : 'write';
}

function count(of: Map<string, number>, file: string, by: 1 | -1): void {
  const now = (of.get(file) ?? 0) + by;
  if (now > 0) of.set(file, now);
  else of.delete(file);
}

/** Seconds are not random enough to tell what failed: the same seed gives the same numbers (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

const { promises } = fs;
const before = { ...fs };
const beforePromises = { ...promises };
const paths = new Map<number, string>();

type Call = (...given: never[]) => unknown;

/** The original, with a look at its arguments first; a promise is rejected by what the look throws. */
const after = (look: Call, original: Call) =>
  function call(...given: never[]): unknown {
    look(...given);
    return original(...given);
  };
const asyncAfter = (look: Call, original: Call) =>
  async function call(...given: never[]): Promise<unknown> {
    look(...given);
    return original(...given);
  };
const whole = (call: string, wanted: Use) => (file: unknown) =>
  (typeof file === 'string' || file instanceof URL) && use(call, file, wanted);

/** One of the files of a folder is held, or none: each try of a removal goes on where the one before ended. */
function useTree(folder: fs.PathLike): void {
  if (!scheduleOf(path.join(String(folder), 'any')) || !fs.existsSync(folder)) return;
  if (!fs.statSync(folder).isDirectory()) return use('rm', folder, 'move');
  const files = fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .flatMap((entry) => (entry.isFile() ? [path.join(entry.parentPath, entry.name)] : []));
  const own = files.find((file) => open.node.has(file) || open.sqlite.has(file));
  if (own !== undefined) refuse('ENOTEMPTY', 'rm', own);
  if (files[0] !== undefined) use('rm', files[0], 'move');
}

async function openHandle(
  file: fs.PathLike,
  flags?: string | number,
  mode?: fs.Mode,
): Promise<fs.promises.FileHandle> {
  use('open', file, usedBy(flags));
  const handle = await beforePromises.open(file, flags, mode);
  const name = path.resolve(String(file));
  count(open.node, name, 1);
  const close = handle.close.bind(handle);
  let isOpen = true;
  handle.close = async () => {
    await close();
    if (isOpen) count(open.node, name, -1);
    isOpen = false;
  };
  if (flags === 'a') handle.truncate = async () => refuse('EPERM', 'ftruncate', name);
  return handle;
}

function openFile(file: fs.PathLike, ...rest: unknown[]): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Node calls the last argument with these
  const done = rest.pop() as (error: unknown, fd?: number) => void;
  try {
    use('open', file, usedBy(rest[0]));
  } catch (error) {
    process.nextTick(done, error);
    return;
  }
  Reflect.apply(before.open, fs, [
    file,
    ...rest,
    (error: unknown, fd: number) => {
      if (!error) opened(fd, file);
      done(error, fd);
    },
  ]);
}

function opened(fd: number, file: fs.PathLike): number {
  paths.set(fd, path.resolve(String(file)));
  count(open.node, path.resolve(String(file)), 1);
  return fd;
}

function closed(fd: number): void {
  const file = paths.get(fd);
  if (file !== undefined) count(open.node, file, -1);
  paths.delete(fd);
}

Object.assign(promises, {
  rename: asyncAfter((from: fs.PathLike, to: fs.PathLike) => move('rename', from, to), beforePromises.rename),
  unlink: asyncAfter(whole('unlink', 'move'), beforePromises.unlink),
  rm: asyncAfter((file: fs.PathLike) => useTree(file), beforePromises.rm),
  truncate: asyncAfter(whole('truncate', 'write'), beforePromises.truncate),
  readFile: asyncAfter(whole('open', 'read'), beforePromises.readFile),
  writeFile: asyncAfter(whole('open', 'write'), beforePromises.writeFile),
  open: openHandle,
});
Object.assign(fs, {
  renameSync: after((from: fs.PathLike, to: fs.PathLike) => move('renameSync', from, to), before.renameSync),
  unlinkSync: after(whole('unlinkSync', 'move'), before.unlinkSync),
  rmSync: after((file: fs.PathLike) => useTree(file), before.rmSync),
  truncateSync: after(whole('truncateSync', 'write'), before.truncateSync),
  readFileSync: after(whole('openSync', 'read'), before.readFileSync),
  writeFileSync: after(whole('openSync', 'write'), before.writeFileSync),
  openSync: (file: fs.PathLike, flags?: fs.OpenMode, mode?: fs.Mode) => {
    use('openSync', file, usedBy(flags));
    return opened(before.openSync(file, flags ?? 'r', mode), file);
  },
  closeSync: after(closed, before.closeSync),
  open: openFile,
  close: after(closed, before.close),
});
sqlite.DatabaseSync = class extends sqlite.DatabaseSync {
  readonly #file: string;

  constructor(...given: ConstructorParameters<typeof sqlite.DatabaseSync>) {
    super(...given);
    this.#file = path.resolve(String(given[0]));
    count(open.sqlite, this.#file, 1);
  }

  override close(): void {
    super.close();
    count(open.sqlite, this.#file, -1);
  }
};
syncBuiltinESMExports();
