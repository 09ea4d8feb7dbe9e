// What a command acts on: its argument, else the selection of the tree, else the answer to a quick pick.
import * as vscode from 'vscode';
import { locatePage, shownRecord } from '#commands/documents/documentTabs.ts';
import { askPickOf } from '#host/input/askPick.ts';
import { withTreeProgress } from '#host/messages/showProgress.ts';
import { UserError } from '#host/messages/userError.ts';
import { describeViewOnly } from '#host/pages/readonlyRecordText.ts';
import type { CommandId } from '#manifest.ts';
import type { Connection } from '#model/connections/connection.ts';
import type { ProjectRef } from '#model/connections/projectRef.ts';
import type { Connections } from '#model/connections/connections.ts';
import type { WriteGuard } from '#model/connections/writeGuard.ts';
import type { Catalog } from '#model/records/catalog.ts';
import { tileTitle } from '#model/records/dashboardTiles.ts';
import { isViewOnly } from '#model/records/deckRecord.ts';
import type { RecentRecords } from '#model/records/localPins.ts';
import { readRecordAddress } from '#model/records/recordAddress.ts';
import type { ListRef, RecordKind, RecordRef } from '#model/records/recordRef.ts';
import type { Trash } from '#model/records/trash.ts';
import {
  connectionIdOf,
  type DeckNode,
  isNode,
  type NodeOf,
  type NodeType,
} from '#model/records/treeNodes.ts';
import { pickRecord, pickRecords, type RecordSearch } from './pickRecord.ts';
import { projectLabel } from './recordNames.ts';

const { t } = vscode.l10n;

/** The selection of the tree. */
export type TreeSelection = () => readonly DeckNode[];

/** The third argument of a command that a key runs in place of its own. Not a text, because `givenText` would take it. */
export const byKey = { isByKey: true } as const;

export function isByKey([, , third]: readonly unknown[]): boolean {
  return third === byKey;
}

/** The third argument of a command whose input a page has taken already. */
export function givenText([, , text]: readonly unknown[]): string | undefined {
  return typeof text === 'string' ? text : undefined;
}

/** The fourth argument of such a command: what the page had when the person began to edit. */
export function shownText([, , , text]: readonly unknown[]): string | undefined {
  return typeof text === 'string' ? text : undefined;
}

/** Every `args` is the argument list of a command as VS Code calls it. Undefined answers: the person canceled. */
export class CommandTargets {
  readonly #connections: Connections;
  readonly #catalog: Catalog;
  readonly #selection: TreeSelection;
  readonly #recents: RecentRecords;
  readonly #trash: Pick<Trash, 'all'>;
  readonly #service: Pick<RecordSearch, 'details' | 'onError'>;

  constructor(
    connections: Connections,
    catalog: Catalog,
    selection: TreeSelection,
    recents: RecentRecords,
    trash: Pick<Trash, 'all'>,
    /** Finds what is not loaded. */
    service: Pick<RecordSearch, 'details' | 'onError'> = {},
  ) {
    this.#connections = connections;
    this.#catalog = catalog;
    this.#selection = selection;
    this.#recents = recents;
    this.#trash = trash;
    this.#service = service;
  }

  /** The nodes of these types: all selected ones where the clicked node is among them, else the clicked one. */
  nodes<T extends NodeType>(args: readonly unknown[], ...types: readonly T[]): readonly NodeOf<T>[] {
    const isWanted = (node: DeckNode): node is NodeOf<T> => types.some((type) => type === node.type);
    const [first, selected] = args;
    if (!isNode(first))
      return args.length > 0 && first !== undefined ? [] : this.#selection().filter(isWanted);
    const all = Array.isArray(selected) ? selected.filter(isNode) : [];
    return (all.some(({ id }) => id === first.id) ? all : [first]).filter(isWanted);
  }

  async record(
    args: readonly unknown[],
    kinds: readonly RecordKind[],
    title: string,
    pick = () => this.pickRecord(kinds, title),
  ): Promise<RecordRef | undefined> {
    requireItem(args);
    const nodes = this.nodes(args, 'record').filter(({ ref }) => kinds.includes(ref.kind));
    return singleNode(args, nodes)?.ref ?? pick();
  }

  /** All of these kinds that the nodes stand for, else the one that the person picks. */
  async records(
    args: readonly unknown[],
    kinds: readonly RecordKind[],
    title: string,
  ): Promise<readonly RecordRef[]> {
    requireItem(args);
    const refs = this.nodes(args, 'record')
      .map(({ ref }) => ref)
      .filter(({ kind }) => kinds.includes(kind));
    if (refs.length > 0) return refs;
    const picked = await this.pickRecord(kinds, title);
    return picked ? [picked] : [];
  }

  async pickRecord(
    kinds: readonly RecordKind[],
    title: string,
    {
      within,
      ...offered
    }: Pick<RecordSearch, 'otherThan' | 'accepts' | 'empty'> & { readonly within?: ListRef | undefined } = {},
  ): Promise<RecordRef | undefined> {
    const lists: readonly ListRef[] = within
      ? [within]
      : this.requireProjects().flatMap((project) => kinds.map((kind) => ({ ...project, kind })));
    const picked = await pickRecord({ ...this.#searchIn(lists, title, offered.otherThan), ...offered });
    if (picked) await this.#recents.add(picked);
    return picked;
  }

  /** Others of the same list. @param check @returns the problem with so many */
  async pickOthers(
    ref: RecordRef,
    title: string,
    placeholder: string,
    check: (count: number) => string | undefined,
  ): Promise<readonly RecordRef[] | undefined> {
    const search = this.#searchIn([ref], title, ref);
    const picked = await pickRecords(search, placeholder, ({ length }) => check(length));
    for (const other of picked ?? []) await this.#recents.add(other);
    return picked;
  }

  #searchIn(lists: readonly ListRef[], title: string, otherThan: RecordRef | undefined): RecordSearch {
    return {
      catalog: this.#catalog,
      title,
      lists,
      otherThan,
      projectLabel: (ref) => projectLabel(this.#connections, ref),
      trashedUri: ({ ref, name }) => locatePage(this.#connections, ref, name, 'page'),
      readAddress: (text) => readRecordAddress(text, this.#connections.all),
      trash: this.#trash.all,
      recents: this.#recents.all,
      ...this.#service,
    };
  }

  /** A project to write to. If all are read-only, one of them, so that the error can name it. */
  async list(
    args: readonly unknown[],
    kind: RecordKind,
    title: string,
    guard: WriteGuard,
  ): Promise<ListRef | undefined> {
    const nodes = this.nodes(args, 'list', 'project', 'record', 'tile', 'more', 'trash');
    const node = singleNode(args, nodes) ?? nodes[0];
    if (node) return { connectionId: node.ref.connectionId, projectId: node.ref.projectId, kind };
    const all = this.requireProjects();
    const projects = all.filter((project) => guard.protectionOf(project) !== 'readOnly');
    const [only = all[0]] = projects;
    if (only && projects.length <= 1) return { ...only, kind };
    const items = projects.map((ref) => ({
      label: projectLabel(this.#connections, ref),
      iconPath: new vscode.ThemeIcon('project'),
      value: ref,
    }));
    const picked = await askPickOf(items, { title, placeholder: t('Select a project') });
    return picked && { ...picked, kind };
  }

  async tile(args: readonly unknown[], title: string): Promise<NodeOf<'tile'> | undefined> {
    requireItem(args);
    const node = singleNode(args, this.nodes(args, 'tile'));
    if (node) return node;
    const dashboard = await this.pickRecord(['dashboard'], title);
    return dashboard && this.#pickTile(dashboard, title);
  }

  /** Never asks. */
  project(args: readonly unknown[]): NodeOf<'project'> | undefined {
    return singleNode(args, this.nodes(args, 'project'));
  }

  async connection(args: readonly unknown[], title: string): Promise<Connection | undefined> {
    const [first] = args;
    const node = singleNode(args, this.nodes(args, 'connection', 'project'));
    const id = connectionIdOf(typeof first === 'string' ? first : node);
    if (id !== undefined) return this.#connections.get(id);
    const { all } = this.#connections;
    if (all.length === 0) throw notConnected(t('There is no connection yet.'));
    if (all.length === 1) return all[0];
    const items = all.map((connection) => ({
      label: connection.name,
      description: connection.url,
      value: connection,
    }));
    return askPickOf(items, { title, placeholder: t('Select a connection') });
  }

  /** Whether the project is in the tree. */
  isConnected({ connectionId, projectId }: ProjectRef): boolean {
    const connection = this.#connections.get(connectionId);
    return connection?.projects.some(({ id }) => id === projectId) ?? false;
  }

  /** All of the tree. Throws UserError if there is none. */
  requireProjects(): readonly ProjectRef[] {
    const projects = this.#connections.all.flatMap(({ id, projects: entries }) =>
      entries.map((project) => ({ connectionId: id, projectId: project.id })),
    );
    if (projects.length === 0) throw notConnected(t('There is no project yet.'));
    return projects;
  }

  async #pickTile(ref: RecordRef, title: string): Promise<NodeOf<'tile'> | undefined> {
    if (!this.#catalog.tiles(ref)) await withTreeProgress(() => this.#catalog.retrieve(ref));
    const tiles = this.#catalog.tiles(ref) ?? [];
    if (tiles.length === 0) throw new UserError(t('This dashboard has no tiles.'));
    const items = tiles.map((tile) => ({
      label: tileTitle(tile) ?? t('Untitled tile'),
      description: t('#{0}', tile.id),
      value: tile.id,
    }));
    const tileId = await askPickOf(items, { title, placeholder: t('Select a tile') });
    return tileId === undefined ? undefined : { type: 'tile', id: '', ref, tileId };
  }
}

/**
 * VS Code passes no item of a tree that it redraws at the moment of the click, and with a key none if none has the focus;
 * the palette passes nothing at all.
 */
function requireItem(args: readonly unknown[]): void {
  const [item, selected] = args;
  if (args.length === 0 || (item !== undefined && item !== null)) return;
  const isWithoutFocus = Array.isArray(selected) && !selected.includes(undefined);
  if (isWithoutFocus) throw new UserError(t('Select a record in the tree first.'));
  throw new UserError(t('The tree just changed. Try again.'));
}

/** The clicked node, which need not be the first of those selected; else the only one. */
function singleNode<T extends DeckNode>([first]: readonly unknown[], nodes: readonly T[]): T | undefined {
  const clicked = isNode(first) ? nodes.find(({ id }) => id === first.id) : undefined;
  return clicked ?? (nodes.length === 1 ? nodes[0] : undefined);
}

function notConnected(sentence: string): UserError {
  return new UserError(t('{0} Connect to a service first, or try the sample data.', sentence), {
    title: t('Connect…'),
    command: 'cohortDeck.connect',
  });
}

/**
 * For commands that ask for something before they write. Throws ApiError `readOnly`, and UserError if the key can only
 * view the records. Of several, those that it can edit are changed, and a message names the others.
 */
export function requireEditable(
  { catalog, guard }: { readonly catalog: Catalog; readonly guard: WriteGuard },
  refs: readonly RecordRef[],
): void {
  guard.requireWritable(refs);
  const records = refs.map((ref) => catalog.get(ref));
  const [first] = refs;
  if (first && records.every((record) => record && isViewOnly(record)))
    throw new UserError(describeViewOnly(first.kind));
}

/** What a key for records runs on items of other kinds. */
interface OtherCommands {
  readonly onConnection: CommandId;
  /** Undefined: says that projects cannot be renamed. */
  readonly onProject: CommandId | undefined;
}

/**
 * Whether a command for records has to do with the item it was given: a key can be pressed on any item of the tree. If
 * not, this runs the command for the item, if there is one, and does not wait for it.
 */
export function isForRecords(
  [item, selected]: readonly unknown[],
  connections: Pick<Connections, 'all'>,
  others: OtherCommands,
): boolean {
  if (!isNode(item) || item.type === 'record' || isSelectedBesideRecords(item, selected)) return true;
  const command = commandOn(item, connections, others);
  if (command !== undefined) void vscode.commands.executeCommand(command, item, undefined, byKey);
  return false;
}

/** Where records are selected, too, a command is for them. */
function isSelectedBesideRecords({ id }: DeckNode, selected: unknown): boolean {
  const all = Array.isArray(selected) ? selected.filter(isNode) : [];
  return all.some((node) => node.id === id) && all.some(({ type }) => type === 'record');
}

/** The only project of the only connection stands for it. Throws UserError. */
export function commandOn(
  { type }: DeckNode,
  { all: [connection, ...more] }: Pick<Connections, 'all'>,
  { onConnection, onProject }: OtherCommands,
): CommandId | undefined {
  if (type !== 'connection' && type !== 'project') return undefined;
  const isOnly = more.length === 0 && connection?.projects.length === 1;
  const command = type === 'connection' || isOnly ? onConnection : onProject;
  if (command !== undefined) return command;
  throw new UserError(
    vscode.l10n.t(
      'Project names come from the service. You can rename dashboards, cohorts and connections here.',
    ),
  );
}

/** The record that is shown, else the one that is selected in the tree or picked. */
export async function askShownRecord(
  { targets }: { readonly targets: CommandTargets },
  args: readonly unknown[],
  kinds: readonly RecordKind[],
  title: string,
): Promise<RecordRef | undefined> {
  const shown = shownRecord(args);
  return shown && kinds.includes(shown.kind) ? shown : targets.record(args, kinds, title);
}
