// Recognizes groups and conditions after the text has changed: an item is the one whose start moved to its start.
import { MapMode, type ChangeDesc } from '@codemirror/state';
import { partsOf, type FilterGroup, type FilterItem } from '#filters/filterShape.ts';

export class ItemIds {
  /** IDs by the offset at which the item starts. */
  #ids = new Map<number, string>();
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
    const known = this.#ids;
    this.#ids = new Map();
    if (!group) return;
    for (const { node } of partsOf(group))
      this.#ids.set(node.from, known.get(node.from) ?? `i${++this.#last}`);
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
