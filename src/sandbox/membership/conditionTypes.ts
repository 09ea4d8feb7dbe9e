// Who is in a cohort, as conditions: what filters are read into, and what the SQL is made of.

/** The filters have a meaning that this service does not support: the calculation fails, and nothing else. */
export class CannotEvaluate extends Error {
  override readonly name = 'CannotEvaluate';
}

export type PersonOperator = (typeof personOperators)[number];

export type Condition =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Condition[] }
  | { readonly kind: 'not'; readonly part: Condition }
  | PersonCondition
  | { readonly kind: 'cohort'; readonly id: number }
  | EventCondition;

/** `values`: one or more to compare with; none for is_set and is_not_set. */
export interface PersonCondition {
  readonly kind: 'person';
  readonly key: string;
  readonly operator: PersonOperator;
  readonly values: readonly unknown[];
}

/** Performed `event` a number of times within a time window that ends now. */
export interface EventCondition {
  readonly kind: 'event';
  readonly event: string;
  readonly times: { readonly comparison: Comparison; readonly number: number };
  /** Undefined: at any time. */
  readonly window: { readonly amount: number; readonly unit: TimeUnit } | undefined;
  /** The first time ever must be in the window. */
  readonly isFirstTime: boolean;
}

export type Comparison = '=' | '>=' | '<=' | '>' | '<';
export type TimeUnit = (typeof timeUnits)[number];

export const personOperators = [
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
  'is_set',
  'is_not_set',
  'is_date_exact',
  'is_date_before',
  'is_date_after',
] as const;
export const timeUnits = ['minute', 'hour', 'day', 'week', 'month', 'year'] as const;
