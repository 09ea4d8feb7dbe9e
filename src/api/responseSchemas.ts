// The interface's records as zod schemas, loose: an unknown field is kept, and a field of a wrong type becomes its
// empty value, so that one bad field never hides a record. readRecord.ts names those fields.
import * as z from 'zod';
import { longNumberText, plainText } from '#json/longNumbers.ts';

/** The person who made a record. */
export const userSummarySchema = z.looseObject({
  id: z.number().optional().catch(undefined),
  uuid: z.string().optional().catch(undefined),
  distinct_id: z.string().optional().catch(undefined),
  first_name: z.string().optional().catch(undefined),
  email: z.string().optional().catch(undefined),
});
export type UserSummary = z.infer<typeof userSummarySchema>;

/** An object with any keys, such as `filters`; taken as it is. */
const mapSchema = z.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);
const mapOrListSchema = z.custom<Record<string, unknown> | unknown[]>(
  (value) => typeof value === 'object' && value !== null,
);
/** Each record gets an empty map of its own. */
const emptyMap = (): Record<string, unknown> => ({});

/** A tile of a dashboard: in responses for one dashboard only. It holds an insight, a text, a widget or a button. */
const tileSchema = z.looseObject({
  id: z.number().int(),
  insight: z
    .looseObject({
      id: z.number().optional().catch(undefined),
      short_id: z.string().optional().catch(undefined),
      name: z.string().nullish().catch(null),
      derived_name: z.string().nullish().catch(null),
      description: z.string().nullish().catch(null),
    })
    .nullish()
    .catch(null),
  text: z
    .looseObject({ body: z.string().nullish().catch(null) })
    .nullish()
    .catch(null),
  widget: z
    .looseObject({ name: z.string().nullish().catch(null), widget_type: z.string().nullish().catch(null) })
    .nullish()
    .catch(null),
  button_tile: z
    .looseObject({ text: z.string().nullish().catch(null), url: z.string().nullish().catch(null) })
    .nullish()
    .catch(null),
  color: z.string().nullish().catch(null),
});
export type Tile = z.infer<typeof tileSchema>;

const nullableString = z.string().nullish().catch(null);
const nullableInteger = z.number().int().nullish().catch(null);
const flag = z.boolean().catch(false);

/** A dashboard. `tiles` and `items` are null in a list and arrays in every other response; a list may lack `filters`. */
export const dashboardSchema = z.looseObject({
  id: z.number().int(),
  name: nullableString,
  description: nullableString,
  items: z.unknown().optional(),
  pinned: flag,
  created_at: nullableString,
  created_by: userSummarySchema.nullish().catch(null),
  is_shared: flag,
  deleted: flag,
  creation_mode: nullableString,
  use_template: nullableString,
  use_dashboard: nullableInteger,
  filters: mapSchema.optional().catch(emptyMap),
  tags: z.array(z.unknown()).catch(() => []),
  tiles: z.unknown().optional(),
  restriction_level: nullableInteger,
  effective_restriction_level: nullableInteger,
  effective_privilege_level: nullableInteger,
  user_access_level: nullableString,
});
export type Dashboard = z.infer<typeof dashboardSchema>;

/** A cohort. `groups` is an object in the interface and a list in real responses; what came is kept. */
export const cohortSchema = z.looseObject({
  id: z.number().int(),
  name: nullableString,
  description: nullableString,
  groups: mapOrListSchema.catch(emptyMap),
  deleted: flag,
  filters: mapSchema.optional().catch(emptyMap),
  is_calculating: flag,
  created_by: userSummarySchema.nullish().catch(null),
  created_at: nullableString,
  last_calculation: nullableString,
  errors_calculating: nullableInteger,
  count: nullableInteger,
  is_static: flag,
  last_error_message: nullableString,
  user_access_level: nullableString,
});
export type Cohort = z.infer<typeof cohortSchema>;

/** An ID that some deployments send as a number, which may be a long one. */
export const textIdSchema = z
  .union([z.string(), z.number(), z.custom<object>((value) => longNumberText(value) !== undefined)])
  .transform((id) => plainText(id) ?? '');

/** A project as the discovery list gives it; not part of the interface, so only the id is needed. */
export const projectSchema = z.looseObject({
  id: textIdSchema,
  name: nullableString,
});
export type Project = z.infer<typeof projectSchema>;

/** A person of a cohort, as `format=json` gives it. */
export const personSchema = z.looseObject({
  id: textIdSchema,
  uuid: z.string().optional().catch(undefined),
  name: nullableString,
  distinct_ids: z.array(z.string()).catch(() => []),
  created_at: nullableString,
  properties: mapSchema.catch(emptyMap),
  is_identified: z.boolean().nullish().catch(null),
});
export type Person = z.infer<typeof personSchema>;

/** The page envelope. Persons come without `count`. `results` is parsed record by record. */
export const pageSchema = z.looseObject({
  count: z.number().int().nonnegative().nullish().catch(null),
  next: z.unknown().optional(),
  previous: nullableString,
  results: z.array(z.unknown()),
});
