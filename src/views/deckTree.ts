// views/ shows what the model knows and redraws what its events name. It changes nothing itself.
import * as vscode from 'vscode';
import { DisposableStore } from '#host/disposables.ts';
import { toDocumentTab } from '#host/tabs.ts';
import { scheme, treeViewId } from '#manifest.ts';
import type { CalculationWatch } from '#model/records/calculationWatch.ts';
import type { Catalog } from '#model/records/catalog.ts';
import type { CatalogChange } from '#model/records/recordState.ts';
import { parseFiltersPlace } from '#model/documents/documentUri.ts';
import type { Connections } from '#model/connections/connections.ts';
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
import { formatRecordRef, type ListRef, type ProjectRef, type RecordRef } from '#model/records/recordRef.ts';
import type { Trash } from '#model/records/trash.ts';
import { treeDragAndDrop } from './treeDragAndDrop.ts';
import { createRecordTooltip } from './recordTooltip.ts';
import { createOpenCommand, createTreeItem, type ItemSources } from './treeItems.ts';

export class DeckTree implements vscode.TreeDataProvider<DeckNode>, vscode.Disposable {
  readonly #connections: Connections;
  readonly #catalog: Catalog;
  readonly #trash: Trash;
  readonly #sources: ItemSources;
  readonly #store = new DisposableStore();
  readonly #changed = this.#store.add(new vscode.EventEmitter<DeckNode | undefined>());
  /** The editor knows a node by its object, so that one of the same id is always the same object. */
  readonly #nodes = new Map<string, DeckNode>();
  readonly #tileErrors = new Map<string, unknown>();

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(connections: Connections, catalog: Catalog, trash: Trash, calculations: CalculationWatch) {
    this.#connections = connections;
    this.#catalog = catalog;
    this.#trash = trash;
    this.#sources = {
      connections,
      catalog,
      trash,
      calculation: (ref) => calculations.result(ref),
      tileError: (ref) => this.#tileErrors.get(formatRecordRef(ref)),
    };
    this.#store.add(connections.onDidChange(() => this.#redrawAll()));
    this.#store.add(catalog.onDidChange((change) => this.#redraw(change)));
    this.#store.add(calculations.onDidChange((ref) => this.#fire(recordNode(ref))));
    this.#store.add(vscode.window.tabGroups.onDidChangeTabs((change) => this.#redrawOpened(change)));
    this.#store.add(trash.onDidChange((ref) => this.#redrawTrash(ref)));
  }

  dispose(): void {
    this.#store.dispose();
  }

  getTreeItem(node: DeckNode): vscode.TreeItem {
    return createTreeItem(node, this.#sources);
  }

  async getChildren(node?: DeckNode): Promise<DeckNode[]> {
    const children = await this.#children(node);
    return children.map((child) => this.#keep(child));
  }

  getParent(node: DeckNode): DeckNode | undefined {
    const parent = this.#parent(node);
    return parent && this.#keep(parent);
  }

  resolveTreeItem(item: vscode.TreeItem, node: DeckNode): vscode.TreeItem {
    const record = node.type === 'record' ? this.#catalog.get(node.ref) : undefined;
    if (node.type !== 'record' || !record) return item;
    item.tooltip = createRecordTooltip(record);
    const command = createOpenCommand(node.ref, record);
    if (command) item.command = command;
    return item;
  }

  /** Asks for a dashboard's tiles again. */
  retryTiles(ref: RecordRef): void {
    this.#tileErrors.delete(formatRecordRef(ref));
    this.#fire(recordNode(ref));
  }

  async #children(node: DeckNode | undefined): Promise<readonly DeckNode[]> {
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
    for (const list of lists) void this.#catalog.load(list); // the counts; a failure shows when the list is opened
    const nodes: DeckNode[] = lists.map(listNode);
    return this.#trash.of(ref).length > 0 ? [...nodes, trashNode(ref)] : nodes;
  }

  async #records(node: NodeOf<'list'>): Promise<readonly DeckNode[]> {
    const { ref } = node;
    const { records, hasMore, status } = await this.#catalog.load(ref);
    const nodes: DeckNode[] = records.map((record) => recordNode({ ...ref, id: record.id }));
    if (status === 'failed') return nodes.length > 0 ? [failedNode(ref), ...nodes] : [failedNode(ref)];
    if (hasMore) nodes.push(moreNode(ref));
    return nodes.length > 0 ? nodes : [emptyNode(node)];
  }

  async #tiles(node: NodeOf<'record'>): Promise<readonly DeckNode[]> {
    const { ref } = node;
    const key = formatRecordRef(ref);
    try {
      if (!this.#catalog.tiles(ref)) await this.#catalog.retrieve(ref);
      this.#tileErrors.delete(key);
    } catch (error) {
      this.#tileErrors.set(key, error);
      return [failedNode(ref)];
    }
    const tiles = this.#catalog.tiles(ref) ?? [];
    return tiles.length > 0 ? tiles.map((tile) => tileNode(ref, tile.id)) : [emptyNode(node)];
  }

  #parent(node: DeckNode): DeckNode | undefined {
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

  #keep(node: DeckNode): DeckNode {
    const known = this.#nodes.get(node.id);
    if (known) return known;
    this.#nodes.set(node.id, node);
    return node;
  }

  #redraw(change: CatalogChange): void {
    if (change.kind === 'list') this.#fire(listNode(change.ref));
    else this.#fire(recordNode(change.ref));
  }

  /** A record's item leads to the tab that shows it, whatever the record was called when that was opened. */
  #redrawOpened({ opened, closed }: vscode.TabChangeEvent): void {
    for (const tab of [...opened, ...closed]) {
      const uri = toDocumentTab(tab)?.uri;
      const ref = uri?.scheme === scheme ? parseFiltersPlace(uri) : undefined;
      if (ref?.kind === 'cohort') this.#fire(recordNode(ref));
    }
  }

  /** The Trash is in a project only while something is in it. */
  #redrawTrash(ref: ProjectRef): void {
    const node = trashNode(ref);
    const isShown = this.#nodes.has(node.id);
    const isEmpty = this.#trash.of(ref).length === 0;
    if (isShown !== isEmpty) return this.#fire(node);
    this.#nodes.delete(node.id);
    this.#fire(projectNode(ref));
  }

  /** Redraws a node that has been shown; of others there is nothing to redraw. */
  #fire(node: DeckNode): void {
    const known = this.#nodes.get(node.id);
    if (known) this.#changed.fire(known);
  }

  #redrawAll(): void {
    this.#nodes.clear();
    this.#tileErrors.clear();
    this.#changed.fire(undefined);
  }
}

export function createDeckView(tree: DeckTree): vscode.TreeView<DeckNode> {
  return vscode.window.createTreeView(treeViewId, {
    treeDataProvider: tree,
    showCollapseAll: true,
    canSelectMany: true,
    dragAndDropController: treeDragAndDrop,
  });
}
