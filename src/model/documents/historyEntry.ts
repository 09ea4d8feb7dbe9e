// A change of a record as the local history keeps it.
import type { Writer } from '#api/writeApproval.ts';
import type { AcceptedChange } from '#model/records/changes/acceptedChange.ts';
import { isObject } from '#model/storage/memory.ts';
import type { DocumentSave } from '#model/documents/save/documentState.ts';

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
export function parseEntries(value: unknown): readonly HistoryEntry[] {
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
