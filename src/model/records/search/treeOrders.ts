// The order of the tree's lists, as a person chose it for each kind. Pinned records come first in each.
import { Emitter, type Subscription } from '#model/storage/emitter.ts';
import { isObject, type Memory } from '#model/storage/memory.ts';
import { type DeckRecord, isCohort, nameOf } from '#model/records/deckRecord.ts';
import type { RecordKind } from '#model/records/recordRef.ts';

/** `service`: as the service lists them. The newest and the largest come first, and names by the alphabet. */
export const treeOrders = {
  dashboard: ['service', 'name', 'created'],
  cohort: ['service', 'name', 'created', 'calculated', 'count'],
} as const satisfies Record<RecordKind, readonly string[]>;
export type TreeOrder = (typeof treeOrders)[RecordKind][number];

export class TreeOrders implements Subscription {
  readonly #memory: Memory;
  readonly #changed = new Emitter<RecordKind>();

  readonly onDidChange = this.#changed.event;

  /** `memory` keeps the orders across windows. */
  constructor(memory: Memory) {
    this.#memory = memory;
  }

  of(kind: RecordKind): TreeOrder {
    const kept = this.#memory.read();
    const order = isObject(kept) ? kept[kind] : undefined;
    return treeOrders[kind].find((known) => known === order) ?? 'service';
  }

  async set(kind: RecordKind, order: TreeOrder): Promise<void> {
    const kept = this.#memory.read();
    const written = this.#memory.write({ ...(isObject(kept) ? kept : {}), [kind]: order });
    this.#changed.fire(kind);
    await written;
  }

  dispose(): void {
    this.#changed.dispose();
  }
}

/** Records without what they are sorted by come last; those that are alike stay in the service's order. */
export function sortRecords(records: readonly DeckRecord[], order: TreeOrder): readonly DeckRecord[] {
  if (order === 'service') return records;
  if (order === 'name') {
    const names = new Map(records.map((record) => [record, nameOf(record)]));
    return records.toSorted((a, b) => compareNames(names.get(a), names.get(b)));
  }
  const sizes = new Map(records.map((record) => [record, sizeOf(record, order)]));
  return records.toSorted((a, b) => (sizes.get(b) ?? 0) - (sizes.get(a) ?? 0));
}

/** Created once: `localeCompare` with options takes ten times as long. */
const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

function compareNames(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return collator.compare(a, b);
}

/** Unknown values sort before known ones. */
function sizeOf(record: DeckRecord, order: Exclude<TreeOrder, 'service' | 'name'>): number {
  if (order === 'created') return timeOf(record.created_at);
  if (!isCohort(record)) return -1;
  return order === 'calculated' ? timeOf(record.last_calculation) : (record.count ?? -1);
}

function timeOf(iso: string | null | undefined): number {
  const time = Date.parse(iso ?? '');
  return Number.isNaN(time) ? -1 : time;
}
