// What deployments of today say of a cohort beyond the interface. Older ones refuse these requests.

/** What uses a cohort: `featureFlag` by its key, `insight` by the ID of its web page. */
export interface CohortUser {
  readonly kind: 'featureFlag' | 'insight' | 'cohort';
  readonly id: number;
  readonly name: string;
  /** Of an insight; empty if the service does not say. */
  readonly shortId: string;
}

export interface CohortUses {
  readonly users: readonly CohortUser[];
  /** All users, also those that the service did not list. */
  readonly total: number;
}

/** One calculation of a cohort, as the service recorded it. */
export interface CohortCalculation {
  /** The filters that it was calculated from; undefined if the service does not say. */
  readonly filters: unknown;
  readonly count: number | undefined;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Undefined while it runs. */
  readonly finishedAt: number | undefined;
  /** The service's words; empty if it did not fail. */
  readonly error: string;
}

const blocks = [
  ['feature_flags', 'featureFlag'],
  ['insights', 'insight'],
  ['cohorts', 'cohort'],
] as const;

/** Undefined for a response of another shape. */
export function readCohortUses(json: unknown): CohortUses | undefined {
  if (!isObject(json) || !blocks.some(([key]) => key in json)) return undefined;
  const read = blocks.map(([key, kind]) => readBlock(json[key], kind));
  return {
    users: read.flatMap(({ users }) => users),
    total: read.reduce((sum, { total }) => sum + total, 0),
  };
}

/** A list, or an object with a list and the number of all of its rows. */
function readBlock(block: unknown, kind: CohortUser['kind']): CohortUses {
  const members = isObject(block) ? Object.values(block) : [block];
  const rows: readonly unknown[] = members.find(Array.isArray) ?? [];
  const users = rows.flatMap((row) => readUser(row, kind) ?? []);
  const total = members.find((one) => typeof one === 'number' && Number.isSafeInteger(one));
  return { users, total: Math.max(users.length, typeof total === 'number' ? total : 0) };
}

function readUser(row: unknown, kind: CohortUser['kind']): CohortUser | undefined {
  if (!isObject(row) || typeof row['id'] !== 'number' || !Number.isSafeInteger(row['id'])) return undefined;
  const name = kind === 'featureFlag' ? textOf(row['key']) || textOf(row['name']) : textOf(row['name']);
  return { kind, id: row['id'], name, shortId: textOf(row['short_id']) };
}

/** Newest first, as the service sends them. Undefined for a response of another shape. */
export function readCalculations(json: unknown): readonly CohortCalculation[] | undefined {
  if (!isObject(json) || !Array.isArray(json['results'])) return undefined;
  return json['results'].flatMap((row: unknown) => {
    if (!isObject(row)) return [];
    const startedAt = Date.parse(textOf(row['started_at']));
    if (Number.isNaN(startedAt)) return [];
    const finishedAt = Date.parse(textOf(row['finished_at']));
    const { count } = row;
    return [
      {
        filters: row['filters'] ?? undefined,
        count: typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : undefined,
        startedAt,
        finishedAt: Number.isNaN(finishedAt) ? undefined : finishedAt,
        error: textOf(row['error']) || textOf(row['error_code']),
      },
    ];
  });
}

const activities = {
  created: 'create',
  updated: 'update',
  deleted: 'delete',
  restored: 'restore',
  persons_added_manually: 'addPersons',
  person_removed_manually: 'removePersons',
} as const;

/** What somebody did to a cohort. */
export interface CohortActivity {
  readonly action: (typeof activities)[keyof typeof activities];
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Undefined if the service does not say. */
  readonly user: { readonly first_name: string; readonly email: string } | undefined;
  /** Values as JSON values, long numbers as they were sent; undefined for none. */
  readonly changes: readonly {
    readonly field: string;
    readonly before: unknown;
    readonly after: unknown;
  }[];
}

/** The last first. Leaves out what is not known here. Undefined for a response of another shape. */
export function readActivities(json: unknown): readonly CohortActivity[] | undefined {
  if (!isObject(json) || !Array.isArray(json['results'])) return undefined;
  return json['results'].flatMap((row: unknown) => {
    if (!isObject(row)) return [];
    const name = textOf(row['activity']);
    const at = Date.parse(textOf(row['created_at']));
    if (!isActivity(name) || Number.isNaN(at)) return [];
    const { user, detail } = row;
    return [
      {
        action: activities[name],
        at,
        user: isObject(user)
          ? { first_name: textOf(user['first_name']), email: textOf(user['email']) }
          : undefined,
        changes: isObject(detail) && Array.isArray(detail['changes']) ? readChanges(detail['changes']) : [],
      },
    ];
  });
}

function isActivity(name: string): name is keyof typeof activities {
  return Object.hasOwn(activities, name);
}

function readChanges(changes: readonly unknown[]): CohortActivity['changes'] {
  return changes.flatMap((change) => {
    if (!isObject(change) || typeof change['field'] !== 'string') return [];
    const { field, before, after } = change;
    return [{ field, before: before ?? undefined, after: after ?? undefined }];
  });
}

/** A number that JSON.parse may change: long ones, and those with a point or an exponent. */
const mayChange = /[,:[\s]-?(?:\d{16}|\d+[.eE])/;

/**
 * What JSON.parse has read of a text, but a number that it has changed is an object that is printed as it was sent: filters are
 * compared and restored.
 */
export function withNumbersAsSent(text: string, parsed: unknown): unknown {
  if (!mayChange.test(text)) return parsed;
  try {
    return JSON.parse(text, (_key, value, { source }) =>
      typeof value === 'number' && source !== undefined && source !== String(value)
        ? JSON.rawJSON(source)
        : value,
    );
  } catch {
    return parsed; // nested too deeply for a reviver, which recurses
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
