// Who may do what: the personal API keys of the service.
import { randomBytes } from 'node:crypto';
import { forbidden, notFound, unauthenticated } from './serviceError.ts';
import type { ProjectRow } from '#sandbox/store/projects.ts';

/** A key and what it may do: everything, unless scopes or projects are named. */
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

/** By the key itself: a map finds by hash, so a guess learns nothing from how long the answer takes. */
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

/** The key of an `Authorization` header. Throws 401. */
export function authenticate(keys: Keys, header: string | undefined): Key {
  const [, sent] = /^Bearer\s+(\S+)\s*$/i.exec(header ?? '') ?? [];
  // Another scheme than Bearer counts as no credentials at all.
  if (sent === undefined) throw unauthenticated(undefined);
  const key = keys.get(sent);
  if (!key) throw unauthenticated(header);
  return key;
}

export function requireScopes(key: Key, scopes: readonly string[]): void {
  for (const scope of scopes) {
    const implied = scope.replace(/:read$/, ':write');
    if (key.scopes.has('*') || key.scopes.has(scope) || key.scopes.has(implied)) continue;
    throw forbidden(`API key missing required scope '${scope}'`);
  }
}

export function accessible(key: Key, projects: readonly ProjectRow[]): readonly ProjectRow[] {
  return projects.filter((project) => key.projects?.has(String(project.id)) ?? true);
}

/** The project that a path names by its id or as `@current`. Throws 404 where there is none, 403 without access. */
export function findAccessible(key: Key, projects: readonly ProjectRow[], name: string): ProjectRow {
  const mine = accessible(key, projects);
  const project = name === '@current' ? mine[0] : projects.find(({ id }) => String(id) === name);
  if (!project) throw notFound('Project not found.');
  if (!mine.includes(project)) throw forbidden("You don't have access to the project.");
  return project;
}
