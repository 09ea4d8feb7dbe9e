// Personal API keys and what each one may do.
import { randomBytes } from 'node:crypto';
import { forbidden, notFound, throttled, unauthenticated } from './serviceError.ts';

/** A key may do everything unless scopes or projects are given. */
export interface KeyOptions {
  readonly key: string;
  /** Such as `dashboard:read`; `*` is all, write implies read. */
  readonly scopes?: readonly string[];
  /** Ids of the projects it has access to. */
  readonly projects?: readonly string[];
}

export interface Key {
  readonly scopes: ReadonlySet<string>;
  /** Undefined: all of them. */
  readonly projects: ReadonlySet<string> | undefined;
}

/** Keys by their text: a map looks up by hash, so the response time reveals nothing about a key. */
export type Keys = ReadonlyMap<string, Key>;

export function makeKey(): string {
  return `phx_${randomBytes(32).toString('base64url').replaceAll(/[-_]/g, '0')}`;
}

export function readKeys(options: readonly KeyOptions[]): Keys {
  return new Map(
    options.map(({ key, scopes, projects }) => [
      key,
      { scopes: new Set(scopes ?? ['*']), projects: projects && new Set(projects) },
    ]),
  );
}

/** Reads an `Authorization` header. Throws 401. */
export function authenticate(keys: Keys, header: string | undefined): Key {
  const sent = readBearer(header);
  // Any scheme but Bearer counts as no credentials.
  if (sent === undefined) throw unauthenticated(undefined);
  const key = keys.get(sent);
  if (!key) throw unauthenticated(header);
  return key;
}

/** Whether an `Authorization` header holds one of the keys. */
export function hasKey(keys: Keys, header: string | undefined): boolean {
  return keys.has(readBearer(header) ?? '');
}

function readBearer(header: string | undefined): string | undefined {
  return /^Bearer\s+(\S+)\s*$/i.exec(header ?? '')?.[1];
}

export function requireScopes(key: Key, scopes: readonly string[]): void {
  for (const scope of scopes) {
    const implied = scope.replace(/:read$/, ':write');
    if (key.scopes.has('*') || key.scopes.has(scope) || key.scopes.has(implied)) continue;
    throw forbidden(`API key missing required scope '${scope}'`);
  }
}

interface Project {
  readonly id: number;
}

export function accessible<P extends Project>(key: Key, projects: readonly P[]): readonly P[] {
  return projects.filter((project) => key.projects?.has(String(project.id)) ?? true);
}

/**
 * Finds a project by ID or `@current`, which is the first one if `current` names none. Throws 404 for an unknown project,
 * 403 for one without access.
 */
export function findAccessible<P extends Project>(
  key: Key,
  projects: readonly P[],
  name: string,
  current?: number,
): P {
  const mine = accessible(key, projects);
  const withId = (text: string) => projects.find(({ id }) => String(id) === text);
  const opened = current === undefined ? mine[0] : withId(String(current));
  const project = name === '@current' ? opened : withId(name);
  if (!project) throw notFound('Project not found.');
  if (!mine.includes(project)) throw forbidden("You don't have access to the project.");
  return project;
}

// Limits per project, shared by its keys: 480 requests a minute and 4,800 an hour for records, 240 and 1,200 for
// persons. Off by default.
const minuteMs = 60_000;
const hourMs = 3_600_000;
const limits = {
  records: { minute: 480, hour: 4800 },
  persons: { minute: 240, hour: 1200 },
} as const;

export class RateLimiter {
  /** Times of the accepted requests of the last hour, oldest first. */
  private readonly passed = new Map<string, number[]>();
  private readonly now: () => number;

  /** `now`: milliseconds that only rise. */
  constructor(now: () => number = () => performance.now()) {
    this.now = now;
  }

  /** Accepts a request or throws 429 with the seconds to wait. */
  pass(projectId: number, kind: keyof typeof limits): void {
    const nowMs = this.now();
    const name = `${projectId} ${kind}`;
    const passed = (this.passed.get(name) ?? []).filter((atMs) => atMs > nowMs - hourMs);
    const { minute, hour } = limits[kind];
    const waitMs = Math.max(waitFor(passed, minute, minuteMs, nowMs), waitFor(passed, hour, hourMs, nowMs));
    if (waitMs > 0) throw throttled(Math.ceil(waitMs / 1000));
    passed.push(nowMs);
    this.passed.set(name, passed);
  }
}

/** Milliseconds until fewer than `most` of the requests are within the last `windowMs`. */
function waitFor(passed: readonly number[], most: number, windowMs: number, nowMs: number): number {
  const oldest = passed.at(-most);
  return oldest === undefined ? 0 : Math.max(0, oldest + windowMs - nowMs);
}
