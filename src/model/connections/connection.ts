// One connection: a service's address, its name and its projects.
import type { RateLimits } from '#api/clientTypes.ts';
import type { currentProject } from './projectRef.ts';
import type { Protection } from './protection.ts';

export interface ProjectEntry {
  readonly id: string;
  /** Empty if it is not known. */
  readonly name: string;
  /** What it was added as, if that was `@current`: see currentProjects.ts. */
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
