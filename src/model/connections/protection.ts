// How a connection or a project is protected from writes. Of two protections that apply, the stricter one counts.

/** `production`: a person approves each write; `readOnly`: nothing is written. Undefined if nothing is protected. */
export type Protection = 'production' | 'readOnly';

/** A project of a connection. */
export interface ProjectPlace {
  readonly connectionId: string;
  readonly projectId: string;
}

/** What is set on a connection and on its projects. */
export interface Protected {
  readonly protection?: Protection | undefined;
  readonly projects: readonly { readonly id: string; readonly protection?: Protection | undefined }[];
}

/** Reads a protection from the setting; an unknown value counts as the strictest. */
export function parseProtection(value: unknown): {
  readonly protection: Protection | undefined;
  readonly isUnknown: boolean;
} {
  if (value === undefined || value === 'none') return { protection: undefined, isUnknown: false };
  if (value === 'production' || value === 'readOnly') return { protection: value, isUnknown: false };
  return { protection: 'readOnly', isUnknown: true };
}

const ranks = { production: 1, readOnly: 2 } as const satisfies Record<Protection, number>;

export function isWeaker(one: Protection | undefined, other: Protection | undefined): boolean {
  return rankOf(one) < rankOf(other);
}

export function stricterOf(
  one: Protection | undefined,
  other: Protection | undefined,
): Protection | undefined {
  return isWeaker(one, other) ? other : one;
}

function rankOf(protection: Protection | undefined): number {
  return protection === undefined ? 0 : ranks[protection];
}

/** What is set on the connection itself, or on one of its projects. */
export function protectionOf(
  connection: Protected | undefined,
  projectId: string | undefined,
): Protection | undefined {
  const { projects } = connection ?? { projects: [] };
  return (projectId === undefined ? connection : projects.find(({ id }) => id === projectId))?.protection;
}

/**
 * The protection of a project by its own protection and its connection's. One that the connection does not list may be any of
 * those that it lists, under another name such as `@current`: it has the strictest of their protections.
 */
export function protectionIn(
  { protection, projects }: Protected,
  projectId: string | undefined,
): Protection | undefined {
  const listed = projectId === currentProject ? undefined : projects.find(({ id }) => id === projectId);
  const protections = listed ? [listed.protection] : projects.map((project) => project.protection);
  return protections.reduce(stricterOf, protection);
}

/** The service's name for the project that the account opened last. */
export const currentProject = '@current';

/** `Acme EU · Web` */
export function placeName(
  { name, projects }: { readonly name: string; readonly projects: readonly { id: string; name: string }[] },
  projectId: string | undefined,
): string {
  if (projectId === undefined) return name;
  return `${name} · ${projects.find(({ id }) => id === projectId)?.name || projectId}`;
}
