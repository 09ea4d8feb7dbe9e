// What the structure shows, read from the text: the text is the single source of truth, and only the identity
// of items and the length of lists are kept from one reading to the next.
import type { ChangeDesc, Text } from '@codemirror/state';
import { keepUnchangedItems } from '#filters/keepUnchangedItems.ts';
import { parseFilterShape } from '#filters/parseFilterShape.ts';
import {
  itemAt,
  itemsOf,
  itemWithin,
  ownerOf,
  partsOf,
  type FilterItem,
  type FilterShape,
} from '#filters/filterShape.ts';
import { type JsonPath } from '#json/jsonTree.ts';
import type { Problem } from '#webview/filters/problems/problem.ts';
import { ItemIds } from '#webview/filters/structure/items/itemIds.ts';

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
