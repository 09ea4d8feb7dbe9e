// Which group or condition is the same one after the text has changed: the one whose beginning has moved there.
import { MapMode, type ChangeDesc } from '@codemirror/state';
import type { FilterItem } from '#filters/shape.ts';
import { itemsOf } from '#filters/shape.ts';
import type { FilterGroup } from '#filters/shape.ts';

export class Identities {
  /** By where the items begin. */
  #ids = new Map<number, string>();
  #last = 0;

  /** The text changed; what begins inside of what was taken away is no more. */
  mapThrough(changes: ChangeDesc): void {
    const mapped = new Map<number, string>();
    for (const [from, id] of this.#ids) {
      const to = changes.mapPos(from, 1, MapMode.TrackAfter);
      if (to !== null) mapped.set(to, id);
    }
    this.#ids = mapped;
  }

  /** Gives ids to what is new and forgets what is gone. */
  assign(group: FilterGroup | undefined): void {
    const known = this.#ids;
    this.#ids = new Map();
    if (!group) return;
    for (const { node } of itemsOf(group))
      this.#ids.set(node.from, known.get(node.from) ?? `i${++this.#last}`);
  }

  idOf({ node }: FilterItem): string {
    return this.#ids.get(node.from) ?? '';
  }

  /** An item that was taken away and put in elsewhere goes on being itself; so does what is in it. */
  adopt(from: FilterItem, ids: readonly string[]): void {
    let index = 0;
    for (const { node } of itemsOf(from)) {
      const id = ids[index++];
      if (id !== undefined) this.#ids.set(node.from, id);
    }
  }

  idsOf(item: FilterItem): readonly string[] {
    return [...itemsOf(item)].map((inner) => this.idOf(inner));
  }
}
