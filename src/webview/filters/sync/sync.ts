// Keeps the text of this editor and the document in the host the same while both change. One edit at a time is under
// way; what is typed meanwhile waits in a queue. A change of the host is rebased under the queue, so nothing that was
// typed is ever dropped and the host's change comes first. Nothing here knows the DOM.
import { ChangeSet, Text, type ChangeSpec } from '@codemirror/state';
import type { PlacedChange } from '#protocol/filters.ts';
import { placeChanges, unplaceChanges } from './positions.ts';

/** An edit for the host; see the protocol. */
export interface OutgoingEdit {
  readonly id: number;
  readonly version: number;
  readonly group: number;
  readonly changes: readonly PlacedChange[];
}

interface QueuedEdit {
  readonly group: number;
  readonly changes: ChangeSet;
}

/** What to do after a message of the host. */
export interface Outcome {
  /** To be dispatched to the editor at once, as a change that is not this person's. */
  readonly changes?: ChangeSet;
  /** The two sides have drifted apart: ask for the whole text. */
  readonly mustResync?: boolean;
}

/** The document as the host has it, and the changes on top of it that the host does not have yet. */
export class Sync {
  /** The document as the host had it at `version`. */
  #confirmed: Text;
  #version: number;
  readonly #send: (edit: OutgoingEdit) => void;
  #queue: QueuedEdit[] = [];
  /** The id of the edit that is under way; it is the first of the queue. */
  #underWay: number | undefined;
  /** The version that the edit under way was made to. */
  #sentVersion = 0;
  #lastId = 0;
  /** Between the request for the whole text and its arrival nothing is sent, because it could not be placed. */
  #isDrifted = false;

  constructor(text: string, version: number, send: (edit: OutgoingEdit) => void) {
    this.#confirmed = toText(text);
    this.#version = version;
    this.#send = send;
  }

  get confirmed(): Text {
    return this.#confirmed;
  }

  get version(): number {
    return this.#version;
  }

  /** Whether the host has everything. */
  get isSettled(): boolean {
    return this.#queue.length === 0;
  }

  /** The queue as one change from the confirmed document to the editor's; undefined where the host has everything. */
  get unconfirmed(): ChangeSet | undefined {
    if (this.#queue.length === 0) return undefined;
    return this.#queue.map(({ changes }) => changes).reduce((all, next) => all.compose(next));
  }

  /** The person changed the editor's text. Changes of one group become one edit while they wait. */
  edited(changes: ChangeSet, group: number): void {
    const last = this.#queue.at(-1);
    const isUnderWay = this.#queue.length === 1 && this.#underWay !== undefined;
    if (last && last.group === group && !isUnderWay) {
      this.#queue[this.#queue.length - 1] = { group, changes: last.changes.compose(changes) };
    } else {
      this.#queue.push({ group, changes });
    }
    this.#sendNext();
  }

  /** The host took the edit. */
  applied(id: number, version: number): Outcome {
    const first = this.#queue[0];
    if (id !== this.#underWay || !first) return this.#drifted();
    this.#underWay = undefined;
    this.#queue.shift();
    this.#confirmed = first.changes.apply(this.#confirmed);
    this.#version = version;
    this.#sendNext();
    return {};
  }

  /**
   * The host did not take the edit. One that came too late goes out again, rebased over what the host has told
   * meanwhile; one that was refused waits for `retry`.
   */
  rejected(id: number, reason: 'stale' | 'refused'): Outcome {
    if (id !== this.#underWay) return {};
    this.#underWay = undefined;
    if (reason === 'refused') return {};
    if (this.#version === this.#sentVersion) return this.#drifted();
    this.#sendNext();
    return {};
  }

  /** Sends what waits, if nothing is under way. */
  retry(): void {
    this.#sendNext();
  }

  /** The document changed in the host. */
  changed(version: number, changes: readonly PlacedChange[], lineCount: number): Outcome {
    if (version <= this.#version) return {};
    if (version !== this.#version + 1) return this.#drifted();
    const change = unplaceChanges(this.#confirmed, changes);
    if (!change) return this.#drifted();
    const next = change.apply(this.#confirmed);
    if (next.lines !== lineCount) return this.#drifted();
    return this.#rebase(change, next, version);
  }

  /** The document's whole text, whatever was before. */
  replaced(version: number, text: string): Outcome {
    if (version < this.#version) return {};
    const next = toText(text);
    const outcome = this.#rebase(difference(this.#confirmed, next), next, version);
    this.#isDrifted = false;
    this.#sendNext();
    return outcome;
  }

  #drifted(): Outcome {
    this.#isDrifted = true;
    return { mustResync: true };
  }

  #rebase(change: ChangeSet, next: Text, version: number): Outcome {
    let under = change;
    this.#queue = this.#queue.map(({ group, changes }) => {
      const mapped = changes.map(under);
      under = under.map(changes, true);
      return { group, changes: mapped };
    });
    this.#confirmed = next;
    this.#version = version;
    return under.empty ? {} : { changes: under };
  }

  #sendNext(): void {
    if (this.#underWay !== undefined || this.#isDrifted) return;
    for (let first = this.#queue[0]; first; first = this.#queue[0]) {
      const changes = placeChanges(this.#confirmed, first.changes);
      if (changes.length > 0) {
        this.#underWay = ++this.#lastId;
        this.#sentVersion = this.#version;
        this.#send({ id: this.#underWay, version: this.#version, group: first.group, changes });
        return;
      }
      this.#queue.shift(); // it changes nothing, so the host has it already
    }
  }
}

/** Lines as VS Code counts them. */
export function toText(text: string): Text {
  return Text.of(text.split(/\r\n|\n|\r/));
}

/** One change from one text to the other that leaves alone what they have in common at both ends. */
function difference(from: Text, to: Text): ChangeSet {
  const a = from.toString();
  const b = to.toString();
  const most = Math.min(a.length, b.length);
  let start = 0;
  while (start < most && a.charCodeAt(start) === b.charCodeAt(start)) start++;
  let end = 0;
  while (end < most - start && a.charCodeAt(a.length - 1 - end) === b.charCodeAt(b.length - 1 - end)) end++;
  const change: ChangeSpec = { from: start, to: a.length - end, insert: to.slice(start, b.length - end) };
  return ChangeSet.of(start + end === most && a.length === b.length ? [] : change, a.length);
}
