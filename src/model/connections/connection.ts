// One connection: a service's address, its name and its projects.
import type { Protection } from './protection.ts';

export interface ProjectEntry {
  readonly id: string;
  /** Empty where it is not known. */
  readonly name: string;
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
  /** The embedded service: not in the settings, with a new address and key at each start. */
  readonly isSample: boolean;
}

export const sampleConnectionId = 'sample-data';

export function hostOf(url: string): string {
  return new URL(url).host;
}

/** A short, unused id: `us-posthog-com`, `us-posthog-com-2`. */
export function createConnectionId(url: string, taken: ReadonlySet<string>): string {
  const slug =
    hostOf(url)
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '') || 'service';
  for (let n = 1; ; n++) {
    const id = n === 1 ? slug : `${slug}-${n}`;
    if (id !== sampleConnectionId && !taken.has(id)) return id;
  }
}
