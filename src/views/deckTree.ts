// views/ shows the model and redraws on its events. It changes nothing itself.
import * as vscode from 'vscode';
import { setContext } from '#host/contextKeys.ts';
import { DisposableStore } from '#host/disposables.ts';
import { treeViewId } from '#manifest.ts';
import type { CalculationWatch } from '#model/records/calculationWatch.ts';
import type { Catalog } from '#model/records/catalog.ts';
import { type DeckRecord, isSameContent } from '#model/records/deckRecord.ts';
import type { CatalogChange } from '#model/records/loadedRecords.ts';
import type { ConnectionMonitor } from '#model/connections/connectionMonitor.ts';
import type { WriteGuard } from '#model/connections/writeGuard.ts';
import {
  connectionNode,
  connectionOf,
  type DeckNode,
  isNode,
  listNode,
  type NodeOf,
  projectNode,
  recordNode,
  trashNode,
} from '#model/records/treeNodes.ts';
import type { RetryRegistry } from '#model/connections/retryRegistry.ts';
import { isSameList, type ListRef, type RecordRef } from '#model/records/recordRef.ts';
import type { ProjectRef } from '#model/connections/projectRef.ts';
import { areSameTiles, type Tile } from '#model/records/dashboardTiles.ts';
import type { Trash } from '#model/records/trash.ts';
import { ExpandedNodes, type Folds } from './expandedNodes.ts';
import type { ItemSources } from './plainTreeItem.ts';
import { createTreeItem } from './createTreeItem.ts';
import { StatusRedraws, TreeRedraws } from './treeRedraws.ts';
import { TreeStructure } from './treeStructure.ts';

/** What the tree shows. */
export interface TreeModel extends Pick<
  ItemSources,
  'connections' | 'catalog' | 'shown' | 'orders' | 'pins' | 'trash' | 'guard'
> {
  readonly statuses: ConnectionMonitor;
  readonly retries: RetryRegistry;
}

/** The children of a list. */
interface DrawnList {
  /** The state of the items that are not records. */
  readonly state: string;
  readonly records: readonly DeckRecord[];
}

/** Of more changed records, the list is redrawn: VS Code compares each with each. */
const maxSingle = 100;

type RevealOptions = Parameters<vscode.TreeView<DeckNode>['reveal']>[1];

export class DeckTree implements vscode.TreeDataProvider<DeckNode>, vscode.Disposable {
  readonly #catalog: Catalog;
  readonly #trash: Trash;
  readonly #structure: TreeStructure;
  readonly #sources: ItemSources;
  readonly #open: ExpandedNodes;
  /** What is selected. */
  #selection: () => readonly DeckNode[] = () => [];
  #isFiltered = false;
  /** What the item of a connection, project or list shows, by the ID of its node; `#drawnLists` has a list's children. */
  readonly #drawnItems = new Map<string, string>();
  readonly #drawnLists = new Map<string, DrawnList>();
  /** Records as they were drawn, by the ID of their node. */
  readonly #drawnRecords = new Map<string, DeckRecord | undefined>();
  /** Tiles as they were drawn, by the ID of their dashboard's node. */
  readonly #drawnTiles = new Map<string, readonly Tile[] | undefined>();
  readonly #store = new DisposableStore();
  readonly #redraws = this.#store.add(new TreeRedraws((node) => this.#structure.parent(node)));
  /**
   * The editor identifies a node by its object: a node with the same id has to be the same object as long as its connection
   * is there. Where two loads overlap, the editor would otherwise drop the new object together with the old one.
   */
  readonly #nodes = new Map<string, DeckNode>();

  readonly onDidChangeTreeData = this.#redraws.onDidChange;

  constructor(model: TreeModel, calculations: CalculationWatch) {
    const { connections, catalog, shown, orders, pins, trash, guard, statuses, retries } = model;
    this.#catalog = catalog;
    this.#trash = trash;
    this.#open = new ExpandedNodes(shown);
    this.#structure = new TreeStructure(connections, catalog, shown, trash);
    this.#sources = {
      connections,
      catalog,
      shown,
      orders,
      pins,
      trash,
      guard,
      status: (connectionId) => statuses.of(connectionId),
      failedChanges: (connectionId) => retries.changesOf(connectionId),
      calculation: (ref) => calculations.result(ref),
      tileError: (ref) => this.#structure.tileError(ref),
    };
    this.#redrawOn(model, calculations);
  }

  dispose(): void {
    this.#store.dispose();
  }

  getTreeItem(node: DeckNode): vscode.TreeItem {
    this.#redraws.itemAsked(node);
    const item = createTreeItem(node, this.#sources);
    this.#open.apply(item, node);
    if (this.#open.isExpanded(item, node)) this.#redraws.expectQuestion(node);
    if (node.type === 'record') this.#drawnRecords.set(node.id, this.#catalog.get(node.ref));
    else if (node.type === 'connection' || node.type === 'project' || node.type === 'list')
      this.#drawnItems.set(node.id, lookOf(item));
    return item;
  }

  /** What a person opens and closes is as before after a filter; several selected items stay selected. */
  watch(view: Folds & Pick<vscode.TreeView<DeckNode>, 'selection'>): void {
    this.#selection = () => view.selection;
    this.#store.add(this.#open.watch(view));
  }

  getChildren(node?: DeckNode): Promise<DeckNode[]> {
    if (node) this.#redraws.childrenAsked(node);
    return this.#redraws.answer(node, async () => {
      const children = await this.#structure.children(node);
      if (node?.type === 'list') this.#drawnLists.set(node.id, this.#childrenOf(node.ref));
      if (node?.type === 'record') this.#drawnTiles.set(node.id, this.#catalog.tiles(node.ref));
      return children.map((child) => this.#keep(child));
    });
  }

  /** Resolves once VS Code is told of all changes of a node, and of what is above and below it; undefined for all nodes. */
  whenTold(node?: DeckNode): Promise<void> {
    return this.#redraws.whenTold(node);
  }

  /**
   * Reveals a node. VS Code waits for a redraw only once it is told of the change, and answers what its window then asks for
   * without asking the tree again.
   */
  async reveal(
    view: Pick<vscode.TreeView<DeckNode>, 'reveal'>,
    node: DeckNode,
    options: RevealOptions,
  ): Promise<void> {
    const known = this.known(node);
    await this.whenTold(known);
    await this.#redraws.answer(this.getParent(known), () => view.reveal(known, options));
  }

  getParent(node: DeckNode): DeckNode | undefined {
    const parent = this.#structure.parent(node);
    return parent && this.#keep(parent);
  }

  async resolveTreeItem(item: vscode.TreeItem, node: DeckNode): Promise<vscode.TreeItem> {
    const record = node.type === 'record' ? this.#catalog.get(node.ref) : undefined;
    if (node.type !== 'record' || !record) return item;
    const { createRecordTooltip } = await import('./recordTooltip.ts');
    item.tooltip = createRecordTooltip(record);
    return item;
  }

  /**
   * What the menus of the selected items that are no records go by, if records are selected, too: VS Code offers only what
   * the menu of each selected item has, so theirs have what is for records.
   */
  contextsBesideRecords(selected: readonly DeckNode[]): readonly string[] {
    const others = selected.filter(({ type }) => type !== 'record');
    if (others.length === selected.length) return [];
    return others.map((node) => createTreeItem(node, this.#sources).contextValue ?? '');
  }

  /** The object that the editor knows, else the given one. */
  known(node: DeckNode): DeckNode {
    return this.#nodes.get(node.id) ?? node;
  }

  /** Whether the editor knows this very object. */
  isOwn(item: unknown): boolean {
    return isNode(item) && this.#nodes.get(item.id) === item;
  }

  /** Loads a dashboard's tiles again. */
  retryTiles(ref: RecordRef): void {
    this.#structure.forgetTileError(ref);
    this.#fire(recordNode(ref));
  }

  #redrawOn(
    { connections, guard, shown, trash, statuses, retries }: TreeModel,
    calculations: CalculationWatch,
  ): void {
    this.#store.add(
      connections.onDidChange(() => {
        this.#open.connectionsChanged((id) => connections.isRemoved(id));
        this.#redrawAll();
      }),
    );
    this.#store.add(guard.onDidChange(() => this.#redrawAll()));
    const redrawSoon = this.#store.add(new StatusRedraws((id) => this.#redrawStatus(id)));
    this.#store.add(statuses.onDidChange((id) => redrawSoon.add(id)));
    this.#store.add(retries.onDidChange((id) => redrawSoon.add(id)));
    this.#store.add(statuses.onDidRecover((id) => this.#retryAllTiles(id)));
    this.#store.add(shown.onDidChange((change) => this.#redraw(change)));
    this.#store.add(shown.onDidChangeAll(() => this.#redrawLists(shown.filter !== undefined)));
    this.#store.add(calculations.onDidChange((ref) => this.#fire(recordNode(ref))));
    this.#store.add(trash.onDidChange((ref) => this.#redrawTrash(ref)));
  }

  /** The project of the only connection carries its status. A change that failed once more shows nothing new. */
  #redrawStatus(connectionId: string): void {
    const { connections } = this.#sources;
    const projects = connections.all.length > 1 ? [] : (connections.get(connectionId)?.projects ?? []);
    const nodes = [
      connectionNode(connectionId),
      ...projects.map(({ id }) => projectNode({ connectionId, projectId: id })),
    ];
    this.#fire(...nodes.filter((node) => !this.#looksAsDrawn(node)));
  }

  #looksAsDrawn(node: DeckNode): boolean {
    return this.#drawnItems.get(node.id) === lookOf(createTreeItem(node, this.#sources));
  }

  #retryAllTiles(connectionId: string): void {
    for (const ref of this.#structure.failedTiles(connectionId)) this.retryTiles(ref);
  }

  #keep(node: DeckNode): DeckNode {
    const known = this.#nodes.get(node.id);
    if (known) return known;
    this.#nodes.set(node.id, node);
    return node;
  }

  /**
   * A list that is redrawn loses the items of its records for a moment, and with them a click on their buttons.
   */
  #redraw(change: CatalogChange): void {
    if (change.kind === 'record') {
      const node = recordNode(change.ref);
      return this.#showsAlready(node) ? undefined : this.#fire(node);
    }
    const node = listNode(change.ref);
    const changed = this.#changedIn(node);
    if (!changed) return this.#fire(node);
    this.#fire(...changed.map(({ id }) => recordNode({ ...node.ref, id })));
  }

  /** Whether its item shows it already: a record is read again while it calculates, and before a change. */
  #showsAlready(node: NodeOf<'record'>): boolean {
    const record = this.#catalog.get(node.ref);
    const isSame = record !== undefined && isSameContent(record, this.#drawnRecords.get(node.id));
    return isSame && !this.#hasOtherTiles(node);
  }

  /** The records of a list that look or open differently from what is drawn; undefined if the list itself does. */
  #changedIn(node: NodeOf<'list'>): readonly DeckRecord[] | undefined {
    const drawn = this.#drawnLists.get(node.id);
    const list = this.#childrenOf(node.ref);
    const isSame =
      drawn?.state === list.state && isSameOrder(drawn.records, list.records) && this.#looksAsDrawn(node);
    if (!isSame) return undefined;
    const changed = list.records.filter(
      (record, index) =>
        !isSameContent(record, drawn.records[index]) ||
        (this.#drawnTiles.size > 0 && this.#hasOtherTiles(recordNode({ ...node.ref, id: record.id }))),
    );
    if (changed.length > maxSingle) return undefined;
    this.#drawnLists.set(node.id, list);
    return changed;
  }

  /** Whether the tiles differ from the drawn ones, or are unknown and have to be loaded again. */
  #hasOtherTiles({ id, ref }: NodeOf<'record'>): boolean {
    if (!this.#drawnTiles.has(id)) return false;
    const tiles = this.#catalog.tiles(ref);
    return tiles === undefined || !areSameTiles(tiles, this.#drawnTiles.get(id));
  }

  #childrenOf(ref: ListRef): DrawnList {
    const { records, hasMore, status, isReading } = this.#sources.shown.of(ref);
    return { state: `${hasMore && !isReading} ${status === 'failed'}`, records };
  }

  /** In one event: a reveal that follows waits for no more than one. The items of a filtered tree are others. */
  #redrawLists(isFiltered: boolean): void {
    const isOther = isFiltered !== this.#isFiltered;
    this.#isFiltered = isFiltered;
    if (isOther) return this.#redraws.redraw(undefined);
    this.#redraws.redraw(...[...this.#nodes.values()].filter(({ type }) => type === 'list'));
  }

  /** A project has a Trash item only while there is something in it. */
  #redrawTrash(ref: ProjectRef): void {
    const node = trashNode(ref);
    const isShown = this.#nodes.has(node.id);
    const isEmpty = this.#trash.of(ref).length === 0;
    if (isShown !== isEmpty) return this.#fire(node);
    this.#nodes.delete(node.id);
    this.#fire(projectNode(ref));
  }

  /** Does nothing for a node that the tree has never shown. */
  #fire(...nodes: readonly DeckNode[]): void {
    const known = nodes.flatMap(({ id }) => this.#nodes.get(id) ?? []);
    this.#redraws.redraw(...known.map((node) => this.#withSelected(node)));
  }

  /**
   * Where one of several selected items is redrawn, VS Code drops the selected ones below it; those of a list that is
   * redrawn stay selected.
   * @returns what to redraw; undefined for all
   */
  #withSelected(node: DeckNode): DeckNode | undefined {
    const selected = this.#selection();
    if (node.type !== 'record' || selected.length < 2 || !selected.includes(node)) return node;
    const areOfList = selected.every((other) => other.type === 'record' && isSameList(other.ref, node.ref));
    return areOfList ? this.known(listNode(node.ref)) : undefined;
  }

  #redrawAll(): void {
    const kept = [this.#nodes, this.#drawnItems, this.#drawnLists, this.#drawnRecords, this.#drawnTiles];
    for (const [id, node] of this.#nodes)
      if (!this.#sources.connections.get(connectionOf(node))) for (const map of kept) map.delete(id);
    this.#structure.forgetTileErrors();
    this.#redraws.redraw(undefined);
  }
}

function isSameOrder(some: readonly DeckRecord[], others: readonly DeckRecord[]): boolean {
  return some.length === others.length && some.every(({ id }, index) => id === others[index]?.id);
}

function lookOf({ label, description, tooltip, contextValue, iconPath }: vscode.TreeItem): string {
  return JSON.stringify([label, description, tooltip, contextValue, iconPath]);
}

export function createDeckView(tree: DeckTree, guard: WriteGuard): vscode.TreeView<DeckNode> {
  const view = vscode.window.createTreeView(treeViewId, {
    treeDataProvider: tree,
    showCollapseAll: true,
    canSelectMany: true,
    dragAndDropController: createTreeDragAndDrop(guard),
  });
  tree.watch(view);
  view.onDidChangeSelection(
    ({ selection }) =>
      void setContext('cohortDeck.selectedBesideRecords', tree.contextsBesideRecords(selection)),
  );
  return view;
}

const dragMimeType = 'application/vnd.code.tree.cohortdeck.tree';

/** Drops tiles onto dashboards. Tiles of a read-only project cannot be dragged. */
export function createTreeDragAndDrop(guard: WriteGuard): vscode.TreeDragAndDropController<DeckNode> {
  return {
    dragMimeTypes: [dragMimeType],
    dropMimeTypes: [dragMimeType],
    handleDrag(source, transfer) {
      const tiles = source.filter(
        (node) => node.type === 'tile' && guard.protectionOf(node.ref) !== 'readOnly',
      );
      if (tiles.length > 0) transfer.set(dragMimeType, new vscode.DataTransferItem(tiles));
    },
    async handleDrop(target, transfer) {
      const tiles: unknown = transfer.get(dragMimeType)?.value;
      if (target?.type !== 'record' || target.ref.kind !== 'dashboard' || !Array.isArray(tiles)) return;
      await vscode.commands.executeCommand('cohortDeck.moveTile', tiles[0], target, tiles);
    },
  };
}
