// Personal API keys and what each one may do.
import { randomBytes } from 'node:crypto';
import { forbidden, notFound, unauthenticated } from './serviceError.ts';

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
