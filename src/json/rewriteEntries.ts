// Inserts, removes and reorders the entries of one container. The edits are between the entries that stay, whose
// characters never change.
import {
  type TextEdit,
  entryAt,
  entryCount,
  forValue,
  layOutAt,
  placeInside,
  reindent,
  type JsonDocument,
  type JsonPlace,
} from './formatJson.ts';
import type { JsonContainerNode, JsonNode } from './jsonTree.ts';

/** A value to insert. */
export interface NewEntry {
  /** The key in quotes, in an object. */
  readonly rawKey?: string;
  /** Valid JSON. */
  readonly text: string;
  /** The indentation of its first line, if it keeps its own lines; otherwise it is laid out again. */
  readonly indent?: string | undefined;
}

/** The new content of a container: a number is the index of an entry that stays, in rising order. */
export type EntryPlan = readonly (number | NewEntry)[];

/** The edits, in order, that give the container the planned content. */
export function rewriteEntries(
  document: JsonDocument,
  container: JsonContainerNode,
  parent: JsonContainerNode | undefined,
  plan: EntryPlan,
): readonly TextEdit[] {
  const place = placeInside(document, container, parent);
  const inner = forValue(document, container, place);
  const render = (entry: NewEntry) => renderEntry(entry, place, inner);
  const isKept = plan.some((entry) => typeof entry === 'number');
  if (!isKept) return refill(document, container, plan.filter(isNew).map(render), place);
  const edits: TextEdit[] = [];
  let before = -1;
  let added: string[] = [];
  for (const entry of plan) {
    if (typeof entry !== 'number') {
      added.push(render(entry));
      continue;
    }
    addGap(edits, container, before, entry, added, place);
    added = [];
    before = entry;
  }
  addGap(edits, container, before, entryCount(container), added, place);
  return edits;
}

/** The value's text, laid out for its place. */
export function renderValue({ text, indent }: NewEntry, place: JsonPlace): string {
  return indent === undefined ? layOutAt(text, place) : reindent(text, indent, place);
}

/** Sorts by offset; at the same offset, insertions come before deletions. */
export function sortEdits(edits: readonly TextEdit[]): readonly TextEdit[] {
  return edits.toSorted((a, b) => a.offset - b.offset || a.length - b.length);
}

function renderEntry(entry: NewEntry, place: JsonPlace, inner: JsonPlace): string {
  const key = entry.rawKey === undefined ? '' : entry.rawKey + place.colon;
  // A value that keeps its own lines needs only the place's indentation.
  return key + renderValue(entry, entry.indent === undefined ? inner : place);
}

/** Replaces what is between the entries `before` and `after`, which stay. */
function addGap(
  edits: TextEdit[],
  container: JsonContainerNode,
  before: number,
  after: number,
  added: readonly string[],
  place: JsonPlace,
): void {
  const first = entryAt(container, before + 1);
  const last = entryAt(container, after - 1);
  const left = entryAt(container, before);
  const right = entryAt(container, after);
  const comma = separatorOf(place);
  if (after - before > 1 && first && last) {
    if (added.length > 0) replace(edits, first.from, last.to, added.join(comma));
    else if (right) replace(edits, first.from, right.from, '');
    else if (left) replace(edits, left.to, last.to, '');
  } else if (added.length > 0) {
    if (left) replace(edits, left.to, left.to, added.map((text) => comma + text).join(''));
    else if (right) replace(edits, right.from, right.from, added.map((text) => text + comma).join(''));
  }
}

/** No entry stays. */
function refill(
  { text }: JsonDocument,
  container: JsonContainerNode,
  added: readonly string[],
  place: JsonPlace,
): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  const first = entryAt(container, 0);
  const last = entryAt(container, entryCount(container) - 1);
  const joined = added.join(separatorOf(place));
  if (added.length === 0) {
    if (first) replace(edits, container.from + 1, container.to - 1, '');
  } else if (first && last) {
    replace(edits, first.from, last.to, joined);
  } else if (place.newLine === undefined) {
    replace(edits, container.from + 1, container.to - 1, joined);
  } else {
    const outer = place.newLine.slice(0, place.newLine.length - place.unit.length);
    replace(edits, container.from + 1, container.to - 1, place.newLine + joined + outer);
  }
  return edits.filter((edit) => text.slice(edit.offset, edit.offset + edit.length) !== edit.text);
}

function separatorOf({ newLine, comma }: JsonPlace): string {
  return newLine === undefined ? comma : `,${newLine}`;
}

function replace(edits: TextEdit[], from: number, to: number, text: string): void {
  edits.push({ offset: from, length: to - from, text });
}

function isNew(entry: number | NewEntry): entry is NewEntry {
  return typeof entry !== 'number';
}

/** The node's own text, with its lines. */
export function ownText(text: string, node: JsonNode, indent: string): NewEntry {
  return { text: text.slice(node.from, node.to), indent };
}
