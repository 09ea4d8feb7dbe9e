// The protection of connections and projects in a file, which every window reads before it writes to the service: VS Code in
// a browser does not pass changed settings to other windows.
import { setTimeout as wait } from 'node:timers/promises';
import { isInUse } from '#disk/moveFile.ts';
import type { WithLock } from '#model/storage/fileLock.ts';
import { isObject, type Memory, readInUse } from '#model/storage/memory.ts';
import { Emitter, type Subscription } from '#model/storage/emitter.ts';
import type { Connections } from './connections.ts';
import { parseProtection, type Protection, protectionIn, stricterOf } from './protection.ts';

/** Called if the protections could not be written, or not be read: then all projects count as read-only. */
export type OnProtectionError = (error: unknown, step: 'read' | 'write') => void;

interface SharedConnection {
  readonly protection: Protection | undefined;
  /** By their IDs. */
  readonly projects: ReadonlyMap<string, Protection | undefined>;
}

/** By the connections' IDs. */
type Protections = ReadonlyMap<string, SharedConnection>;

/** What was read, with the changes that wait to be written. */
interface Reading {
  readonly protections: Protections;
  /** Otherwise all but these changes is the strictest. */
  readonly isWhole: boolean;
}

type Edit = (stored: Protections) => Protections;

/** What cannot be read or written is tried again after this time: each try may wait for a file in use. */
const unreadableMs = 1000;

export class SharedProtection implements Subscription {
  readonly #memory: Memory;
  readonly #withLock: WithLock;
  readonly #onError: OnProtectionError;
  readonly #keepDamaged: () => Promise<unknown>;
  readonly #subscription: Subscription;
  /** What the file had when it was read last. */
  #lastRead: Protections = new Map();
  /** The protections as this window's settings had them last. */
  #own: Protections;
  /** Changes that are being written, newer than the file. */
  #writing: readonly Edit[] = [];
  #last = Promise.resolve();
  #unreadableSinceMs = -Infinity;
  #isDisposed = false;
  /** What was read in this turn of the event loop: a tree asks for each of its items. */
  #readThisTurn: Reading | undefined;
  #isReported = false;
  /** What was read last, to notice a change. */
  #seen: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  readonly #changed = new Emitter<void>();

  /** Something else was read than before, or the protections cannot be read any more. */
  readonly onDidChange = this.#changed.event;

  /**
   * Writes what this window's settings change. At its start it only makes protections stricter: its settings may be older
   * than what the other windows share. `withLock`: keeps other windows from changing the memory. `keepDamaged`: copies
   * what the memory has and cannot be read before it is replaced; if it fails, nothing is replaced.
   */
  constructor(
    memory: Memory,
    connections: Connections,
    onError: OnProtectionError,
    withLock: WithLock = (_, task) => task(),
    keepDamaged: () => Promise<unknown> = async () => undefined,
  ) {
    this.#memory = memory;
    this.#withLock = withLock;
    this.#onError = onError;
    this.#keepDamaged = keepDamaged;
    const own = protectionsOf(connections);
    this.#own = own;
    if (this.#read().isWhole) this.#change((stored) => merge(stored, own, own));
    this.#subscription = connections.onDidChange(() => this.#update(connections));
  }

  /**
   * What the window whose settings changed last says; undefined if nothing is protected. It reads the file once in each
   * turn of the event loop.
   */
  of(connectionId: string, projectId: string | undefined): Protection | undefined {
    return this.#find(this.#readOnce(), connectionId, projectId);
  }

  /** The same of what is set on a connection or a project itself. */
  setOn(connectionId: string, projectId: string | undefined): Protection | undefined {
    const { protections, isWhole } = this.#readOnce();
    const stored = protections.get(connectionId);
    if (!isWhole && !has(stored, projectId)) return 'readOnly';
    return projectId === undefined ? stored?.protection : stored?.projects.get(projectId);
  }

  /** The same, and reads the file: for what is about to be sent. */
  beforeWrite(connectionId: string, projectId: string | undefined): Protection | undefined {
    return this.#find(this.#read(), connectionId, projectId);
  }

  get isReadable(): boolean {
    return this.#readOnce().isWhole;
  }

  #readOnce(): Reading {
    if (!this.#readThisTurn) {
      this.#readThisTurn = this.#read();
      setImmediate(() => (this.#readThisTurn = undefined));
    }
    return this.#readThisTurn;
  }

  #find(
    { protections, isWhole }: Reading,
    connectionId: string,
    projectId: string | undefined,
  ): Protection | undefined {
    const stored = protections.get(connectionId);
    if (!isWhole && !has(stored, projectId)) return 'readOnly';
    if (!stored) return undefined;
    const projects = [...stored.projects].map(([id, protection]) => ({ id, name: '', protection }));
    return protectionIn({ name: '', protection: stored.protection, projects }, projectId);
  }

  /** A person has set it: it counts also if it is weaker, and where this window's settings had it before. */
  set(connectionId: string, projectId: string | undefined, protection: Protection | undefined): void {
    this.#change((all) => {
      const known = all.get(connectionId) ?? { protection: undefined, projects: new Map() };
      const changed =
        projectId === undefined
          ? { ...known, protection }
          : { ...known, projects: new Map(known.projects).set(projectId, protection) };
      return new Map(all).set(connectionId, changed);
    });
  }

  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#timer);
    this.#changed.dispose();
    this.#subscription.dispose();
  }

  #update(connections: Connections): void {
    const before = this.#own;
    const now = protectionsOf(connections);
    this.#own = now;
    if (print(now) === print(before)) return; // another window's protections may be newer
    const removed = [...before.keys()].filter((id) => !now.has(id) && connections.isRemoved(id));
    this.#change((stored) => {
      return new Map([...merge(stored, before, now)].filter(([id]) => !removed.includes(id)));
    });
  }

  #read(): Reading {
    const stored = this.#readFile();
    const isWhole = stored !== undefined;
    const protections = this.#writing.reduce((all, edit) => edit(all), stored ?? strictest(this.#own));
    const now = `${isWhole} ${print(protections)}`;
    if (this.#seen !== undefined && now !== this.#seen) setImmediate(() => this.#changed.fire()); // what reads here is often drawing
    this.#seen = now;
    return { protections, isWhole };
  }

  /** Until it can be read again, which nothing else may ask for. */
  #readAgainLater(): void {
    if (this.#isDisposed) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#unreadableSinceMs = -Infinity; // a timer may run a moment early
      this.#read();
    }, unreadableMs).unref();
  }

  /** Undefined if it cannot be read. */
  #readFile(): Protections | undefined {
    if (performance.now() - this.#unreadableSinceMs < unreadableMs) return undefined;
    try {
      this.#lastRead = parse(this.#memory.read());
      this.#isReported = false;
      return this.#lastRead;
    } catch (error) {
      this.#unreadableSinceMs = performance.now();
      this.#readAgainLater();
      if (!this.#isReported) this.#onError(error, 'read');
      this.#isReported = true;
      return undefined;
    }
  }

  /** Counts in this window immediately. Another window may change the file before the lock is taken. */
  #change(edit: Edit): void {
    const { protections, isWhole } = this.#read();
    if (isWhole && print(edit(protections)) === print(protections)) return;
    this.#writing = [...this.#writing, edit];
    this.#readThisTurn = undefined;
    this.#last = this.#last.then(() => this.#write(edit));
  }

  /** A protection is not given up: while another program keeps the file, it is tried again. */
  async #write(edit: Edit): Promise<void> {
    let isKept = false;
    const write = async () => {
      const stored = await this.#readAgain();
      if (!stored && !isKept) await this.#keepDamaged();
      isKept ||= !stored;
      await this.#memory.write(toJson(edit(stored ?? replacement(this.#lastRead, this.#own))));
    };
    for (let tries = 0; !this.#isDisposed; tries++) {
      try {
        await this.#withLock('protection', write);
        break;
      } catch (error) {
        if (tries === 0) this.#onError(error, 'write');
        if (!isInUse(error)) break;
      }
      await wait(unreadableMs, undefined, { ref: false });
    }
    this.#writing = this.#writing.filter((one) => one !== edit);
    this.#unreadableSinceMs = -Infinity;
    if (!this.#isDisposed) this.#read();
  }

  /** Undefined if they are damaged, and may be replaced. Throws if the system refuses to read them. */
  async #readAgain(): Promise<Protections | undefined> {
    try {
      return parse(await readInUse(this.#memory));
    } catch (error) {
      if (error instanceof Error && 'code' in error) throw error;
      return undefined;
    }
  }
}

function has(connection: SharedConnection | undefined, projectId: string | undefined): boolean {
  return connection !== undefined && (projectId === undefined || connection.projects.has(projectId));
}

/** While the file cannot be read: another window may have set the strictest everywhere. */
function strictest(own: Protections): Protections {
  const all = (projects: SharedConnection['projects']) =>
    new Map([...projects.keys()].map((id) => [id, 'readOnly'] as const));
  return new Map(
    [...own].map(([id, { projects }]) => [id, { protection: 'readOnly', projects: all(projects) }]),
  );
}

/** In place of a damaged file: a connection is read-only until a person sets it; its projects have at least what is known. */
function replacement(lastRead: Protections, own: Protections): Protections {
  const known = merge(lastRead, own, own);
  return new Map([...known].map(([id, { projects }]) => [id, { protection: 'readOnly', projects }]));
}

function protectionsOf({ all }: Connections): Protections {
  const stored = all.filter(({ isSample }) => !isSample);
  return new Map(
    stored.map(({ id, protection, projects }) => [
      id,
      { protection, projects: new Map(projects.map((project) => [project.id, project.protection])) },
    ]),
  );
}

/** What the settings have changed from `before` to `now` counts; of the rest the stricter one. */
function merge(stored: Protections, before: Protections, now: Protections): Protections {
  const merged = new Map(stored);
  for (const [id, own] of now) {
    const [shared, last] = [stored.get(id), before.get(id)];
    const pick = (
      sharedOne: Protection | undefined,
      lastOne: Protection | undefined,
      ownOne: Protection | undefined,
    ) => (last && lastOne !== ownOne ? ownOne : stricterOf(sharedOne, ownOne));
    const projects = new Map(shared?.projects);
    for (const project of last?.projects.keys() ?? [])
      if (!own.projects.has(project)) projects.delete(project);
    for (const [project, protection] of own.projects)
      projects.set(project, pick(shared?.projects.get(project), last?.projects.get(project), protection));
    merged.set(id, { protection: pick(shared?.protection, last?.protection, own.protection), projects });
  }
  return merged;
}

/** An unknown value counts as the strictest protection. Throws for anything but what `toJson` returns. */
function parse(value: unknown): Protections {
  if (value === undefined) return new Map(); // there is no file
  if (!isObject(value)) throw new Error('The protections are no object.');
  return new Map(
    Object.entries(value).map(([id, stored]) => {
      if (!isObject(stored)) throw new Error('The protections of a connection are no object.');
      const { projects } = stored;
      if (!Array.isArray(projects) || !projects.every(isProject))
        throw new Error('The projects of a connection are no list of projects.');
      const { protection } = parseProtection(stored['protection']);
      const listed = projects.map(
        (project) => [String(project['id']), parseProtection(project['protection']).protection] as const,
      );
      return [id, { protection, projects: new Map(listed) }];
    }),
  );
}

function isProject(value: unknown): value is Record<string, unknown> {
  return isObject(value) && ['string', 'number'].includes(typeof value['id']);
}

function toJson(protections: Protections): object {
  const entries = [...protections].map(([id, { protection, projects }]) => [
    id,
    { protection, projects: [...projects].map(([project, own]) => ({ id: project, protection: own })) },
  ]);
  return Object.fromEntries(entries);
}

function print(protections: Protections): string {
  return JSON.stringify(toJson(protections));
}
