// The one place that decides whether something may be written. `approve` asks the person where it has to; the clients
// of all connections check what it gave out before anything is sent, by the protection of that moment.
import { ApiError, cancelledError } from '#api/apiError.ts';
import {
  type TransportGuard,
  unreadableProtections,
  WriteApproval,
  type Writer,
} from '#api/writeApproval.ts';
import type { Connection } from './connection.ts';
import { currentProject, type ProjectRef, projectTitle } from './projectRef.ts';
import type { Connections } from './connections.ts';
import type { Subscription } from '#model/storage/emitter.ts';
import {
  type Protection,
  protectionIn,
  ownProtectionOf,
  stricterOf,
  type SharedProtection,
} from './protection.ts';

export type { WriteApproval } from '#api/writeApproval.ts';

export type WriteAction =
  | 'create'
  | 'rename'
  | 'editDescription'
  | 'editTags'
  | 'setEditAccess'
  | 'pin'
  | 'unpin'
  | 'delete'
  | 'restore'
  | 'moveTile'
  | 'recalculate'
  | 'addPersons'
  | 'removePersons'
  | 'save'
  /** Saves a document whose record was deleted, in two requests. */
  | 'restoreAndSave';

/** A dashboard that the person may not be able to edit after the write. */
export interface Lockout {
  readonly id: number;
  readonly name: string | undefined;
  /** Name and email of its creator; undefined if they are not known. */
  readonly owner: string | undefined;
}

export interface WriteRequest {
  readonly action: WriteAction;
  /** The projects that it writes to. */
  readonly projects: readonly ProjectRef[];
  /** What it changes, in lines for people: each record with its kind. */
  readonly detail: string;
  /** The person is asked about these whatever the protection. */
  readonly lockouts?: readonly Lockout[];
  /** Shows the change in place of making it. */
  readonly showChanges?: () => void;
  /** Some that a person is asked about are in the tree no more. */
  readonly areRemoved?: boolean;
  readonly by?: Writer;
}

/** Asks a person. `places`: names of the production projects, of which there may be none. @returns whether they agreed */
export type ConfirmWrite = (request: WriteRequest, places: readonly string[]) => Promise<boolean>;

type ProtectionOfAllWindows = Pick<
  SharedProtection,
  'of' | 'setOn' | 'readAgain' | 'isReadable' | 'set' | 'onDidChange'
>;

export class WriteGuard {
  readonly #connections: Connections;
  readonly #confirm: ConfirmWrite;
  readonly #shared: ProtectionOfAllWindows | undefined;

  /** `shared`: the protections of all windows. */
  constructor(connections: Connections, confirm: ConfirmWrite, shared?: ProtectionOfAllWindows) {
    this.#connections = connections;
    this.#confirm = confirm;
    this.#shared = shared;
  }

  /** Some connection or project is protected in another way. */
  onDidChange(listener: () => void): Subscription {
    let before = this.#describeMarks();
    const compare = (): void => {
      const now = this.#describeMarks();
      if (now === before) return;
      before = now;
      listener();
    };
    const subscriptions = [this.#connections.onDidChange(compare), this.#shared?.onDidChange(compare)];
    return { dispose: () => subscriptions.forEach((subscription) => subscription?.dispose()) };
  }

  /** Undefined if nothing is protected. */
  protectionOf(place: ProjectRef): Protection | undefined {
    const { connectionId, projectId } = this.#connections.numbered(place);
    const connection = this.#connections.get(connectionId);
    return connection && this.#protectionIn(connection, projectId);
  }

  /** What is set on a connection or a project itself: the stricter of the settings and of what the windows share. */
  setOn(connectionId: string, projectId?: string): Protection | undefined {
    const connection = this.#connections.get(connectionId);
    const own = ownProtectionOf(connection, projectId);
    if (!connection || connection.isSample) return own;
    return stricterOf(own, this.#shared?.setOn(connectionId, projectId));
  }

  /** Whether no project can be written to. */
  get isReadOnly(): boolean {
    return this.#connections.all.every((connection) =>
      connection.projects.every(({ id }) => this.#protectionIn(connection, id) === 'readOnly'),
    );
  }

  /** The strictest one of a project, whichever connection to the address leads to it. `@current` may be any project. */
  protectionAt(url: string, projectId: string): Protection | undefined {
    if (projectId === currentProject) return 'readOnly';
    const protections = this.#connections.all
      .filter((connection) => connection.url === url)
      .map((connection) => this.#protectionIn(connection, projectId));
    return protections.reduce(stricterOf, undefined);
  }

  /** Throws ApiError `readOnly`: for commands that ask for something else before they write. */
  requireWritable(projects: readonly ProjectRef[]): void {
    const readOnly = projects.find((project) => this.protectionOf(project) === 'readOnly');
    if (readOnly) throw this.#readOnly(this.projectName(readOnly), readOnly);
  }

  /** Whether one of them is in production, or was removed here, so `approve` asks a person. It asks about lockouts anywhere. */
  needsApproval(projects: readonly ProjectRef[]): boolean {
    return projects.some((project) => this.#needsApproval(project));
  }

  #needsApproval(place: ProjectRef): boolean {
    const { connectionId, projectId } = this.#connections.numbered(place);
    const connection = this.#connections.get(connectionId);
    return connection !== undefined && this.#protectionOfWrites(connection, projectId) === 'production';
  }

  #isInTree(place: ProjectRef): boolean {
    const { connectionId, projectId } = this.#connections.numbered(place);
    const connection = this.#connections.get(connectionId);
    return connection !== undefined && isListed(connection, projectId);
  }

  /** Undefined if a person has to be asked. Throws ApiError `readOnly`. */
  approveUnasked(projects: readonly ProjectRef[], by?: Writer): WriteApproval | undefined {
    this.requireWritable(projects);
    if (this.needsApproval(projects)) return undefined;
    return new WriteApproval(
      projects.map((project) => this.#placeOf(project, 'unasked')),
      by,
    );
  }

  /**
   * Asks once for all projects. Throws ApiError `readOnly`, and `cancelled` if the person did not agree.
   * @param confirm asks in another way
   */
  async approve(request: WriteRequest, confirm = this.#confirm): Promise<WriteApproval> {
    const unasked = this.approveUnasked(request.projects, request.by);
    if (unasked && !request.lockouts?.length) return unasked;
    const asked = request.projects.filter((project) => this.#needsApproval(project));
    const areRemoved = asked.some((project) => !this.#isInTree(project));
    const names = [...new Set(asked.map((project) => this.projectName(project)))];
    const places = request.projects.map((project) =>
      this.#placeOf(project, asked.includes(project) ? 'asked' : 'unasked'),
    );
    if (!(await confirm(areRemoved ? { ...request, areRemoved } : request, names))) throw cancelledError();
    return new WriteApproval(places, request.by);
  }

  /** What the client of a connection asks before each write. */
  forConnection(connectionId: string): TransportGuard {
    return {
      check: (projectId, approval) => {
        if (projectId === currentProject) throw unresolved();
        const connection = this.#connections.get(connectionId);
        this.#shared?.readAgain();
        const protection = connection ? this.#protectionOfWrites(connection, projectId) : 'readOnly';
        const place = connection ? projectTitle(connection, projectId) : connectionId;
        const project = projectId === undefined ? undefined : { connectionId, projectId };
        if (protection === 'readOnly') throw this.#readOnly(place, project);
        if (!approval) throw unapproved(place);
        if (protection === undefined && !approval.isBound) return;
        const { projects = [] } = connection ?? {};
        // The number of `@current` may be in no setting that can be written.
        const unnumbered = projects.find(({ id }) => id === currentProject)?.id;
        const names = [projectId, projects.find(({ id }) => id === projectId)?.addedAs, unnumbered];
        const covers = (name: string, kind: 'asked' | 'unasked') =>
          approval.covers(this.#placeOf({ connectionId, projectId: name }, kind));
        const isApproved = names.some(
          (name) =>
            name !== undefined &&
            (covers(name, 'asked') || (protection === undefined && covers(name, 'unasked'))),
        );
        if (!isApproved) throw unapproved(place);
      },
    };
  }

  /** A person has set the protection of a project, or of its connection. Resolves once all windows have it. */
  async share(...set: Parameters<SharedProtection['set']>): Promise<void> {
    await this.#shared?.set(...set);
  }

  connectionName({ connectionId }: ProjectRef): string {
    return this.#connections.nameOf(connectionId);
  }

  /** `Acme EU · Web` */
  projectName(place: ProjectRef): string {
    const { connectionId, projectId } = this.#connections.numbered(place);
    const connection = this.#connections.get(connectionId);
    return connection ? projectTitle(connection, projectId) : connectionId;
  }

  /** The stricter one of what this window's settings say and what another window has written. Sample data has none. */
  #protectionIn(connection: Connection, projectId: string | undefined): Protection | undefined {
    const own = protectionIn(connection, projectId);
    return connection.isSample ? own : stricterOf(own, this.#shared?.of(connection.id, projectId));
  }

  /**
   * A project's protection goes with it as it is removed here, while its documents can still be saved: a person is asked, as
   * in production.
   */
  #protectionOfWrites(connection: Connection, projectId: string | undefined): Protection | undefined {
    const protection = this.#protectionIn(connection, projectId);
    return isListed(connection, projectId) ? protection : stricterOf(protection, 'production');
  }

  #readOnly(place: string, project: ProjectRef | undefined): ApiError {
    const code = this.#shared?.isReadable === false ? unreadableProtections : undefined;
    return new ApiError('readOnly', 'The project is read-only here.', { place, project, code });
  }

  /** Another address is another service's. `kind`: whether a person was asked. */
  #placeOf({ connectionId, projectId }: ProjectRef, kind: 'asked' | 'unasked'): string {
    return JSON.stringify([kind, connectionId, projectId, this.#connections.addressOf(connectionId)]);
  }

  #describeMarks(): string {
    return JSON.stringify(
      this.#connections.all.map((connection) => [
        connection.id,
        this.setOn(connection.id) ?? null,
        connection.projects.map(({ id }) => [id, this.#protectionIn(connection, id) ?? null]),
      ]),
    );
  }
}

/** Also where the request names none, and where the number of `@current` is in no setting. */
function isListed({ projects }: Connection, projectId: string | undefined): boolean {
  return projectId === undefined || projects.some(({ id }) => [projectId, currentProject].includes(id));
}

function unresolved(): ApiError {
  return new ApiError(
    'unresolvedProject',
    'The project is @current, and the service does not say which one.',
  );
}

function unapproved(place: string): ApiError {
  return new ApiError('unapproved', 'This change was not confirmed.', { place });
}
