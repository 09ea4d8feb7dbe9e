// Which nodes are expanded. While the tree is filtered, every node with records is expanded, so that matches are visible;
// after that, the tree is as the person left it. VS Code cannot collapse an item that it knows, so these items have another
// ID while the tree is filtered.
import * as vscode from 'vscode';
import { isSameProject } from '#model/records/recordRef.ts';
import type { ShownRecords } from '#model/records/search/shownRecords.ts';
import { connectionOf, type DeckNode } from '#model/records/treeNodes.ts';

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;

export type Folds = Pick<vscode.TreeView<DeckNode>, 'onDidExpandElement' | 'onDidCollapseElement'>;

export class ExpandedNodes {
  readonly #shown: Pick<ShownRecords, 'filter'>;
  /** The nodes that a person has expanded or collapsed, by ID. */
  readonly #isOpen = new Map<string, { readonly node: DeckNode; readonly isOpen: boolean }>();
  /** For items that VS Code does not know: as it was when the last filter began, or when the connections changed last. */
  #before = new Map<string, { readonly node: DeckNode; readonly isOpen: boolean }>();
  /** Whether the tree that was drawn last is filtered. */
  #hadFilter = false;

  constructor(shown: Pick<ShownRecords, 'filter'>) {
    this.#shown = shown;
  }

  /** @returns what ends it */
  watch(view: Folds): vscode.Disposable {
    return vscode.Disposable.from(
      view.onDidExpandElement(({ element }) => this.#remember(element, true)),
      view.onDidCollapseElement(({ element }) => this.#remember(element, false)),
    );
  }

  /**
   * Items of a connection that is gone are closed when it is back. A project that moves below its connection, or back to
   * the top, has items that VS Code does not know yet: they are as they were.
   */
  connectionsChanged(isGone: (connectionId: string) => boolean): void {
    for (const [id, { node }] of this.#isOpen) if (isGone(connectionOf(node))) this.#isOpen.delete(id);
    this.#before = new Map(this.#isOpen);
  }

  /** Sets the ID of a node's item, and whether it is expanded when it is redrawn. */
  apply(item: vscode.TreeItem, node: DeckNode): void {
    this.#noteFilter();
    const isFiltered = this.#isOpenedByFilter(node);
    item.id = isFiltered ? `${node.id} filtered` : node.id;
    if (item.collapsibleState === None) return;
    const isOpen = isFiltered || this.#before.get(node.id)?.isOpen;
    if (isOpen !== undefined) item.collapsibleState = isOpen ? Expanded : Collapsed;
  }

  /** Whether VS Code shows what is below it. `item`: as `apply` has left it. */
  isExpanded(item: vscode.TreeItem, node: DeckNode): boolean {
    if (item.collapsibleState === None) return false;
    const known = this.#isOpenedByFilter(node) ? undefined : this.#isOpen.get(node.id);
    return known?.isOpen ?? item.collapsibleState === Expanded;
  }

  #noteFilter(): void {
    const hasFilter = this.#shown.filter !== undefined;
    if (hasFilter && !this.#hadFilter) this.#before = new Map(this.#isOpen);
    this.#hadFilter = hasFilter;
  }

  #remember(node: DeckNode, isOpen: boolean): void {
    // A filter that has just begun or ended is not drawn yet: the person saw the items of before.
    if (holdsRecords(node) && this.#hadFilter) return;
    this.#isOpen.set(node.id, { node, isOpen });
    if (isOpen) return;
    // Collapse All closes all that is below as well, and says so of the outermost alone. What was closed stays so.
    for (const known of [this.#isOpen, this.#before])
      for (const [id, other] of known) if (other.isOpen && isBelow(other.node, node)) known.delete(id);
  }

  #isOpenedByFilter(node: DeckNode): boolean {
    return holdsRecords(node) && this.#shown.filter !== undefined;
  }
}

function holdsRecords({ type }: DeckNode): boolean {
  return type === 'connection' || type === 'project' || type === 'list';
}

function isBelow(node: DeckNode, top: DeckNode): boolean {
  if (top.type === 'connection') return node.type !== 'connection' && connectionOf(node) === top.connectionId;
  if (top.type !== 'project' || !('ref' in node) || node.type === 'project') return false;
  return isSameProject(node.ref, top.ref);
}
