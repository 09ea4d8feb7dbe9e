// Who is in a cohort, as conditions: what filters are read into, and what the SQL is made of.

/** The filters have a meaning that this service does not support: the calculation fails, and nothing else. */
export class CannotEvaluate extends Error {
  override readonly name = 'CannotEvaluate';
}

export type Condition =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Condition[] }
  | { readonly kind: 'not'; readonly part: Condition }
  | ServicePropertyCondition
  | { readonly kind: 'cohort'; readonly id: number }
  | ServiceBehaviorCondition;

const cohortTypes: ReadonlySet<unknown> = new Set([
  'cohort',
  'static-cohort',
  'dynamic-cohort',
  'precalculated-cohort',
]);

/** Whether a leaf of this `type` refers to a cohort. */
export function isCohortType(type: unknown): boolean {
  return cohortTypes.has(type);
}

/** `metadata`: what the service itself knows of a person. */
export type PropertyOwner = 'person' | 'metadata' | 'event';

/** `values`: one or more to compare with; none for is_set and is_not_set. */
export interface ServicePropertyCondition {
  readonly kind: 'property';
  readonly owner: PropertyOwner;
  readonly key: string;
  readonly operator: PropertyOperator;
  readonly values: readonly unknown[];
}

export interface ServiceBehaviorCondition {
  readonly kind: 'behavior';
  readonly events: EventSource;
  readonly window: BehaviorWindow;
  readonly behavior: Behavior;
}

/** The events that count: those of a name or of an action, of which every filter is true. */
export interface EventSource {
  readonly of: { readonly name: string } | { readonly actionId: number };
  readonly filters: readonly ServicePropertyCondition[];
}

/** `from` and `to` are inclusive; undefined means the beginning of time, and now. */
export interface BehaviorWindow {
  readonly from: TimePoint | undefined;
  readonly to: TimePoint | undefined;
}

/** A time span before now, or milliseconds since 1970. */
export type TimePoint = Duration | { readonly ms: number };

export interface Duration {
  readonly amount: number;
  readonly unit: TimeUnit;
}

/** How often an event has to occur. */
export interface Times {
  readonly comparison: Comparator;
  readonly number: number;
}

export type Behavior =
  | { readonly kind: 'performed'; readonly times: Times }
  /** The first time ever is in the window. */
  | { readonly kind: 'firstTime' }
  /** In the window, and then another event at most `within` later. */
  | { readonly kind: 'sequence'; readonly next: EventSource; readonly within: Duration }
  /** In at least `minPeriods` of the last `periods` periods. The window is not used. */
  | {
      readonly kind: 'regularly';
      readonly times: Times;
      readonly period: Duration;
      readonly periods: number;
      readonly minPeriods: number;
    }
  /** In the window, but not within the last `recent`. */
  | { readonly kind: 'stopped'; readonly recent: Duration }
  /** Before the window and within the last `recent`, but not in between. */
  | { readonly kind: 'restarted'; readonly recent: Duration };

export type Comparator = '=' | '>=' | '<=' | '>' | '<';
export type TimeUnit = (typeof timeUnits)[number];
export const timeUnits = ['minute', 'hour', 'day', 'week', 'month', 'year'] as const;

export type PropertyOperator = (typeof servicePropertyOperators)[number];
export const servicePropertyOperators = [
  'exact',
  'is_not',
  'icontains',
  'not_icontains',
  'regex',
  'not_regex',
  'gt',
  'gte',
  'lt',
  'lte',
  'between',
  'not_between',
  'is_set',
  'is_not_set',
  'is_date_exact',
  'is_date_before',
  'is_date_after',
  'is_cleaned_path_exact',
  'semver_eq',
  'semver_neq',
  'semver_gt',
  'semver_gte',
  'semver_lt',
  'semver_lte',
  'semver_tilde',
  'semver_caret',
  'semver_wildcard',
] as const;
