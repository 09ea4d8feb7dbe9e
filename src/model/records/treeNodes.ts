// The nodes of the tree: references, without content. They are also the arguments of commands.
import {
  formatListRef,
  formatProjectRef,
  formatRecordRef,
  type ListRef,
  type RecordRef,
} from './recordRef.ts';
import type { ProjectRef } from '#model/connections/projectRef.ts';

export type DeckNode =
  | { readonly type: 'connection'; readonly id: string; readonly connectionId: string }
  | { readonly type: 'project'; readonly id: string; readonly ref: ProjectRef }
  | { readonly type: 'list'; readonly id: string; readonly ref: ListRef }
  | { readonly type: 'record'; readonly id: string; readonly ref: RecordRef }
  | { readonly type: 'tile'; readonly id: string; readonly ref: RecordRef; readonly tileId: number }
  | { readonly type: 'trash'; readonly id: string; readonly ref: ProjectRef }
  | { readonly type: 'trashed'; readonly id: string; readonly ref: RecordRef }
  | { readonly type: 'more'; readonly id: string; readonly ref: ListRef }
  /** Stands for a list, or for tiles, that could not be loaded. */
  | { readonly type: 'failed'; readonly id: string; readonly ref: ListRef | RecordRef }
  /** The only child of an empty node, `of`. */
  | { readonly type: 'empty'; readonly id: string; readonly of: DeckNode };

export type NodeType = DeckNode['type'];
export type NodeOf<T extends NodeType> = Extract<DeckNode, { readonly type: T }>;

const nodeTypes: ReadonlySet<string> = new Set<NodeType>([
  'connection',
  'project',
  'list',
  'record',
  'tile',
  'trash',
  'trashed',
  'more',
  'failed',
  'empty',
]);

/** Whether a command's argument is a node; other arguments come from keybindings or other extensions. */
export function isNode(value: unknown): value is DeckNode {
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    'id' in value &&
    typeof value.id === 'string' &&
    typeof value.type === 'string' &&
    nodeTypes.has(value.type)
  );
}

/** The connection that a node belongs to. */
export function connectionOf(node: DeckNode): string {
  if (node.type === 'connection') return node.connectionId;
  return node.type === 'empty' ? connectionOf(node.of) : node.ref.connectionId;
}

/** The connection of a command's argument: its ID, or a node's; undefined for any other, so the person is asked. */
export function connectionIdOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return isNode(value) ? connectionOf(value) : undefined;
}

export function connectionNode(connectionId: string): NodeOf<'connection'> {
  return { type: 'connection', id: `connection:${connectionId}`, connectionId };
}

export function projectNode(ref: ProjectRef): NodeOf<'project'> {
  return { type: 'project', id: `project:${formatProjectRef(ref)}`, ref };
}

export function listNode(ref: ListRef): NodeOf<'list'> {
  return { type: 'list', id: `list:${formatListRef(ref)}`, ref };
}

export function recordNode(ref: RecordRef): NodeOf<'record'> {
  return { type: 'record', id: `record:${formatRecordRef(ref)}`, ref };
}

export function tileNode(ref: RecordRef, tileId: number): NodeOf<'tile'> {
  return { type: 'tile', id: `tile:${formatRecordRef(ref)}/${tileId}`, ref, tileId };
}

export function trashNode(ref: ProjectRef): NodeOf<'trash'> {
  return { type: 'trash', id: `trash:${formatProjectRef(ref)}`, ref };
}

export function trashedNode(ref: RecordRef): NodeOf<'trashed'> {
  return { type: 'trashed', id: `trashed:${formatRecordRef(ref)}`, ref };
}

export function moreNode(ref: ListRef): NodeOf<'more'> {
  return { type: 'more', id: `more:${formatListRef(ref)}`, ref };
}

export function failedNode(ref: ListRef | RecordRef): NodeOf<'failed'> {
  return { type: 'failed', id: `failed:${'id' in ref ? formatRecordRef(ref) : formatListRef(ref)}`, ref };
}

export function emptyNode(of: DeckNode): NodeOf<'empty'> {
  return { type: 'empty', id: `empty:${of.id}`, of };
}
