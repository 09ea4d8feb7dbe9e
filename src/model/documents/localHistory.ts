// The changes of records that were made from here, with the texts before and after each, in files on this machine. They may
// hold personal data: readable by the owner only, for some days, and cleared by one command.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { removeFolder } from '#disk/moveFile.ts';
import { isTooDeep } from '#json/parsedValue.ts';
import type { Writer } from '#api/writeApproval.ts';
import type { AcceptedChange } from '#model/records/changes/acceptedChange.ts';
import { formatRecordRef, type RecordRef } from '#model/records/recordRef.ts';
import { createFileLock } from '#model/storage/fileLock.ts';
import { createFileMemory, hashText, isObject, type OnDamaged, readInUse } from '#model/storage/memory.ts';
import {
  createTextFiles,
  removeOldestFiles,
  removeOldFiles,
  type TextFiles,
} from '#model/storage/textFiles.ts';
import type { DocumentSave } from '#model/documents/save/documentState.ts';
import { type AgentCall, formatCall, parseCalls } from './agentCall.ts';

/** A change of a record. */
export interface HistoryEntry {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly action: (AcceptedChange | DocumentSave)['action'];
  /** The part that was saved; undefined for other changes. */
  readonly part: DocumentSave['ref']['part'] | undefined;
  readonly by?: Writer;
  /** Names of the texts before and after; undefined if there is none, or it was too long to keep. */
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** Of a change that the service has recorded: who made it, empty if it does not say, and the texts themselves. */
  readonly recorded?: {
    readonly author: string;
    readonly before: string | undefined;
    readonly after: string | undefined;
  };
}

export interface LocalHistoryOptions {
  readonly folder: string;
  /** Under which names a record may be stored, the first one for new changes. */
  readonly namesOf?: (ref: RecordRef) => readonly [RecordRef, ...RecordRef[]];
  /** Nothing is kept for 0 days. */
  readonly keepDays: () => number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Called where old files could not be removed, or the lock against other windows could not be taken. */
  readonly onStorageError: (error: unknown) => void;
  /** The changes of a record are kept aside then, and its history begins anew. */
  readonly onDamaged: OnDamaged;
  /** The most bytes of all texts, approximately: each window counts only what it adds. */
  readonly maxBytes?: number;
}

const dayMs = 24 * 60 * 60 * 1000;
/** Entries of a record; older ones are dropped. */
const maxEntries = 200;
/** Calls of agents; older ones are dropped. */
const maxCalls = 300;
/** UTF-16 units. A longer text is not kept; the entry says only that it changed. */
const maxTextLength = 1_000_000;
const defaultMaxBytes = 64_000_000;
/** The share of the allowed bytes to which texts are trimmed once there are more. */
const trimmedShare = 0.9;

export class LocalHistory {
  readonly #options: LocalHistoryOptions;
  readonly #withLock: ReturnType<typeof createFileLock>;
  #texts: TextFiles;
  /** Old entries are removed. */
  #cleaned: Promise<void>;
  /** How many bytes may be added before all are counted again. */
  #bytesLeft = 0;

  /** Removes what is older than the setting allows, in the background. */
  constructor(options: LocalHistoryOptions) {
    this.#options = options;
    this.#withLock = createFileLock(path.join(options.folder, 'locks'), options.onStorageError);
    this.#texts = this.#openTexts();
    this.#cleaned = this.#removeOld();
  }

  /** Whether changes are kept. */
  get isOn(): boolean {
    return this.#options.keepDays() > 0;
  }

  /** Throws if the disk cannot be read or written. */
  async add(change: AcceptedChange | DocumentSave): Promise<void> {
    if (!this.isOn) return;
    await this.#cleaned;
    const at = this.#options.now();
    const { part, before, after } = contentOf(change);
    const entry: HistoryEntry = {
      at,
      action: change.action,
      part,
      by: change.by,
      before: await this.#keep(before),
      after: await this.#keep(after),
    };
    const [file] = this.#filesOf(change.ref);
    await this.#withLock(file, async () => {
      const memory = createFileMemory(file, this.#options.onDamaged);
      await memory.write([...parseEntries(await readInUse(memory)), entry].slice(-maxEntries));
    });
    if (this.#bytesLeft < 0) await this.#trim();
  }

  /** Newest first. Throws if the disk cannot be read. */
  of(ref: RecordRef): readonly HistoryEntry[] {
    const oldest = this.#options.now() - this.#keepMs;
    const entries = this.#filesOf(ref).map((file) => createFileMemory(file, this.#options.onDamaged).read());
    return entries
      .toReversed()
      .flatMap(parseEntries)
      .filter(({ at }) => at > oldest)
      .toReversed()
      .toSorted((a, b) => b.at - a.at);
  }

  /** Throws if the disk cannot be read or written. */
  async addCall(call: AgentCall): Promise<void> {
    if (!this.isOn) return;
    await this.#cleaned;
    await this.#withLock(this.#callsFile, async () => {
      const memory = createFileMemory(this.#callsFile, this.#options.onDamaged);
      const calls = [...parseCalls(await readInUse(memory)), call];
      await memory.write(calls.slice(-maxCalls).map(formatCall));
    });
  }

  /** What agents called, newest first. Throws if the disk cannot be read. */
  calls(): readonly AgentCall[] {
    const oldest = this.#options.now() - this.#keepMs;
    const kept = parseCalls(createFileMemory(this.#callsFile, this.#options.onDamaged).read());
    return kept.filter(({ at }) => at > oldest).toReversed();
  }

  get #callsFile(): string {
    return path.join(this.#options.folder, 'agents.json');
  }

  /** The text that an entry names; undefined if it is no longer stored. */
  async text(name: string): Promise<string | undefined> {
    return this.#texts.read(name);
  }

  async clear(): Promise<void> {
    await removeFolder(this.#options.folder);
    this.#texts = this.#openTexts();
  }

  async #keep(text: string | undefined): Promise<string | undefined> {
    if (text === undefined || text.length > maxTextLength) return undefined;
    this.#bytesLeft -= Buffer.byteLength(text);
    return this.#texts.keep(text);
  }

  /** The texts that were used first go first; their changes stay, without texts. */
  async #trim(): Promise<void> {
    const { maxBytes = defaultMaxBytes } = this.#options;
    this.#bytesLeft = maxBytes - (await removeOldestFiles(this.#textsFolder, maxBytes * trimmedShare));
  }

  #openTexts(): TextFiles {
    return createTextFiles(this.#textsFolder, this.#options.now, this.#keepMs);
  }

  get #textsFolder(): string {
    return path.join(this.#options.folder, 'texts');
  }

  async #removeOld(): Promise<void> {
    const { folder, now, onStorageError } = this.#options;
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await removeOldFiles(folder, now() - this.#keepMs);
    } catch (error) {
      onStorageError(error);
    }
  }

  get #keepMs(): number {
    return this.#options.keepDays() * dayMs;
  }

  #filesOf(ref: RecordRef): readonly [string, ...string[]] {
    const { folder, namesOf = (one) => [one] } = this.#options;
    const [first, ...others] = namesOf(ref);
    const fileOf = (name: RecordRef) => path.join(folder, `${hashText(formatRecordRef(name))}.json`);
    return [fileOf(first), ...others.map(fileOf)];
  }
}

/** Changed fields are kept as JSON, as the record's document spells them. */
function contentOf(change: AcceptedChange | DocumentSave) {
  const { action, ref } = change;
  if (action === 'save' || action === 'merge')
    return { part: ref.part, before: change.before, after: change.after };
  const format = (fields: object) =>
    isTooDeep(fields) ? undefined : `${JSON.stringify(fields, undefined, 2)}\n`;
  if (action === 'addPersons' || action === 'removePersons')
    return { part: undefined, before: undefined, after: format({ persons: change.persons }) };
  if (action !== 'update') return { part: undefined, before: undefined, after: undefined };
  return { part: undefined, before: change.before && format(change.before), after: format(change.after) };
}

const actions = [
  'create',
  'update',
  'delete',
  'restore',
  'save',
  'merge',
  'addPersons',
  'removePersons',
] as const satisfies readonly HistoryEntry['action'][];
const parts = ['filters', 'groups', 'record'] as const;

/** Leaves out what is not an entry: other versions may have written the file. */
function parseEntries(value: unknown): readonly HistoryEntry[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown) => {
    if (!isObject(entry)) return [];
    const { at, before, after } = entry;
    const action = actions.find((one) => one === entry['action']);
    if (typeof at !== 'number' || !action) return [];
    return [
      {
        at,
        action,
        part: parts.find((one) => one === entry['part']),
        by: entry['by'] === 'agent' ? ('agent' as const) : undefined,
        before: typeof before === 'string' ? before : undefined,
        after: typeof after === 'string' ? after : undefined,
      },
    ];
  });
}
