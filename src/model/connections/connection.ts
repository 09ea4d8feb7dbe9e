// One connection: a service's address, its name and its projects.
import { isApiError } from '#api/apiError.ts';
import type { ApiClient, RateLimits } from '#api/clientTypes.ts';
import { hashText } from '#model/storage/memory.ts';
import type { currentProject, Protection } from './protection.ts';

export interface ProjectEntry {
  readonly id: string;
  /** Empty if it is not known. */
  readonly name: string;
  /** What it was added as, if that was `@current`: see currentProject.ts. */
  readonly addedAs?: typeof currentProject | undefined;
  /** The project's own protection; use `protectionIn` for the one that applies. */
  readonly protection?: Protection | undefined;
}

export interface Connection {
  readonly id: string;
  readonly name: string;
  /** Base URL without a trailing slash. */
  readonly url: string;
  readonly projects: readonly ProjectEntry[];
  /** The protection of all its projects. */
  readonly protection?: Protection | undefined;
  /** Undefined for the usual ones. */
  readonly rateLimits?: Partial<RateLimits> | undefined;
  /** The embedded service: not in the settings, with a new address and key at each start. */
  readonly isSample: boolean;
}

export const sampleConnectionId = 'sample-data';

export function hostOf(url: string): string {
  return new URL(url).host;
}

/**
 * An unused id that no other origin has had or gets, as what was stored under an id stays when its connection is removed:
 * `us-posthog-com--4b4e1f7c9a02`, `us-posthog-com--4b4e1f7c9a02-2`. By the host alone, `a.b.com` and `a-b.com` would be the same.
 */
export function createConnectionId(url: string, taken: ReadonlySet<string>): string {
  const { origin, host } = new URL(url);
  const words = host.split(/[^a-z0-9]/).filter((word) => word !== '');
  const id = `${words.join('-')}--${hashText(origin).slice(0, hashLength)}`;
  for (let n = 1; ; n++) {
    const numbered = n === 1 ? id : `${id}-${n}`;
    if (!taken.has(numbered)) return numbered;
  }
}

const hashLength = 12;

/** Undefined if the key may not list projects: the person then enters an id. Throws ApiError. */
export async function listAccessibleProjects(
  client: Pick<ApiClient, 'listProjects'>,
  signal: AbortSignal,
): Promise<readonly ProjectEntry[] | undefined> {
  try {
    const projects = await client.listProjects({ signal });
    return projects.map(({ id, name }) => ({ id, name: name ?? '' }));
  } catch (error) {
    if (isApiError(error, 'forbidden', 'missingScope', 'notFound')) return undefined;
    throw error;
  }
}
