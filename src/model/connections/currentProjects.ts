// `@current` is the project that an account opened last in the service's web UI, so it moves. A project is its number: `@current`
// is resolved when it is added or first used, requests have the number, and nothing is written if the service does not say it.
import { isApiError } from '#api/apiError.ts';
import type { ApiClient, ReadableClient } from '#api/clientTypes.ts';
import { Emitter, type Subscription } from '#model/storage/emitter.ts';
import type { Connection, ProjectEntry } from './connection.ts';
import { currentProject } from './projectRef.ts';
import type { Connections } from './connections.ts';

/** Undefined if the service does not say it, or not to this key. Throws ApiError if it cannot be asked. */
export async function resolveCurrentProject(
  client: Pick<ReadableClient, 'retrieveProject'>,
  signal?: AbortSignal,
): Promise<ProjectEntry | undefined> {
  try {
    const { id, name } = await client.retrieveProject(currentProject, { signal });
    return /^\d+$/.test(id) ? { id, name: name ?? '', addedAs: currentProject } : undefined;
  } catch (error) {
    const isRefused = isApiError(
      error,
      ...([
        'forbidden',
        'missingScope',
        'notFound',
        'notAllowed',
        'notJson',
        'unexpected',
        'invalid',
      ] as const),
    );
    if (!isRefused) throw error;
    return undefined;
  }
}

/** The client, whose requests for `@current` go to the project with the number that `numberOf` returns. */
export function withCurrentProject(client: ApiClient, numberOf: (projectId: string) => string): ApiClient {
  return {
    ...client,
    dashboards: (projectId) => client.dashboards(numberOf(projectId)),
    cohorts: (projectId) => client.cohorts(numberOf(projectId)),
    withApproval: (approval) => withCurrentProject(client.withApproval(approval), numberOf),
  };
}

/** The account's current project is another one than that in the tree. */
export interface MovedProject {
  readonly connection: Connection;
  /** In the tree, where it was added as `@current`. */
  readonly shown: ProjectEntry;
  readonly now: ProjectEntry;
}

export interface CurrentProjectsOptions {
  readonly connections: Pick<Connections, 'all'>;
  readonly openClient: (connectionId: string) => Promise<Pick<ReadableClient, 'retrieveProject'>>;
  /** Receives why a service could not be asked. */
  readonly onError: (error: unknown) => void;
  /** Milliseconds that only rise. */
  readonly now: () => number;
}

/** A person returns to the window more often than they open another project. */
const minIntervalMs = 60_000;

/** Notices where `@current` has moved, of projects that were added as it. */
export class CurrentProjects implements Subscription {
  readonly #options: CurrentProjectsOptions;
  readonly #moved = new Emitter<MovedProject>();
  /** By the connection's ID: when it was asked, and the number that was said last. */
  readonly #asked = new Map<string, { readonly atMs: number; readonly id: string | undefined }>();

  /** Fires once for each project that it moves to. */
  readonly onDidMove = this.#moved.event;

  constructor(options: CurrentProjectsOptions) {
    this.#options = options;
  }

  /** Asks each service that has such a project. Never rejects. `isDue`: also one that was asked less than a minute ago. */
  async check(isDue = false): Promise<void> {
    await Promise.all(this.#options.connections.all.map((connection) => this.#check(connection, isDue)));
  }

  dispose(): void {
    this.#moved.dispose();
  }

  async #check(connection: Connection, isDue: boolean): Promise<void> {
    const shown = connection.projects.find(({ addedAs }) => addedAs === currentProject);
    const before = this.#asked.get(connection.id);
    const atMs = this.#options.now();
    if (!shown || (!isDue && before && atMs - before.atMs < minIntervalMs)) return;
    this.#asked.set(connection.id, { atMs, id: before?.id });
    try {
      const now = await resolveCurrentProject(await this.#options.openClient(connection.id));
      if (!now) return;
      const last = this.#asked.get(connection.id)?.id; // another check may have ended
      this.#asked.set(connection.id, { atMs, id: now.id });
      if (now.id !== shown.id && now.id !== last) this.#moved.fire({ connection, shown, now });
    } catch (error) {
      this.#options.onError(error);
    }
  }
}
