// A simple model of persons who edit one record of a real service: what each typed, what each was shown, and
// what the service has. Each rule is checked if it can be broken.
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { isApiError } from '#api/apiError.ts';
import type { ApiClient } from '#api/clientTypes.ts';
import {
  DocumentConflict,
  DocumentDeleted,
  SaveNotArrived,
  SaveNotConfirmed,
} from '#model/documents/save/saveErrors.ts';
import { toDocument } from '#model/documents/documentUri.ts';
import type { EditorText } from '#model/documents/save/documentState.ts';
import type { DocumentStore } from '#model/documents/documentStore.ts';
import { layOut } from '#model/documents/documentText.ts';
import { sliceMember } from '#json/jsonTree.ts';
import { mergeJson } from '#json/merge/mergeJson.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import { approval } from '../../../contract/model/service.ts';
import { createMemory, createTexts } from '../../../stored.ts';
import { createDocumentStore } from '../../../models.ts';

export interface World {
  client: ApiClient;
  /** The same service without the faults. */
  readonly truth: ApiClient;
  inject(faults: string): void;
}

export const fields = ['one', 'two', 'three'] as const;
export type Field = (typeof fields)[number];

export type Decision = 'keep' | 'overwrite' | 'merge';

/** Counts the cases that matter, so that a run can show that it tested something. */
export interface Tally {
  saved: number;
  unsaved: number;
  conflicts: number;
  merged: number;
  overwritten: number;
  lost: number;
  unconfirmed: number;
  deleted: number;
}

type Values = Readonly<Record<string, unknown>>;

export class Service {
  readonly ref: RecordRef;
  /** Counts the changes of the filters' values. */
  version = 0;
  readonly #world: World;
  #isDeleted = false;

  constructor(world: World, ref: RecordRef) {
    this.#world = world;
    this.ref = ref;
  }

  /** The raw filters, deleted or not. */
  async raw(): Promise<string> {
    const resource = this.#resource();
    // A deleted dashboard can only be asked for by a change, here of nothing.
    const isHidden = this.#isDeleted && this.ref.kind === 'dashboard';
    const { text } = isHidden
      ? await resource.updateText(this.ref.id, '{}')
      : await resource.retrieveText(this.ref.id);
    return sliceMember(text, 'filters') ?? '';
  }

  async change(field: Field, value: number): Promise<void> {
    const values: Values = JSON.parse(await this.raw());
    await this.#resource().updateText(
      this.ref.id,
      JSON.stringify({ filters: { ...values, [field]: value } }),
    );
    this.version++;
  }

  async setDeleted(deleted: boolean): Promise<void> {
    await this.#resource().updateText(this.ref.id, JSON.stringify({ deleted }));
    this.#isDeleted = deleted;
  }

  #resource() {
    const { truth } = this.#world;
    const { kind, projectId } = this.ref;
    return kind === 'dashboard' ? truth.dashboards(projectId) : truth.cohorts(projectId);
  }
}

/** One person at one window. */
export class Editor {
  readonly #world: World;
  readonly #service: Service;
  readonly #tally: Tally;
  readonly #storage = { memory: createMemory(), texts: createTexts() };
  readonly #document: EditorText;
  #store: DocumentStore;
  #text = '';
  #isDirty = false;
  /** What of the service this person was shown, wrote or allowed to be overwritten: only that may be overwritten. */
  #seen: string[] = [];
  /** This person's own changes that are not on the service yet. */
  #own = new Map<Field, number>();
  /** The service's version that this person last read, wrote, merged or allowed to be overwritten. */
  #knownVersion = -1;
  #ms = 0;

  constructor(world: World, service: Service, tally: Tally) {
    this.#world = world;
    this.#service = service;
    this.#tally = tally;
    this.#document = { ref: toDocument(service.ref, 'filters'), at: 'editor' };
    this.#store = this.#createStore();
  }

  get isOpen(): boolean {
    return this.#text !== '';
  }

  async open(faults: string): Promise<void> {
    if (this.#isDirty) return;
    await this.#take(() => undefined, faults);
  }

  edit(field: Field, value: number): void {
    if (!this.isOpen) return;
    const values: Values = JSON.parse(this.#text);
    this.#text = `${JSON.stringify({ ...values, [field]: value }, null, 2)}\n`;
    this.#own.set(field, value);
    this.#isDirty = true;
  }

  /** Discards this person's text. */
  async revert(faults: string): Promise<void> {
    if (!this.isOpen) return;
    await this.#take(() => this.#text, faults);
  }

  /** Other code reads the document while it is being edited: a search, a comparison. */
  async readBy(faults: string): Promise<void> {
    if (!this.isOpen || !this.#isDirty) return;
    let read: string | undefined;
    await this.#under(faults, async () => {
      read = (await this.#store.open(this.#document).read(() => this.#text)).text;
    });
    // A save without a response is seen to have arrived: whoever changes the record from here on has seen it, too.
    if (read !== undefined && isSameFilters(read, this.#text)) this.#own = new Map();
    await this.#under(faults, () => this.#store.stat(this.#document.ref));
  }

  /** The window is killed and opened again; the editor's backup has kept the text. */
  restart(): void {
    this.#store = this.#createStore();
  }

  async save(decision: Decision, faults: string): Promise<void> {
    if (!this.isOpen) return;
    const before = await this.#service.raw();
    const text = this.#text;
    for (let tries = 0; tries < 3; tries++) {
      let kept: string | undefined;
      const error = await this.#under(faults, async () => {
        kept = await this.#write(text);
      });
      const after = await this.#service.raw();
      this.#checkWrite(before, after, text);
      if (error === undefined) return this.#saved(after, text, kept);
      this.#tally.unsaved++;
      if (error instanceof DocumentDeleted) {
        this.#tally.deleted++;
        if (decision === 'keep') return;
        await this.#service.setDeleted(false);
      } else if (error instanceof DocumentConflict) {
        this.#tally.conflicts++;
        assert.notEqual(
          this.#service.version,
          this.#knownVersion,
          'a conflict needs a change that is not known yet',
        );
        if (decision === 'keep') return;
        this.#knownVersion = this.#service.version;
        if (decision === 'merge') return this.#merge(error);
        this.#tally.overwritten++;
        this.#seen.push(error.theirs);
        await this.#store.open(this.#document).allowOverwrite(error.theirs);
      } else {
        return this.#checkFailure(error, before, after, text);
      }
    }
  }

  /** An unsaved text is kept, and the person can save it once no obstacle is left. */
  async end(): Promise<void> {
    if (!this.isOpen || !this.#isDirty) return;
    for (const [field, value] of this.#own) assert.equal(JSON.parse(this.#text)[field], value);
    await this.#service.setDeleted(false);
    await this.save('overwrite', '');
    assert.equal(this.#isDirty, false, 'a save without faults and with approval succeeds');
  }

  async #take(shown: () => string | undefined, faults: string): Promise<void> {
    let text: string | undefined;
    const error = await this.#under(faults, async () => {
      text = (await this.#store.open(this.#document).read(shown)).text;
    });
    if (error !== undefined || text === undefined) return;
    this.#text = text;
    this.#isDirty = false;
    this.#own = new Map();
    this.#seen = [text];
    // A deleted dashboard cannot be read: the editor shows the last version known then, which need not be the service's.
    const isServices = isSameFilters(text, await this.#service.raw());
    this.#knownVersion = isServices ? this.#service.version : -1;
    await this.#store.open(this.#document).showed(text);
  }

  /** No change was overwritten that this person had not seen. */
  #checkWrite(before: string, after: string, text: string): void {
    if (isSameFilters(before, after)) return;
    assert.ok(isSameFilters(after, text), 'what a save leaves on the service is what was typed');
    assert.ok(
      this.#seen.some((one) => isSameFilters(one, before)),
      `a change that this person did not know of was overwritten: ${before}`,
    );
    this.#seen.push(after); // it may have arrived without a response
    this.#service.version++;
    this.#knownVersion = this.#service.version;
  }

  /** An acknowledged save is on the service. */
  #saved(after: string, text: string, kept: string | undefined): void {
    assert.ok(isSameFilters(after, text), 'an acknowledged save is on the service');
    assert.equal(kept, undefined, 'nothing is reported as stored in another form');
    this.#knownVersion = this.#service.version;
    this.#tally.saved++;
    this.#isDirty = false;
    this.#own = new Map();
    this.#seen = [text];
  }

  #checkFailure(error: unknown, before: string, after: string, text: string): void {
    if (error instanceof SaveNotConfirmed) {
      this.#tally.unconfirmed++;
      return;
    }
    if (error instanceof SaveNotArrived) this.#tally.lost++;
    else assert.ok(isApiError(error), String(error));
    assert.ok(isSameFilters(before, after) || isSameFilters(after, text));
    if (!isSameFilters(before, text))
      assert.ok(!isSameFilters(after, text), 'a save that is called failed has not arrived');
  }

  async #merge(conflict: DocumentConflict): Promise<void> {
    const { base, theirs } = conflict;
    const merge = base === undefined ? undefined : mergeJson(layOut(base), this.#text, layOut(theirs));
    if (merge?.kind === 'merged') {
      this.#tally.merged++;
      this.#text = merge.text;
    } else {
      // The person resolves each conflict: here, with their own values.
      this.#text = layOut(JSON.stringify({ ...JSON.parse(theirs), ...Object.fromEntries(this.#own) }));
    }
    const [merged, other]: [Values, Values] = [JSON.parse(this.#text), JSON.parse(theirs)];
    for (const field of fields) {
      const own = this.#own.get(field);
      assert.equal(merged[field], own ?? other[field], `${field} has what its last writer gave it`);
    }
    // A value that is in theirs got there by a save without a response: it is no longer this person's.
    for (const [field, value] of this.#own) if (other[field] === value) this.#own.delete(field);
    await this.#store.open(this.#document).merge(theirs);
    this.#seen = [theirs];
    this.#isDirty = true;
  }

  /** @returns what was thrown */
  async #under(faults: string, act: () => Promise<unknown>): Promise<unknown> {
    this.#ms += 60_000; // what was asked for last is old
    this.#world.inject(faults);
    try {
      await act();
      return undefined;
    } catch (error) {
      return error;
    } finally {
      this.#world.inject('');
    }
  }

  /** Without a person's answer. @returns what the service kept instead. Throws why it failed */
  async #write(text: string): Promise<string | undefined> {
    const decide = async () => 'keepEditing' as const;
    const end = await this.#store
      .open(this.#document)
      .save(text, { isFromEditor: true, approval: () => approval, decide });
    if (end.kind === 'failed') throw end.error;
    assert.equal(end.kind, 'saved');
    return end.kind === 'saved' ? end.stored : undefined;
  }

  #createStore(): DocumentStore {
    // The windows take turns, so that they need no lock.
    return createDocumentStore({
      openClient: async () => this.#world.client,
      ...this.#storage,
      now: () => this.#ms,
    });
  }
}

/** By its values: without the order of keys, and without what a service adds to conditions. */
function isSameFilters(a: string, b: string): boolean {
  return isDeepStrictEqual(meaningOf(a), meaningOf(b));
}

function meaningOf(text: string): unknown {
  return JSON.parse(text, (key, value: unknown) => {
    if (key === 'time_value') return Number(value);
    const isServices = key === 'bytecode' || key === 'conditionHash' || key === 'negation' || value === null;
    return isServices ? undefined : value;
  });
}
