// What the history keeps of a call of an agent, and how another program starts its side of the tools.
import { formatRecordRef, parseRecordRef, type RecordRef } from '#model/records/recordRef.ts';
import { isObject } from '#model/storage/memory.ts';

export interface AgentCall {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Through VS Code's own tools, or from another program. */
  readonly door: 'editor' | 'mcp';
  readonly tool: string;
  readonly record: RecordRef | undefined;
  /** In a few words, without text of the service. */
  readonly outcome: string;
}

/** How another program starts a server of tools. */
export interface McpServerEntry {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export function formatCall({ record, ...call }: AgentCall): unknown {
  return { ...call, record: record && formatRecordRef(record) };
}

/** Leaves out what is not a call: other versions may have written the file. */
export function parseCalls(value: unknown): readonly AgentCall[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown): AgentCall[] => {
    if (!isObject(entry)) return [];
    const { at, tool, outcome, record } = entry;
    if (typeof at !== 'number' || typeof tool !== 'string' || typeof outcome !== 'string') return [];
    const door = entry['door'] === 'mcp' ? 'mcp' : 'editor';
    return [
      { at, door, tool, outcome, record: typeof record === 'string' ? parseRecordRef(record) : undefined },
    ];
  });
}
