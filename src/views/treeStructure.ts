// The children and the parent of every node.
import type { Connections } from '#model/connections/connections.ts';
import type { Catalog } from '#model/records/catalog.ts';
import { formatRecordRef, type ListRef, type RecordRef } from '#model/records/recordRef.ts';
import type { ProjectRef } from '#model/connections/projectRef.ts';
import type { ShownRecords } from '#model/records/search/shownRecords.ts';
import type { Trash } from '#model/records/trash.ts';
import {
  connectionNode,
  type DeckNode,
  emptyNode,
  failedNode,
  listNode,
  moreNode,
  type NodeOf,
  projectNode,
  recordNode,
  tileNode,
  trashedNode,
  trashNode,
} from '#model/records/treeNodes.ts';

export class TreeStructure {
  readonly #connections: Connections;
  readonly #catalog: Catalog;
  readonly #shown: ShownRecords;
  readonly #trash: Trash;
  readonly #tileErrors = new Map<string, { readonly ref: RecordRef; readonly error: unknown }>();

  constructor(connections: Connections, catalog: Catalog, shown: ShownRecords, trash: Trash) {
    this.#connections = connections;
    this.#catalog = catalog;
    this.#shown = shown;
    this.#trash = trash;
  }

  /** Why a dashboard's tiles could not be loaded. */
  tileError(ref: RecordRef): unknown {
    return this.#tileErrors.get(formatRecordRef(ref))?.error;
  }

  /** The dashboards of a connection whose tiles could not be loaded. */
  failedTiles(connectionId: string): readonly RecordRef[] {
    const refs = [...this.#tileErrors.values()].map(({ ref }) => ref);
    return refs.filter((ref) => ref.connectionId === connectionId);
  }

  forgetTileError(ref: RecordRef): void {
    this.#tileErrors.delete(formatRecordRef(ref));
  }

  forgetTileErrors(): void {
    this.#tileErrors.clear();
  }

  async children(node: DeckNode | undefined): Promise<readonly DeckNode[]> {
    if (!node) return this.#roots();
    switch (node.type) {
      case 'connection':
        return this.#projects(node);
      case 'project':
        return this.#lists(node.ref);
      case 'list':
        return this.#records(node);
      case 'record':
        return this.#tiles(node);
      case 'trash':
        return this.#trash.of(node.ref).map(({ ref }) => trashedNode(ref));
      case 'tile':
      case 'trashed':
      case 'more':
      case 'failed':
      case 'empty':
        return [];
    }
  }

  #roots(): readonly DeckNode[] {
    const nodes = this.#connections.all.map(({ id }) => connectionNode(id));
    const [only] = nodes;
    return only && nodes.length === 1 ? this.#projects(only) : nodes;
  }

  #projects(node: NodeOf<'connection'>): readonly DeckNode[] {
    const { connectionId } = node;
    const projects = this.#connections.get(connectionId)?.projects ?? [];
    return projects.length > 0
      ? projects.map(({ id }) => projectNode({ connectionId, projectId: id }))
      : [emptyNode(node)];
  }

  #lists(ref: ProjectRef): readonly DeckNode[] {
    const lists: readonly ListRef[] = [
      { ...ref, kind: 'dashboard' },
      { ...ref, kind: 'cohort' },
    ];
    for (const list of lists) void this.#catalog.load(list); // for the counts; the list's item shows a failure
    const nodes: DeckNode[] = lists.map(listNode);
    return this.#trash.of(ref).length > 0 ? [...nodes, trashNode(ref)] : nodes;
  }

  async #records(node: NodeOf<'list'>): Promise<readonly DeckNode[]> {
    const { ref } = node;
    // While a list is loaded again or to its end, the tree shows what there is of it.
    if (this.#shown.of(ref).loaded === 0) await this.#catalog.load(ref);
    const { records, hasMore, status, isReading } = this.#shown.of(ref);
    const nodes: DeckNode[] = records.map((record) => recordNode({ ...ref, id: record.id }));
    if (status === 'failed') return nodes.length > 0 ? [failedNode(ref), ...nodes] : [failedNode(ref)];
    if (hasMore && !isReading) nodes.push(moreNode(ref));
    return nodes.length > 0 ? nodes : [emptyNode(node)];
  }

  async #tiles(node: NodeOf<'record'>): Promise<readonly DeckNode[]> {
    const { ref } = node;
    const key = formatRecordRef(ref);
    try {
      if (!this.#catalog.tiles(ref)) await this.#catalog.retrieve(ref);
      this.#tileErrors.delete(key);
    } catch (error) {
      this.#tileErrors.set(key, { ref, error });
      return [failedNode(ref)];
    }
    const tiles = this.#catalog.tiles(ref) ?? [];
    return tiles.length > 0 ? tiles.map((tile) => tileNode(ref, tile.id)) : [emptyNode(node)];
  }

  parent(node: DeckNode): DeckNode | undefined {
    switch (node.type) {
      case 'connection':
        return undefined;
      case 'project':
        return this.#connections.all.length === 1 ? undefined : connectionNode(node.ref.connectionId);
      case 'list':
      case 'trash':
        return projectNode(node.ref);
      case 'record':
      case 'more':
        return listNode(node.ref);
      case 'tile':
        return recordNode(node.ref);
      case 'trashed':
        return trashNode(node.ref);
      case 'failed':
        return 'id' in node.ref ? recordNode(node.ref) : listNode(node.ref);
      case 'empty':
        return node.of;
    }
  }
}
