// Changes of the setting with the connections, in its raw form: entries that are unreadable or unknown here stay as
// they are.
import { isObject } from '#model/storage/memory.ts';
import type { ProjectEntry } from './connection.ts';
import { currentProject } from './projectRef.ts';
import type { SettingEdit } from './connections.ts';
import { isWeaker, parseProtection, type Protection } from './protection.ts';

type Entry = Readonly<Record<string, unknown>>;

export function removeConnection(id: string): SettingEdit {
  return (entries) => entries.filter((entry) => !isEntryOf(entry, id));
}

export function renameConnection(id: string, name: string): SettingEdit {
  return editIn(id, (entry) => ({ ...entry, name }));
}

/** Projects already listed are not changed. */
export function addProjects(id: string, added: readonly ProjectEntry[]): SettingEdit {
  return editIn(id, (entry) => {
    const projects = projectsOf(entry);
    const fresh = added.filter((project) => !projects.some((other) => isEntryOf(other, project.id)));
    return { ...entry, projects: [...projects, ...fresh] };
  });
}

/** The number of `@current` takes its place. The stricter protection counts where the project is in the list already. */
export function pinCurrentProject(id: string, current: ProjectEntry): SettingEdit {
  return editIn(id, (entry) => {
    const projects = projectsOf(entry);
    const added = projects.find((one) => isEntryOf(one, currentProject));
    const listed = projects.find((one) => isEntryOf(one, current.id));
    const pinned = { ...(isObject(added) ? added : {}), ...(isObject(listed) ? listed : current) };
    const protection = stricterRaw(protectionIn(added), protectionIn(listed));
    const entryOf = { ...pinned, addedAs: currentProject, ...(protection !== undefined && { protection }) };
    const others = projects.filter((one) => one !== added || !listed);
    return { ...entry, projects: others.map((one) => (one === (listed ?? added) ? entryOf : one)) };
  });
}

function protectionIn(entry: unknown): unknown {
  return isObject(entry) ? entry['protection'] : undefined;
}

/** As they are written. */
function stricterRaw(one: unknown, other: unknown): unknown {
  return isWeaker(parseProtection(one).protection, parseProtection(other).protection) ? other : one;
}

export function removeProject(id: string, projectId: string): SettingEdit {
  return editIn(id, (entry) => ({
    ...entry,
    projects: projectsOf(entry).filter((project) => !isEntryOf(project, projectId)),
  }));
}

/** Protects a project, or the connection where `projectId` is undefined. An undefined protection removes it. */
export function setProtection(
  id: string,
  projectId: string | undefined,
  protection: Protection | undefined,
): SettingEdit {
  const setIn = (entry: Entry): Entry => {
    const { protection: _, ...rest } = entry;
    return protection === undefined ? rest : { ...rest, protection };
  };
  return editIn(id, (entry) =>
    projectId === undefined
      ? setIn(entry)
      : {
          ...entry,
          projects: projectsOf(entry).map((one) => (isEntryOf(one, projectId) ? setIn(one) : one)),
        },
  );
}

/** Does nothing for an unknown id. */
function editIn(id: string, edit: (entry: Entry) => Entry): SettingEdit {
  return (entries) => entries.map((entry) => (isEntryOf(entry, id) ? edit(entry) : entry));
}

/** A project's id may be a number there. */
function isEntryOf(entry: unknown, id: string): entry is Entry {
  return isObject(entry) && String(entry['id']) === id;
}

function projectsOf({ projects }: Entry): readonly unknown[] {
  return Array.isArray(projects) ? projects : [];
}
