// The changes of records that were made from here, with the texts before and after each, in files on this machine. They may
// hold personal data: readable by the owner only, for some days, and cleared by one command.
import path from 'node:path';
import type { Writer } from '#api/writeApproval.ts';
import { removeFolder } from '#disk/moveFile.ts';
import { isTooDeep } from '#json/parsedValue.ts';
import type { DocumentSave } from '#model/documents/save/documentState.ts';
import type { AcceptedChange } from '#model/records/changes/acceptedChange.ts';
import { HistoryFiles, type HistoryOptions } from '#model/records/historyFiles.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import { isObject } from '#model/storage/memory.ts';
import { createTextFiles, removeOldestFiles, type TextFiles } from '#model/storage/textFiles.ts';
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

export interface LocalHistoryOptions extends HistoryOptions {
  /** The most bytes of all texts, approximately: each window counts only what it adds. */
  readonly maxBytes?: number;
}

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
  readonly #files: HistoryFiles;
  #texts: TextFiles;
  /** How many bytes may be added before all are counted again. */
  #bytesLeft = 0;

  constructor(options: LocalHistoryOptions) {
    this.#options = options;
    this.#files = new HistoryFiles(options);
    this.#texts = this.#openTexts();
  }

  /** Whether changes are kept. */
  get isOn(): boolean {
    return this.#options.keepDays() > 0;
  }

  /** Throws if the disk cannot be read or written. */
  async add(change: AcceptedChange | DocumentSave): Promise<void> {
    if (!this.isOn) return;
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
    const [file] = this.#files.of(change.ref);
    await this.#files.edit(file, (stored) => [...parseEntries(stored), entry].slice(-maxEntries));
    if (this.#bytesLeft < 0) await this.#trim();
  }

  /** Newest first. Throws if the disk cannot be read. */
  of(ref: RecordRef): readonly HistoryEntry[] {
    const entries = this.#files.of(ref).map((file) => this.#files.read(file));
    return entries
      .toReversed()
      .flatMap(parseEntries)
      .filter(({ at }) => at > this.#files.oldest)
      .toReversed()
      .toSorted((a, b) => b.at - a.at);
  }

  /** Throws if the disk cannot be read or written. */
  async addCall(call: AgentCall): Promise<void> {
    if (!this.isOn) return;
    await this.#files.edit(this.#callsFile, (stored) =>
      [...parseCalls(stored), call].slice(-maxCalls).map(formatCall),
    );
  }

  /** What agents called, newest first. Throws if the disk cannot be read. */
  calls(): readonly AgentCall[] {
    const kept = parseCalls(this.#files.read(this.#callsFile));
    return kept.filter(({ at }) => at > this.#files.oldest).toReversed();
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
    return createTextFiles(this.#textsFolder, this.#options.now, this.#files.keepMs);
  }

  get #textsFolder(): string {
    return path.join(this.#options.folder, 'texts');
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
