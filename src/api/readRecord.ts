// Reads records from JSON. A valid record is checked and passed on unchanged; only others are repaired.
import * as z from 'zod';
import {
  cohortSchema,
  dashboardSchema,
  personSchema,
  projectSchema,
  textIdSchema,
  userSummarySchema,
} from './responseSchemas.ts';
import type { Cohort, Dashboard, Person, Project, UserSummary } from './responseSchemas.ts';

interface Reading<T> {
  /** Undefined if not even an id could be read. */
  readonly record: T | undefined;
  /** One sentence per field that had a wrong type, or one for the whole record. Never a value. */
  readonly problems: readonly string[];
}

/** `position` names a record without an id; 1 is a page's first. */
export type RecordReader<T> = (raw: unknown, position?: number) => Reading<T>;

export const readDashboard: RecordReader<Dashboard> = createReader('Dashboard', dashboardSchema);
export const readCohort: RecordReader<Cohort> = createReader('Cohort', cohortSchema);
export const readPerson: RecordReader<Person> = createReader('Person', personSchema);
export const readProject: RecordReader<Project> = createReader('Project', projectSchema);

/** Undefined for what names no person: an ID alone may be that of anything. */
export function readUser(raw: unknown): UserSummary | undefined {
  const { data } = userSummarySchema.safeParse(raw);
  const names = data && [data.uuid, data.distinct_id, data.email];
  return names?.some((name) => name !== undefined && name !== '') ? data : undefined;
}

const sound: readonly string[] = [];

function createReader<T>(noun: string, loose: z.ZodObject & z.ZodType<T>): RecordReader<T> {
  const exact = z.compile(exactOf(loose));
  const empties = emptyValuesOf(loose);
  return (raw, position) => {
    // The exact schema changes nothing: for what passes it, the loose one would return the same.
    if (passes(exact, raw)) return { record: raw, problems: sound };
    const filled = fillAbsent(raw, empties);
    if (passes(exact, filled)) return { record: filled, problems: sound };
    const repaired = loose.safeParse(raw);
    if (!repaired.success) {
      const where = position === undefined ? '' : ` ${position} of the page`;
      return { record: undefined, problems: [`${noun}${where} could not be read: ${reasonOf(raw)}.`] };
    }
    const fields = wrongFields(exact, raw);
    const id = String(Reflect.get(repaired.data, 'id'));
    return {
      record: repaired.data,
      problems: fields.map((field) => `${noun} ${id}: ${field} has an unexpected type and reads as empty.`),
    };
  };
}

/** An exact schema converts nothing, so its input is its output. */
function passes<T>(exact: z.ZodType<T>, raw: unknown): raw is T {
  return exact.validate(raw);
}

type EmptyValues = readonly (readonly [field: string, create: () => unknown])[];

/** The fields that a record always has, and what they are where a response leaves them out. */
function emptyValuesOf(loose: z.ZodObject): EmptyValues {
  return Object.entries(loose.shape).flatMap(([name, field]) => {
    if (!(field instanceof z.ZodCatch)) return [];
    const create = (): unknown => field.parse(undefined);
    const value = create();
    if (value === undefined) return [];
    return [[name, typeof value === 'object' ? create : () => value] as const];
  });
}

/** A copy, its absent fields empty: deployments that leave fields out do so in every record of a list. */
function fillAbsent(raw: unknown, empties: EmptyValues): unknown {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return raw;
  const filled: Record<string, unknown> = { ...raw };
  for (const [name, create] of empties) if (filled[name] === undefined) filled[name] = create();
  return filled;
}

function reasonOf(raw: unknown): string {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return 'it is not an object';
  return 'id' in raw ? 'its ID has an unexpected type' : 'it has no ID';
}

/** Fields that are there and wrong; what is merely absent is not a problem. */
function wrongFields(exact: z.ZodType, raw: unknown): readonly string[] {
  const issues = exact.safeParse(raw).error?.issues ?? [];
  // An id that could be read only needed converting.
  const wrong = issues.filter(({ path }) => path[0] !== 'id' && valueAt(raw, path) !== undefined);
  return [...new Set(wrong.map((issue) => issue.path.slice(0, 2).map(String).join('.')))];
}

function valueAt(raw: unknown, path: readonly PropertyKey[]): unknown {
  let at = raw;
  for (const key of path) {
    if (typeof at !== 'object' || at === null) return undefined;
    at = Reflect.get(at, key);
  }
  return at;
}

/** The same schema without its catches and conversions: what a record must be to need no repair. */
function exactOf<T>(schema: z.ZodType<T>): z.ZodType<T>;
function exactOf(schema: z.core.$ZodType): z.ZodType;
function exactOf(schema: z.core.$ZodType): z.ZodType {
  if (schema === textIdSchema) return z.string();
  if (schema instanceof z.ZodCatch) return exactOf(schema.unwrap());
  if (schema instanceof z.ZodOptional) return z.optional(exactOf(schema.unwrap()));
  if (schema instanceof z.ZodNullable) return z.nullable(exactOf(schema.unwrap()));
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape).map(([name, field]) => [name, exactOf(field)] as const);
    return z.looseObject(Object.fromEntries(fields));
  }
  if (schema instanceof z.ZodType) return schema;
  throw new TypeError('a schema of another zod');
}
