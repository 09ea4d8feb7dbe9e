// Reads the setting with the connections.
import { isObject } from '#model/storage/memory.ts';
import { parseServiceAddress } from './parseServiceAddress.ts';
import { type Connection, hostOf, type ProjectEntry, sampleConnectionId } from './connection.ts';
import { currentProject } from './projectRef.ts';
import { parseProtection, stricterOf } from './protection.ts';

/** An entry of the setting that is unusable, or read-only because of an unknown protection; `index` from 0. */
export interface ConnectionProblem {
  readonly index: number;
  readonly reason:
    | 'notAList'
    | 'notAnObject'
    | 'badId'
    | 'doubleId'
    | 'badUrl'
    | 'badProjects'
    | 'badProtection'
    | 'badLimits';
}

/**
 * Omits unusable entries and reports them. `ids`: those of unusable entries, too, which a person may be typing in; undefined
 * if there is no list that could lack one.
 */
export function parseConnections(value: unknown): {
  readonly connections: readonly Connection[];
  readonly problems: readonly ConnectionProblem[];
  readonly ids: ReadonlySet<unknown> | undefined;
} {
  if (!Array.isArray(value))
    return { connections: [], problems: [{ index: 0, reason: 'notAList' }], ids: undefined };
  const connections: Connection[] = [];
  const problems: ConnectionProblem[] = [];
  for (const [index, entry] of value.entries()) {
    const result = parseConnection(entry);
    if (typeof result === 'string') problems.push({ index, reason: result });
    else if (connections.some((other) => other.id === result.id))
      problems.push({ index, reason: 'doubleId' });
    else connections.push(result);
    if (hasUnknownProtection(entry)) problems.push({ index, reason: 'badProtection' });
    if (hasBadLimits(entry)) problems.push({ index, reason: 'badLimits' });
  }
  const ids = new Set(value.filter(isObject).map(({ id }) => id));
  return { connections, problems, ids };
}

function parseConnection(entry: unknown): Connection | ConnectionProblem['reason'] {
  if (!isObject(entry)) return 'notAnObject';
  const { id, name, url, projects = [], protection, requestsPerMinute } = entry;
  if (typeof id !== 'string' || !/^[a-z0-9-]+$/.test(id)) return 'badId';
  if (id === sampleConnectionId) return 'doubleId';
  const base = typeof url === 'string' ? parseServiceAddress(url) : undefined;
  if (!base?.ok) return 'badUrl';
  if (!Array.isArray(projects)) return 'badProjects';
  const entries = projects.map(parseProject);
  if (entries.includes(undefined)) return 'badProjects';
  return {
    id,
    name: typeof name === 'string' && name.trim() !== '' ? name : hostOf(base.value),
    url: base.value,
    projects: uniqueById(entries.filter((project) => project !== undefined)),
    ...protectionMember(protection),
    ...limitsOf(requestsPerMinute),
    isSample: false,
  };
}

function parseProject(entry: unknown): ProjectEntry | undefined {
  if (!isObject(entry)) return undefined;
  const { id, name, protection, addedAs } = entry;
  const text = typeof id === 'number' ? String(id) : id;
  if (typeof text !== 'string' || text.trim() === '' || /[/\\\p{Cc}]/u.test(text)) return undefined;
  return {
    id: text,
    name: typeof name === 'string' ? name : '',
    ...(addedAs === currentProject && { addedAs }),
    ...protectionMember(protection),
  };
}

/** No member where nothing is protected, as in the setting. */
function protectionMember(value: unknown): Pick<ProjectEntry, 'protection'> {
  const { protection } = parseProtection(value);
  return protection === undefined ? {} : { protection };
}

/** No member where none is set; 0 is no limit, and what is unusable counts as not set. */
function limitsOf(value: unknown): Pick<Connection, 'rateLimits'> {
  if (!isObject(value)) return {};
  const limit = (one: unknown) => (one === 0 ? Infinity : Number(one));
  const limits = {
    ...(isLimit(value['records']) && { recordsPerMinute: limit(value['records']) }),
    ...(isLimit(value['persons']) && { personsPerMinute: limit(value['persons']) }),
  };
  return Object.keys(limits).length === 0 ? {} : { rateLimits: limits };
}

const maxLimit = 100_000;

function isLimit(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= maxLimit;
}

function hasBadLimits(entry: unknown): boolean {
  const limits = isObject(entry) ? entry['requestsPerMinute'] : undefined;
  if (limits === undefined) return false;
  return !isObject(limits) || !Object.values(limits).every(isLimit);
}

function hasUnknownProtection(entry: unknown): boolean {
  if (!isObject(entry)) return false;
  const projects: readonly unknown[] = Array.isArray(entry['projects']) ? entry['projects'] : [];
  return [entry, ...projects.filter(isObject)].some(
    ({ protection }) => parseProtection(protection).isUnknown,
  );
}

/** For a project that is listed twice, keeps the last entry with the stricter protection. */
function uniqueById(projects: readonly ProjectEntry[]): readonly ProjectEntry[] {
  const unique = new Map<string, ProjectEntry>();
  for (const project of projects) {
    const protection = stricterOf(unique.get(project.id)?.protection, project.protection);
    unique.set(project.id, protection === undefined ? project : { ...project, protection });
  }
  return [...unique.values()];
}
