// One connection: a service's address, its name and its projects.

export interface ProjectEntry {
  readonly id: string;
  /** Empty where the service did not say. */
  readonly name: string;
}

export interface Connection {
  readonly id: string;
  readonly name: string;
  /** Base URL without a trailing slash. */
  readonly url: string;
  readonly projects: readonly ProjectEntry[];
  /** The embedded service: it is in no setting, and its address and key are new at each start. */
  readonly isSample: boolean;
}

export const sampleConnectionId = 'sample-data';

export function hostOf(url: string): string {
  return new URL(url).host;
}

/** A short id for a new connection that no other has: `us-posthog-com`, `us-posthog-com-2`. */
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
