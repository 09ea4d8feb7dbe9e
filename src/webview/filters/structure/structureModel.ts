// What the structure shows, read from the text: the text is the single source of truth, and only the identity
// of items and the length of lists are kept from one reading to the next.
import { type ChangeDesc, ChangeSet, type ChangeSpec, MapMode, type Text } from '@codemirror/state';
import { keepUnchangedItems } from '#filters/itemEdits.ts';
import { type FilterChange } from '#filters/filterShape.ts';
import {
  type FilterGroup,
  type FilterItem,
  type FilterShape,
  itemAt,
  itemWithin,
  itemsOf,
  ownerOf,
  partsOf,
} from '#filters/filterShape.ts';
import { parseFilterShape } from '#filters/parseFilterShape.ts';
import { type TextEdit, applyEdits } from '#json/formatJson.ts';
import type { JsonPath } from '#json/jsonTree.ts';
import { findChangedPart } from '#text/changedPart.ts';
import type { Problem } from '#webview/filters/problems/problemMarks.ts';

/** The longest text: in a longer one, a letter typed into a field takes about 0.2 s, mostly for reading the text again. */
const maxLength = 1_000_000;
/** Entries of a list that are rendered at first, and that Show More adds. */
const entriesPerStep = 50;
/** No more are rendered to reach an item that gets the focus. */
const maxEntriesForFocus = 400;

/** The same one each time, so that an item without problems is not rendered again. */
const none: readonly Problem[] = [];

interface MovedItem {
  /** Where it is after the move. */
  readonly path: JsonPath;
  /** The IDs of the item and of all items in it. */
  readonly ids: readonly string[];
}

export class StructureModel {
  readonly #ids = new ItemIds();
  readonly #shownCounts = new Map<string, number>();
  #problems = new Map<FilterItem | undefined, Problem[]>();
  #moved: MovedItem | undefined;
  /** The text that was read last. */
  doc: Text | undefined;
  state: 'unread' | 'valid' | 'invalid' | 'tooLarge' = 'unread';
  /** The last valid one. */
  shape: FilterShape | undefined;

  /** @param kind of the record; the text decides where it is undefined */
  read(doc: Text, kind: FilterShape['kind'] | undefined): void {
    this.doc = doc;
    if (doc.length > maxLength) {
      this.state = 'tooLarge';
      return;
    }
    const read = parseFilterShape(doc.toString(), kind);
    this.state = read ? 'valid' : 'invalid';
    if (!read) return;
    const shape = keepUnchangedItems(read, this.shape);
    this.shape = shape;
    const movedItem = shape.group && this.#moved && itemWithin(shape.group, this.#moved.path);
    if (movedItem && this.#moved) this.#ids.adopt(movedItem, this.#moved.ids);
    this.#moved = undefined;
    this.#ids.assign(shape.group);
  }

  /** Has the text read again at the next rendering. */
  invalidate(): void {
    this.doc = undefined;
  }

  textChanged(changes: ChangeDesc): void {
    this.#ids.mapThrough(changes);
  }

  /** The next reading finds the item, with its ids, at the path. */
  willMove(item: FilterItem | undefined, path: JsonPath): void {
    this.#moved = item && { path, ids: this.#ids.idsOf(item) };
  }

  /** Keeps only problems that belong to an item: the banner of the failed save has the rest. */
  setProblems(problems: readonly Problem[]): void {
    this.#problems = Map.groupBy(problems, ({ from }) => this.itemAt(from));
    const others = this.problemsOf(undefined).filter(({ isOfService }) => !isOfService);
    this.#problems.set(undefined, others);
  }

  /** @param item undefined for the problems that belong to no item */
  problemsOf(item: FilterItem | undefined): readonly Problem[] {
    return this.#problems.get(item) ?? none;
  }

  idOf(item: FilterItem): string {
    return this.#ids.idOf(item);
  }

  itemById(id: string): FilterItem | undefined {
    const group = this.shape?.group;
    return group && [...partsOf(group)].find((item) => this.idOf(item) === id);
  }

  itemByPath(path: JsonPath): FilterItem | undefined {
    const group = this.shape?.group;
    return group && itemWithin(group, path);
  }

  /** The innermost item around an offset; undefined while the text is not valid. */
  itemAt(offset: number): FilterItem | undefined {
    const group = this.state === 'valid' ? this.shape?.group : undefined;
    return group && itemAt(group, offset);
  }

  /** The ids of the cohorts that the text refers to. */
  cohortIds(): readonly number[] {
    const group = this.shape?.group;
    const items = group ? [...itemsOf(group)] : [];
    return items.flatMap((item) =>
      item.kind === 'cohort' && /^\d{1,15}$/.test(item.value.text) ? Number(item.value.text) : [],
    );
  }

  shownCount(listId: string): number {
    return this.#shownCounts.get(listId) ?? entriesPerStep;
  }

  showMore(listId: string): void {
    this.#shownCounts.set(listId, this.shownCount(listId) + entriesPerStep);
  }

  /** Lets lists show so many entries that the item is among them; false where that would be too many. */
  reveal(path: JsonPath): boolean {
    if (!this.shape) return false;
    let inner = path;
    for (let owner = ownerOf(this.shape, inner); owner; owner = ownerOf(this.shape, inner)) {
      const index = Number(inner.at(-1));
      if (index >= maxEntriesForFocus) return false;
      const listId = this.idOf(owner);
      if (index >= this.shownCount(listId)) this.#shownCounts.set(listId, index + entriesPerStep);
      inner = owner.path;
    }
    return true;
  }
}

/** An edit of the filters as one change of the text editor, as small as possible. */
export function toEditorChanges(text: string, { stages }: FilterChange): ChangeSet {
  let changes = ChangeSet.empty(text.length);
  let current = text;
  for (const edits of stages) {
    const specs = edits.map((edit) => withoutCommonEnds(current, edit));
    changes = changes.compose(ChangeSet.of(specs, current.length, '\n'));
    current = applyEdits(current, edits);
  }
  return changes;
}

/** A letter typed into a field becomes one inserted letter, not a replaced value. */
function withoutCommonEnds(before: string, { offset, length, text }: TextEdit): ChangeSpec {
  const changed = findChangedPart(before.slice(offset, offset + length), text);
  return changed ? { from: offset + changed.from, to: offset + changed.to, insert: changed.insert } : [];
}

/**
 * Recognizes groups and conditions after the text has changed: an item is the one whose start moved to its start. If the
 * change has replaced that start, it is the one that had its path: a field keeps what is typed into it.
 */
export class ItemIds {
  /** IDs by the offset at which the item starts. */
  #ids = new Map<number, string>();
  /** IDs by the path of the item, as of the last reading. */
  #byPath = new Map<string, string>();
  #last = 0;

  /** Items that start inside deleted text are gone. */
  mapThrough(changes: ChangeDesc): void {
    const mapped = new Map<number, string>();
    for (const [from, id] of this.#ids) {
      const to = changes.mapPos(from, 1, MapMode.TrackAfter);
      if (to !== null) mapped.set(to, id);
    }
    this.#ids = mapped;
  }

  /** Gives ids to new items and forgets the ids of items that are gone. */
  assign(group: FilterGroup | undefined): void {
    const [known, byPath] = [this.#ids, this.#byPath];
    const present = new Set(known.values());
    [this.#ids, this.#byPath] = [new Map(), new Map()];
    if (!group) return;
    for (const { node, path } of partsOf(group)) {
      const place = JSON.stringify(path);
      const replaced = byPath.get(place);
      const isGone = replaced !== undefined && !present.has(replaced);
      const id = known.get(node.from) ?? (isGone ? replaced : `i${++this.#last}`);
      this.#ids.set(node.from, id);
      this.#byPath.set(place, id);
    }
  }

  idOf({ node }: FilterItem): string {
    return this.#ids.get(node.from) ?? '';
  }

  /** Gives a moved item, and the items in it, the ids that they had before. To be called before `assign`. */
  adopt(item: FilterItem, ids: readonly string[]): void {
    let index = 0;
    for (const { node } of partsOf(item)) {
      const id = ids[index++];
      if (id !== undefined) this.#ids.set(node.from, id);
    }
  }

  idsOf(item: FilterItem): readonly string[] {
    return [...partsOf(item)].map((inner) => this.idOf(inner));
  }
}
