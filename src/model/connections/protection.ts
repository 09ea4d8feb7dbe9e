// How a connection or a project is protected from writes, by the settings and by a file that every window reads before it writes
// to the service: VS Code in a browser does not pass changed settings to other windows. Of two protections that apply, the
// stricter one counts.
import { isInUse } from '#disk/moveFile.ts';
import type { WithLock } from '#model/storage/fileLock.ts';
import { isObject, type Memory, readInUse } from '#model/storage/memory.ts';
import { Emitter, type Subscription } from '#model/storage/emitter.ts';
import { SerialQueue } from '#model/storage/serialQueue.ts';
import { currentProject } from './projectRef.ts';

/** `production`: a person approves each write; `readOnly`: nothing is written. Undefined if nothing is protected. */
export type Protection = 'production' | 'readOnly';

/** What is set on a connection and on its projects. */
export interface Protected {
  readonly protection?: Protection | undefined;
  readonly projects: readonly { readonly id: string; readonly protection?: Protection | undefined }[];
}

/** Reads a protection from the setting; an unknown value counts as the strictest. */
export function parseProtection(value: unknown): {
  readonly protection: Protection | undefined;
  readonly isUnknown: boolean;
} {
  if (value === undefined || value === 'none') return { protection: undefined, isUnknown: false };
  if (value === 'production' || value === 'readOnly') return { protection: value, isUnknown: false };
  return { protection: 'readOnly', isUnknown: true };
}

const ranks = { production: 1, readOnly: 2 } as const satisfies Record<Protection, number>;

export function isWeaker(one: Protection | undefined, other: Protection | undefined): boolean {
  return rankOf(one) < rankOf(other);
}

export function stricterOf(
  one: Protection | undefined,
  other: Protection | undefined,
): Protection | undefined {
  return isWeaker(one, other) ? other : one;
}

function rankOf(protection: Protection | undefined): number {
  return protection === undefined ? 0 : ranks[protection];
}

/** What is set on the connection itself, or on one of its projects. */
export function ownProtectionOf(
  connection: Protected | undefined,
  projectId: string | undefined,
): Protection | undefined {
  const { projects } = connection ?? { projects: [] };
  return (projectId === undefined ? connection : projects.find(({ id }) => id === projectId))?.protection;
}

/**
 * The protection of a project by its own protection and its connection's. One that the connection does not list may be any of
 * those that it lists, under another name such as `@current`: it has the strictest of their protections.
 */
export function protectionIn(
  { protection, projects }: Protected,
  projectId: string | undefined,
): Protection | undefined {
  const listed = projectId === currentProject ? undefined : projects.find(({ id }) => id === projectId);
  const protections = listed ? [listed.protection] : projects.map((project) => project.protection);
  return protections.reduce(stricterOf, protection);
}

/** Called if the protections could not be written, or not be read: then all projects count as read-only. */
export type OnProtectionError = (error: unknown, step: 'read' | 'write') => void;

/** By the connections' IDs. */
type Protections = ReadonlyMap<string, Protected>;

type Edit = (stored: Protections) => Protections;

/** What cannot be read is read again after this time: each try may block the thread for a file in use. */
const unreadableMs = 1000;

/** As the settings have them. */
interface ProtectedConnections {
  readonly all: readonly (Protected & { readonly id: string; readonly isSample: boolean })[];
  readonly onDidChange: Emitter<void>['event'];
  isRemoved(id: string): boolean;
}

export class SharedProtection implements Subscription {
  readonly #memory: Memory;
  readonly #withLock: WithLock;
  readonly #onError: OnProtectionError;
  readonly #subscription: Subscription;
  readonly #writes = new SerialQueue();
  readonly #changed = new Emitter<void>();
  /** The protections as this window's settings had them last. */
  #own: Protections;
  /** What the file had when it could be read last. */
  #lastRead: Protections = new Map();
  /** What the file has, without protections if it cannot be read; undefined if it has to be read again. */
  #reading: { readonly protections?: Protections | undefined } | undefined;
  /** What was read last, as JSON; undefined if it could not be read. */
  #seen: string | undefined = '';
  /** Runs while the file cannot be read. */
  #timer: NodeJS.Timeout | undefined;
  #isDisposed = false;

  /** Something else was read than before, or the protections cannot be read any more. */
  readonly onDidChange = this.#changed.event;

  /**
   * Writes what this window's settings change. At its start it only makes protections stricter: its settings may be older
   * than what the other windows share. `withLock`: keeps other windows from changing the memory.
   */
  constructor(
    memory: Memory,
    connections: ProtectedConnections,
    onError: OnProtectionError,
    withLock: WithLock = (_, task) => task(),
  ) {
    this.#memory = memory;
    this.#withLock = withLock;
    this.#onError = onError;
    const own = protectionsOf(connections);
    this.#own = own;
    if (this.#read()) this.#follow((stored) => merge(stored, own, own));
    this.#subscription = connections.onDidChange(() => this.#update(connections));
  }

  /** What the window whose settings changed last says; undefined if nothing is protected. */
  of(connectionId: string, projectId: string | undefined): Protection | undefined {
    const protections = this.#read();
    if (!protections) return 'readOnly';
    const stored = protections.get(connectionId);
    return stored && protectionIn(stored, projectId);
  }

  /** The same of what is set on a connection or a project itself. */
  setOn(connectionId: string, projectId: string | undefined): Protection | undefined {
    const protections = this.#read();
    return protections ? ownProtectionOf(protections.get(connectionId), projectId) : 'readOnly';
  }

  get isReadable(): boolean {
    return this.#read() !== undefined;
  }

  /** The next question reads the file: for what is about to be sent. One that cannot be read is tried each second. */
  readAgain(): void {
    if (this.#timer === undefined) this.#reading = undefined;
  }

  /**
   * A person has set it: it counts also if it is weaker, and if this window's settings had it before. Resolves once all
   * windows have it; rejects if it cannot be written.
   */
  set(
    connectionId: string,
    projectId: string | undefined,
    protection: Protection | undefined,
  ): Promise<void> {
    return this.#change((all) => {
      const known = all.get(connectionId) ?? { projects: [] };
      const others = known.projects.filter(({ id }) => id !== projectId);
      const changed =
        projectId === undefined
          ? { ...known, protection }
          : { ...known, projects: [...others, { id: projectId, protection }] };
      return new Map(all).set(connectionId, changed);
    });
  }

  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#timer);
    this.#changed.dispose();
    this.#subscription.dispose();
  }

  #update(connections: ProtectedConnections): void {
    const before = this.#own;
    const now = protectionsOf(connections);
    this.#own = now;
    if (print(now) === print(before)) return; // another window's protections may be newer
    const removed = [...before.keys()].filter((id) => !now.has(id) && connections.isRemoved(id));
    this.#follow(
      (stored) => new Map([...merge(stored, before, now)].filter(([id]) => !removed.includes(id))),
    );
  }

  /** What the settings have is written in the background, again and again while another program keeps the file. */
  #follow(edit: Edit): void {
    this.#change(edit).catch((error: unknown) => {
      this.#onError(error, 'write');
      if (isInUse(error) && !this.#isDisposed) setTimeout(() => this.#follow(edit), unreadableMs).unref();
    });
  }

  /** Undefined if they cannot be read. Reads once in each turn of the event loop: a tree asks for each of its items. */
  #read(): Protections | undefined {
    if (this.#reading) return this.#reading.protections;
    const protections = this.#readFile();
    this.#reading = { protections };
    if (protections) setImmediate(() => this.readAgain());
    else if (!this.#isDisposed) this.#timer = setTimeout(() => this.#readNow(), unreadableMs).unref();
    const now = protections && print(protections);
    if (now !== this.#seen) setImmediate(() => this.#changed.fire()); // what reads here is often drawing
    this.#seen = now;
    return protections;
  }

  #readFile(): Protections | undefined {
    try {
      this.#lastRead = parse(this.#memory.read());
      return this.#lastRead;
    } catch (error) {
      if (this.#seen !== undefined) this.#onError(error, 'read');
      return undefined;
    }
  }

  #readNow(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#reading = undefined;
    if (!this.#isDisposed) this.#read();
  }

  /** Rejects if it cannot be written. */
  #change(edit: Edit): Promise<void> {
    return this.#writes.run(async () => {
      const known = this.#read();
      if (known && print(edit(known)) === print(known)) return;
      try {
        await this.#withLock('protection', async () => {
          const stored = await this.#readToReplace(); // another window may have changed it
          const edited = edit(stored ?? replacement(this.#lastRead, this.#own));
          await this.#memory.write(Object.fromEntries(edited));
        });
      } finally {
        this.#readNow();
      }
    });
  }

  /** Undefined if they are damaged, and may be replaced. Throws if the system refuses to read them. */
  async #readToReplace(): Promise<Protections | undefined> {
    try {
      return parse(await readInUse(this.#memory));
    } catch (error) {
      if (error instanceof Error && 'code' in error) throw error;
      return undefined;
    }
  }
}

/** In place of a damaged file: a connection is read-only until a person sets it; its projects have at least what is known. */
function replacement(lastRead: Protections, own: Protections): Protections {
  const known = merge(lastRead, own, own);
  return new Map([...known].map(([id, { projects }]) => [id, { protection: 'readOnly', projects }]));
}

function protectionsOf({ all }: ProtectedConnections): Protections {
  const stored = all.filter(({ isSample }) => !isSample);
  return new Map(
    stored.map(({ id, protection, projects }) => [
      id,
      {
        protection,
        projects: projects.map((project) => ({ id: project.id, protection: project.protection })),
      },
    ]),
  );
}

/** What the settings have changed from `before` to `now` counts; of the rest the stricter one. */
function merge(stored: Protections, before: Protections, now: Protections): Protections {
  const merged = new Map(stored);
  for (const [id, own] of now) {
    const [shared, last] = [stored.get(id), before.get(id)];
    const pick = (project?: string): Protection | undefined => {
      const mine = ownProtectionOf(own, project);
      const isChanged = last && ownProtectionOf(last, project) !== mine;
      return isChanged ? mine : stricterOf(ownProtectionOf(shared, project), mine);
    };
    const removed = idsIn(last).filter((project) => !idsIn(own).includes(project));
    const listed = [...new Set([...idsIn(shared), ...idsIn(own)])].filter((one) => !removed.includes(one));
    const projects = listed.map((project) => ({ id: project, protection: pick(project) }));
    merged.set(id, { protection: pick(), projects });
  }
  return merged;
}

function idsIn(connection: Protected | undefined): readonly string[] {
  return (connection?.projects ?? []).map(({ id }) => id);
}

/** An unknown value counts as the strictest protection. Throws for anything but what is written. */
function parse(value: unknown): Protections {
  if (value === undefined) return new Map(); // there is no file
  if (!isObject(value)) throw new Error('The protections are no object.');
  return new Map(
    Object.entries(value).map(([id, stored]) => {
      if (!isObject(stored)) throw new Error('The protections of a connection are no object.');
      const { projects } = stored;
      if (!Array.isArray(projects) || !projects.every(isProject))
        throw new Error('The projects of a connection are no list of projects.');
      const markIn = (entry: Record<string, unknown>) => parseProtection(entry['protection']).protection;
      const listed = projects.map((project) => ({ id: String(project['id']), protection: markIn(project) }));
      return [id, { protection: markIn(stored), projects: listed }];
    }),
  );
}

function isProject(value: unknown): value is Record<string, unknown> {
  return isObject(value) && ['string', 'number'].includes(typeof value['id']);
}

function print(protections: Protections): string {
  return JSON.stringify([...protections]);
}
