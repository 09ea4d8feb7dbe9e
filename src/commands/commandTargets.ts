// Which record, list or tile a command is about: the argument, else the tree's selection, else a quick pick.
import * as vscode from 'vscode';
import { UserError } from '#host/errorMessage.ts';
import { askPick, askPickOf, type PickItem } from '#host/quickInput.ts';
import { type KeyArgument, keyArguments } from '#manifest.ts';
import type { Catalog } from '#model/records/catalog.ts';
import type { Connection, Connections } from '#model/connections/connections.ts';
import { type DeckNode, isNode, type NodeOf, type NodeType } from '#model/records/treeNodes.ts';
import { isCohort, nameOf, type DeckRecord, tileTitle } from '#model/records/deckRecord.ts';
import type { ListRef, ProjectRef, RecordKind, RecordRef } from '#model/records/recordRef.ts';

const { t } = vscode.l10n;

/** A quick pick of more records than this is no help; the search of the service's own UI is. */
const maxPicked = 10_000;
/** A search wants all of a list soon, and a shared service counts requests. */
const searchPageSize = 1000;

/** What is selected in the tree, or what a key was pressed on there; to be asked for a key once. */
export type Selection = (key?: KeyArgument) => readonly DeckNode[];

export interface Targets {
  /**
   * What a key was pressed on, in the tree's order; undefined where the command came from elsewhere. A key means what
   * is there and nothing else: it asks for no other. Ask once.
   */
  pressedOn(args: readonly unknown[]): readonly DeckNode[] | undefined;
  /** The nodes of a type that a command was called on, several where several are selected. */
  nodes<T extends NodeType>(args: readonly unknown[], ...types: readonly T[]): readonly NodeOf<T>[];
  /** Undefined where the person left the quick pick. */
  record(
    args: readonly unknown[],
    kinds: readonly RecordKind[],
    title: string,
  ): Promise<RecordRef | undefined>;
  pickRecord(
    kinds: readonly RecordKind[],
    title: string,
    within?: ListRef & { readonly except?: number },
  ): Promise<RecordRef | undefined>;
  list(args: readonly unknown[], kind: RecordKind, title: string): Promise<ListRef | undefined>;
  tile(args: readonly unknown[], title: string): Promise<NodeOf<'tile'> | undefined>;
  /** Asks for none. */
  project(args: readonly unknown[]): NodeOf<'project'> | undefined;
  connection(args: readonly unknown[], title: string): Promise<Connection | undefined>;
  /** Whether the project is in the tree. */
  isConnected(ref: ProjectRef): boolean;
}

export function createTargets(connections: Connections, catalog: Catalog, selection: Selection): Targets {
  const nodes = <T extends NodeType>(
    args: readonly unknown[],
    ...types: readonly T[]
  ): readonly NodeOf<T>[] => {
    const isWanted = (node: DeckNode): node is NodeOf<T> => types.some((type) => type === node.type);
    const [first, selected] = args;
    if (!isNode(first)) return args.length > 0 && first !== undefined ? [] : selection().filter(isWanted);
    const all = Array.isArray(selected) ? selected.filter(isNode) : [];
    return (all.some(({ id }) => id === first.id) ? all : [first]).filter(isWanted);
  };

  const projects = (): readonly ProjectRef[] =>
    connections.all.flatMap(({ id, projects: entries }) =>
      entries.map((project) => ({ connectionId: id, projectId: project.id })),
    );

  const requireProjects = () => {
    const known = projects();
    if (known.length === 0) throw noConnection(t('There is no project yet.'));
    return known;
  };

  const projectLabel = (ref: ProjectRef) => {
    const connection = connections.get(ref.connectionId);
    const project = connection?.projects.find(({ id }) => id === ref.projectId);
    const name = project?.name || t('Project {0}', ref.projectId);
    return connections.all.length > 1 ? `${name} · ${connection?.name ?? ref.connectionId}` : name;
  };

  const pickRecord: Targets['pickRecord'] = async (kinds, title, within) => {
    const lists: readonly ListRef[] = within
      ? [within]
      : requireProjects().flatMap((project) => kinds.map((kind) => ({ ...project, kind })));
    return askPick<RecordRef>({
      title,
      placeholder: t('Type to search'),
      empty: emptyText(kinds, within?.except !== undefined),
      load: async (show, signal) => {
        const found = new Map<ListRef, readonly PickItem<RecordRef>[]>();
        const take = (list: ListRef, records: readonly DeckRecord[]) => {
          const rows = records.filter((record) => record.id !== within?.except);
          found.set(
            list,
            rows.map((record) => toItem({ ...list, id: record.id }, record, projectLabel(list))),
          );
          show(lists.flatMap((each) => found.get(each) ?? []));
        };
        const loads = lists.map((list) => loadAll(catalog, list, signal, (records) => take(list, records)));
        const failed = (await Promise.allSettled(loads)).filter((load) => load.status === 'rejected');
        if (failed[0] && failed.length === lists.length) throw failed[0].reason; // else the tree shows what failed
      },
    });
  };

  return {
    pressedOn: ([first]) => {
      const key = keyArguments.find((known) => known === first);
      return key && selection(key);
    },
    nodes,
    pickRecord,
    async record(args, kinds, title) {
      const fitting = nodes(args, 'record').filter(({ ref }) => kinds.includes(ref.kind));
      return theOne(args, fitting)?.ref ?? pickRecord(kinds, title);
    },
    async list(args, kind, title) {
      const fitting = nodes(args, 'list', 'project', 'record', 'tile', 'more', 'trash');
      const node = theOne(args, fitting) ?? fitting[0];
      if (node) return { connectionId: node.ref.connectionId, projectId: node.ref.projectId, kind };
      const known = requireProjects();
      const [only] = known;
      if (only && known.length === 1) return { ...only, kind };
      const picked = await askPickOf(
        known.map((ref) => ({
          label: projectLabel(ref),
          iconPath: new vscode.ThemeIcon('project'),
          value: ref,
        })),
        { title, placeholder: t('In which project?') },
      );
      return picked && { ...picked, kind };
    },
    isConnected: ({ connectionId, projectId }) =>
      connections.get(connectionId)?.projects.some(({ id }) => id === projectId) ?? false,
    async tile(args, title) {
      const node = theOne(args, nodes(args, 'tile'));
      if (node) return node;
      const dashboard = await pickRecord(['dashboard'], title);
      return dashboard && pickTile(catalog, dashboard, title);
    },
    project: (args) => theOne(args, nodes(args, 'project')),
    async connection(args, title) {
      const [first] = args;
      const id =
        typeof first === 'string'
          ? first
          : connectionIdOf(theOne(args, nodes(args, 'connection', 'project')));
      if (id !== undefined) return connections.get(id);
      const { all } = connections;
      if (all.length === 0) throw noConnection(t('There is no connection yet.'));
      if (all.length === 1) return all[0];
      return askPickOf(
        all.map((connection) => ({ label: connection.name, description: connection.url, value: connection })),
        { title, placeholder: t('Which connection?') },
      );
    },
  };
}

/** The node that was clicked, which need not be the first of those selected; where none was, the only one there is. */
function theOne<T extends DeckNode>([first]: readonly unknown[], fitting: readonly T[]): T | undefined {
  const clicked = isNode(first) ? fitting.find(({ id }) => id === first.id) : undefined;
  return clicked ?? (fitting.length === 1 ? fitting[0] : undefined);
}

function noConnection(what: string): UserError {
  return new UserError(t('{0} Connect to a service first, or try the sample data.', what), {
    title: t('Connect…'),
    command: 'cohortDeck.connect',
  });
}

function connectionIdOf(node: NodeOf<'connection' | 'project'> | undefined): string | undefined {
  return node?.type === 'project' ? node.ref.connectionId : node?.connectionId;
}

/** Shows what is loaded and goes on with the pages that follow. Throws where nothing can be loaded. */
async function loadAll(
  catalog: Catalog,
  list: ListRef,
  signal: AbortSignal,
  show: (records: readonly DeckRecord[]) => void,
): Promise<void> {
  let state = await catalog.load(list);
  if (state.status === 'failed') {
    const isEmpty = state.records.length === 0;
    state = isEmpty ? await catalog.refresh(list) : await catalog.loadMore(list, searchPageSize);
  }
  show(state.records);
  while (state.hasMore && state.status === 'ready' && !signal.aborted && state.records.length < maxPicked) {
    const known = state.records.length;
    state = await catalog.loadMore(list, searchPageSize);
    if (state.records.length === known) break; // a service that gives the same page again
    show(state.records);
  }
  if (state.status === 'failed' && state.records.length === 0) throw state.error;
}

function emptyText(kinds: readonly RecordKind[], isForAnother: boolean): string {
  if (isForAnother) return t('There is no other one to choose.');
  if (kinds.length > 1) return t('There are no dashboards and no cohorts yet.');
  return kinds[0] === 'cohort' ? t('There are no cohorts yet.') : t('There are no dashboards yet.');
}

function toItem(ref: RecordRef, record: DeckRecord, project: string): PickItem<RecordRef> {
  const isOfCohort = isCohort(record);
  const count =
    isOfCohort && typeof record.count === 'number'
      ? t('{0} persons', record.count.toLocaleString())
      : undefined;
  return {
    label: nameOf(record) ?? (isOfCohort ? t('Untitled cohort') : t('Untitled dashboard')),
    description: [t('#{0}', ref.id), project, count].filter((part) => part !== undefined).join(' · '),
    iconPath: new vscode.ThemeIcon(isOfCohort ? 'person' : 'dashboard'),
    value: ref,
  };
}

async function pickTile(
  catalog: Catalog,
  ref: RecordRef,
  title: string,
): Promise<NodeOf<'tile'> | undefined> {
  if (!catalog.tiles(ref)) await catalog.retrieve(ref);
  const tiles = catalog.tiles(ref) ?? [];
  if (tiles.length === 0) throw new UserError(t('This dashboard has no tiles.'));
  const tileId = await askPickOf(
    tiles.map((tile) => ({
      label: tileTitle(tile) ?? t('Untitled tile'),
      description: t('#{0}', tile.id),
      value: tile.id,
    })),
    { title, placeholder: t('Which tile?') },
  );
  return tileId === undefined ? undefined : { type: 'tile', id: '', ref, tileId };
}
