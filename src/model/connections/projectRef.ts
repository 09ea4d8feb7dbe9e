// Which project of which connection, and what it is called.

export interface ProjectRef {
  readonly connectionId: string;
  readonly projectId: string;
}

/** The service's name for the project that the account opened last. */
export const currentProject = '@current';

/** `Acme EU · Web` */
export function projectTitle(
  { name, projects }: { readonly name: string; readonly projects: readonly { id: string; name: string }[] },
  projectId: string | undefined,
): string {
  if (projectId === undefined) return name;
  return `${name} · ${projects.find(({ id }) => id === projectId)?.name || projectId}`;
}
