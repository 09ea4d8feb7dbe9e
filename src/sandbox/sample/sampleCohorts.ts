// The sample cohorts and their filters.

export interface SampleCohort {
  readonly name: string | null;
  readonly description?: string;
  /** Conditions, joined by `type`; none for a static cohort, whose persons are random. */
  readonly values?: readonly object[];
  /** Default AND. */
  readonly type?: 'AND' | 'OR';
  /** The share of all persons that a static cohort holds. */
  readonly share?: number;
  /** The legacy form, in place of `filters`. */
  readonly groups?: readonly object[];
  /** A calculation takes this long, and one is in progress at the start. */
  readonly slowMs?: number;
  /** It has failed this often, the last time for this reason, and fails again. */
  readonly errors?: { readonly times: number; readonly last: string };
}

function person(key: string, operator: string, value?: unknown): object {
  return value === undefined ? { key, type: 'person', operator } : { key, type: 'person', value, operator };
}

function did(event: string, days: number, times?: number): object {
  return {
    key: event,
    type: 'behavioral',
    event_type: 'events',
    time_value: days,
    time_interval: 'day',
    ...(times === undefined
      ? { value: 'performed_event' }
      : { value: 'performed_event_multiple', operator: 'gte', operator_value: times }),
  };
}

function group(type: 'AND' | 'OR', ...values: readonly object[]): object {
  return { type, values };
}

/** Oldest first. A cohort with `cohort` leaves refers to those before it, by their place in this list. */
export const sampleCohorts: readonly SampleCohort[] = [
  {
    name: 'Internal & test accounts',
    description: 'Everybody at Brightloaf. Leave them out of every report.',
    values: [person('email', 'icontains', '@brightloaf.example')],
  },
  { name: 'Everyone with an email', values: [person('email', 'is_set')] },
  {
    name: 'Paying shops',
    description: 'Any plan but free.',
    values: [person('plan', 'exact', ['starter', 'growth', 'enterprise'])],
  },
  {
    name: 'Paying shops, without our own',
    values: [
      person('plan', 'exact', ['starter', 'growth', 'enterprise']),
      { key: 'id', type: 'cohort', value: 0, negation: true },
    ],
  },
  {
    name: 'Enterprise, more than 100 seats',
    values: [person('plan', 'exact', 'enterprise'), person('seats', 'gt', 100)],
  },
  {
    name: 'DACH customers',
    values: [person('country', 'exact', ['DE', 'AT', 'CH']), person('plan', 'is_not', 'free')],
  },
  { name: 'Signed up in the last 90 days', values: [person('signup_date', 'is_date_after', '-90d')] },
  { name: 'Active this month', values: [did('order placed', 30)] },
  { name: 'Power users: 3 or more orders in 60 days', values: [did('order placed', 60, 3)] },
  {
    name: 'Published a menu, never invited anybody',
    values: [did('menu published', 365), { ...did('invite sent', 365), negation: true }],
  },
  {
    name: 'iPhone & Safari',
    values: [person('$os', 'exact', 'iOS'), person('$browser', 'icontains', 'safari')],
  },
  {
    name: 'Emails at free providers',
    values: [person('email', 'regex', '@(gmail\\.com|gmx\\.de|icloud\\.com)$')],
  },
  { name: 'No phone number', values: [person('phone', 'is_not_set')] },
  { name: 'Newsletter, November', description: 'Imported from the mail tool on 2 November.', share: 0.18 },
  { name: 'Beta testers – winter', share: 0.03 },
  { name: 'VIP guests (import, "final v3")', share: 0.004 },
  { name: '日本のお客様 🍞', values: [person('country', 'exact', 'JP')] },
  {
    name: 'Größere Betriebe, Köln & München',
    values: [person('city', 'exact', ['Köln', 'München']), person('seats', 'gte', 10)],
  },
  {
    name: 'Free, yet busy',
    description: 'Good people to call about a plan.',
    values: [
      person('plan', 'exact', 'free'),
      group('OR', did('order placed', 90, 2), did('export downloaded', 90)),
    ],
  },
  {
    name: 'Older import (groups)',
    groups: [
      { properties: [{ key: 'plan', type: 'person', value: 'growth', operator: 'exact' }] },
      { event_id: 'invoice paid', days: 30, count: 1, count_operator: 'gte' },
    ],
  },
  {
    name: 'Nobody yet: Iceland',
    description: 'Empty until we open there.',
    values: [person('country', 'exact', 'IS')],
  },
  {
    name: 'Did the old onboarding (action 12)',
    description: 'Fails since actions were removed.',
    values: [person('plan', 'is_set'), { ...did('12', 30), event_type: 'actions' }],
    errors: { times: 3, last: 'Action 12 does not exist.' },
  },
  {
    name: 'Churn risk (EU)',
    description: 'Paying, and no order in 45 days. Takes its time.',
    values: [
      group('OR', person('country', 'exact', ['DE', 'AT', 'FR']), person('locale', 'icontains', 'fr')),
      person('plan', 'is_not', 'free'),
      { ...did('order placed', 45), negation: true },
    ],
    slowMs: 20_000,
  },
  {
    name: '=HYPERLINK("https://example.com"), a name from a spreadsheet',
    values: [person('newsletter', 'exact', true), person('seats', 'lt', 5)],
  },
  {
    name: 'Win-back, wave 2: left free trial OR “never came back after the very first order”, see the notes of 14 March',
    type: 'OR',
    values: [
      group('AND', person('plan', 'exact', 'free'), { ...did('$pageview', 120), negation: true }),
      group('AND', did('order placed', 365), { ...did('order placed', 180), negation: true }),
    ],
  },
];
