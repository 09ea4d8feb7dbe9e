// Keeps the text of this editor and the host's document the same while both change. One edit at a time is in flight;
// what is typed before its confirmation waits in a queue. The queue is rebased over each change of the host: the host's change
// comes first, and nothing that was typed is lost, unless a text that this person put in place of all replaces it. Nothing here
// knows the DOM.
import { ChangeSet, type Text } from '@codemirror/state';
import type { PositionedChange } from '#protocol/filtersMessages.ts';
import { difference, toChangeSet, toPositionedChanges, toText } from './positionedChanges.ts';

/** An edit for the host; see the protocol. */
export interface OutgoingEdit {
  readonly id: number;
  readonly version: number;
  readonly group: number;
  readonly changes: readonly PositionedChange[];
}

interface QueuedEdit {
  readonly group: number;
  readonly changes: ChangeSet;
}

/** A message to the host that comes after the edits before it, and before those behind it. */
interface QueuedMessage {
  readonly send: () => void;
}

/** What to do after a message from the host. */
export interface Outcome {
  /** Dispatch it to the editor immediately, as a change that this person did not make. */
  readonly changes?: ChangeSet;
  /** The two sides differ: ask for the whole text. */
  readonly mustResync?: boolean;
}

/** The document as the host has it, and the changes on top of it that the host does not have yet. */
export class TextSync {
  /** The document as the host had it at `version`. */
  #confirmed: Text;
  #version: number;
  readonly #send: (edit: OutgoingEdit) => void;
  #queue: (QueuedEdit | QueuedMessage)[] = [];
  /** The ID of the edit in flight: the head of the queue. */
  #inFlight: number | undefined;
  /** The version that the edit in flight was made to. */
  #sentVersion = 0;
  #lastId = 0;
  /** The whole text is on its way: an edit sent before it arrives would have no base version. */
  #isResyncing = false;

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

  /**
   * The texts of which the host has one, unless it was changed elsewhere, with what changes each to the editor's: it may have
   * taken the edit in flight. None if the host has everything.
   */
  get possibleInHost(): readonly { readonly text: Text; readonly changes: ChangeSet }[] {
    const [first, ...others] = this.#queue.flatMap((queued) => ('changes' in queued ? [queued.changes] : []));
    if (!first) return [];
    const rest = others.reduce((all, next) => all.compose(next), ChangeSet.empty(first.newLength));
    const confirmed = { text: this.#confirmed, changes: first.compose(rest) };
    if (this.#inFlight === undefined) return [confirmed];
    return [confirmed, { text: first.apply(this.#confirmed), changes: rest }];
  }

  /** The queue as one change from the confirmed document to the editor's; undefined where the host has everything. */
  get unconfirmed(): ChangeSet | undefined {
    return this.possibleInHost[0]?.changes;
  }

  /** The person changed the editor's text. Changes of one group become one edit while they wait. */
  edited(changes: ChangeSet, group: number): void {
    const last = this.#queue.at(-1);
    const isInFlight = this.#queue.length === 1 && this.#inFlight !== undefined;
    if (last && 'changes' in last && last.group === group && !isInFlight) {
      this.#queue[this.#queue.length - 1] = { group, changes: last.changes.compose(changes) };
    } else {
      this.#queue.push({ group, changes });
    }
    this.#sendNext();
  }

  /** The person asked for something that is about the text as it is now, such as an undo. */
  asked(send: () => void): void {
    this.#queue.push({ send });
    this.#sendNext();
  }

  /** The host took the edit. */
  applied(id: number, version: number): Outcome {
    const first = this.#queue[0];
    if (id !== this.#inFlight || !first || !('changes' in first)) return this.#resync();
    this.#inFlight = undefined;
    this.#queue.shift();
    this.#confirmed = first.changes.apply(this.#confirmed);
    this.#version = version;
    this.#sendNext();
    return {};
  }

  /**
   * The host did not take the edit. A stale one is sent again, rebased over the changes that have arrived since; a
   * refused one waits for `retry`.
   */
  rejected(id: number, reason: 'stale' | 'refused'): Outcome {
    if (id !== this.#inFlight) return {};
    this.#inFlight = undefined;
    if (reason === 'refused') return {};
    if (this.#version === this.#sentVersion) return this.#resync();
    this.#sendNext();
    return {};
  }

  /** Sends what waits, if nothing is in flight. */
  retry(): void {
    this.#sendNext();
  }

  /** The document changed in the host. */
  changed(version: number, changes: readonly PositionedChange[], lineCount: number): Outcome {
    if (version <= this.#version) return {};
    if (version !== this.#version + 1) return this.#resync();
    const change = toChangeSet(this.#confirmed, changes);
    if (!change) return this.#resync();
    const next = change.apply(this.#confirmed);
    if (next.lines !== lineCount) return this.#resync();
    return this.#rebase(change, next, version);
  }

  /** The document's whole text, which replaces what was known of it. */
  replaced(version: number, text: string): Outcome {
    if (version < this.#version) return {};
    const next = toText(text);
    const outcome = this.#rebase(difference(this.#confirmed, next), next, version);
    this.#isResyncing = false;
    this.#sendNext();
    return outcome;
  }

  #resync(): Outcome {
    this.#isResyncing = true;
    return { mustResync: true };
  }

  #rebase(change: ChangeSet, next: Text, version: number): Outcome {
    let under = change;
    let before = this.#confirmed;
    this.#queue = this.#queue.map((queued) => {
      if (!('changes' in queued)) return queued;
      const both = reconcile(queued.changes, under, before);
      before = queued.changes.apply(before);
      under = both.theirs;
      return { ...queued, changes: both.mine };
    });
    this.#confirmed = next;
    this.#version = version;
    return under.empty ? {} : { changes: under };
  }

  #sendNext(): void {
    if (this.#inFlight !== undefined || this.#isResyncing) return;
    for (let first = this.#queue[0]; first; first = this.#queue[0]) {
      if ('changes' in first && this.#sendEdit(first)) return;
      this.#queue.shift();
      if ('send' in first) first.send();
    }
  }

  /** @returns whether it changes anything */
  #sendEdit({ group, changes: queued }: QueuedEdit): boolean {
    const changes = toPositionedChanges(this.#confirmed, queued);
    if (changes.length === 0) return false;
    this.#inFlight = ++this.#lastId;
    this.#sentVersion = this.#version;
    this.#send({ id: this.#inFlight, version: this.#version, group, changes });
    return true;
  }
}

/**
 * Two changes of one document as each is made after the other. If this person put another text in place of the whole document,
 * theirs goes with it, as if it had come first: a JSON text that was pasted over all must not end in lines of another one.
 * @param text what both were made to
 */
function reconcile(
  mine: ChangeSet,
  theirs: ChangeSet,
  text: Text,
): { readonly mine: ChangeSet; readonly theirs: ChangeSet } {
  const both = { mine: mine.map(theirs), theirs: theirs.map(mine, true) };
  if (!replacesAll(mine, text)) return both;
  const inserted: { from: number; to: number }[] = [];
  theirs.iterChangedRanges((_from, _to, from, to) => {
    if (to > from) inserted.push({ from: both.mine.mapPos(from, 1), to: both.mine.mapPos(to, -1) });
  }, true);
  const removal = ChangeSet.of(inserted, both.mine.newLength);
  return { mine: both.mine.compose(removal), theirs: both.theirs.compose(removal) };
}

/** Whether a text comes in place of all but white space. */
function replacesAll(changes: ChangeSet, text: Text): boolean {
  let isAll = false;
  changes.iterChangedRanges((from, to, fromAfter, toAfter) => {
    const isReplaced = toAfter > fromAfter && /\S/.test(text.sliceString(from, to));
    isAll = isReplaced && !/\S/.test(text.sliceString(0, from) + text.sliceString(to));
  });
  return isAll;
}
