import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import * as fc from 'fast-check';
import { evaluate, Meaningless } from '../../../unit/sandbox/membership/evaluate.ts';
import type { PlainPerson, World } from '../../../unit/sandbox/membership/evaluate.ts';
import { createMemory } from '../../../unit/sandbox/membership/memory.ts';
import { countOfCases, minFound } from '../../../cases.ts';

/** Filters, each over up to twelve persons. */
const numRuns = countOfCases(3000);
const nowMs = Date.UTC(2026, 4, 17, 13, 30);
const dayMs = 86_400_000;

// Few keys and values, so that conditions often match persons; difficult cases of each kind.
const keys = fc.constantFrom(
  'plan',
  'seats',
  '$os',
  'a.b',
  'quote"d',
  'back\\slash',
  'x[0]',
  '0',
  '名前',
  '__proto__',
  "it's",
);
const texts = fc.constantFrom(
  ...[
    '',
    'growth',
    'Growth',
    'GROWTH',
    'growth plan',
    '5',
    '5.0',
    '-1',
    '1e2',
    'true',
    'false',
    'null',
    '[1]',
    '{"a":1}',
  ],
  ...[
    'straße',
    'STRASSE',
    'İstanbul',
    '\u212Aelvin',
    'Ñandú',
    '日本',
    '🍞 bread',
    "'; DROP TABLE person --",
    'a%b_c',
    '\n',
  ],
  ...[
    '2026-05-17',
    '2026-05-17T13:30:00Z',
    '2026-05-10 08:00:00',
    '2026-05-17T23:30:00-02:00',
    '2026-13-40',
    '1778900000',
  ],
);
const numbers = fc.oneof(
  fc.constantFrom(0, 1, 5, -1, 100, 0.1, 5.5, 1e21, 1e-7, 2 ** 53, 1_778_900_000, 1_778_900_000_000),
  fc.integer({ min: -10, max: 10 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const scalars = fc.oneof(texts, texts, numbers, fc.boolean(), fc.string());
const values = fc.oneof(
  { weight: 6, arbitrary: scalars },
  { weight: 1, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.array(scalars, { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.dictionary(fc.constantFrom('a', 'b'), scalars) },
);
const events = fc.record({
  name: fc.constantFrom('order placed', 'invite sent'),
  properties: fc.dictionary(fc.constantFrom('amount', 'x[0]'), scalars, { maxKeys: 2 }),
  atMs: fc.integer({ min: -20, max: 400 }).map((days) => nowMs - days * dayMs),
});

/** Ids that rise with gaps; events of one name at different times. */
const persons: fc.Arbitrary<PlainPerson[]> = fc
  .array(
    fc.record({
      properties: fc
        .array(fc.tuple(keys, values), { maxLength: 6 })
        .map((pairs) => Object.fromEntries(pairs)),
      events: fc.uniqueArray(events, { maxLength: 4, selector: ({ name, atMs }) => `${name} ${atMs}` }),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((list) => list.map((person, index) => ({ ...person, id: 3 + index * 2 })));

const negation = fc.constantFrom(true, false, undefined);
const mostly = <T>(usual: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: values });
const personLeaf = (operators: readonly string[], wanted: fc.Arbitrary<unknown>): fc.Arbitrary<object> =>
  fc.record({
    type: fc.constant('person'),
    key: keys,
    operator: fc.constantFrom(...operators),
    value: wanted,
    negation,
  });
const textLeaf = personLeaf(
  ['exact', 'is_not', 'icontains', 'not_icontains', 'is_set', 'is_not_set'],
  values,
);
const numberLeaf = fc.oneof(
  personLeaf(['gt', 'gte', 'lt', 'lte'], mostly(numbers)),
  personLeaf(['between', 'not_between'], mostly(fc.tuple(numbers, numbers))),
);
const dateLeaf = personLeaf(
  ['is_date_exact', 'is_date_before', 'is_date_after'],
  mostly(
    fc.constantFrom(
      '-7d',
      '-30d',
      '2026-05-17',
      '2026-05-17T13:30:00Z',
      '2026-05-01 00:00:00',
      1_778_900_000,
    ),
  ),
);
const patterns = ['^g', 'o.*t', '(?i)GROWTH', '\\d+', '[a-z]+$', '', '^$', '.', '日'];
const patternLeaf = fc.record({
  type: fc.constant('person'),
  key: keys,
  operator: fc.constantFrom('regex', 'not_regex'),
  value: fc.constantFrom(...patterns, ...patterns, '['),
});
const anyPersonLeaf = fc.oneof(
  { weight: 6, arbitrary: textLeaf },
  { weight: 2, arbitrary: numberLeaf },
  { weight: 2, arbitrary: dateLeaf },
  { weight: 2, arbitrary: patternLeaf },
);
const cohortLeaf = fc.record({
  type: fc.constant('cohort'),
  key: fc.constant('id'),
  value: fc.constantFrom(1, 2, 2, 3, 3, '1'),
  operator: fc.constantFrom(undefined, 'in', 'not_in'),
  negation: fc.boolean(),
});
const eventFilter = fc.record({
  type: fc.constant('event'),
  key: fc.constantFrom('amount', 'x[0]'),
  operator: fc.constantFrom('exact', 'is_not', 'icontains', 'is_set', 'is_not_set'),
  value: scalars,
});
const eventChoice = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      key: fc.constantFrom('order placed', 'invite sent', 'never done'),
      event_type: fc.constant('events'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ key: fc.constantFrom(1, '2', 9), event_type: fc.constant('actions') }),
  },
);
const behavioralLeaf = fc
  .tuple(
    eventChoice,
    fc.record({
      type: fc.constant('behavioral'),
      value: fc.constantFrom(
        'performed_event',
        'performed_event_multiple',
        'performed_event_first_time',
        'performed_event_sequence',
        'performed_event_regularly',
        'stopped_performing_event',
        'restarted_performing_event',
      ),
      event_filters: fc.oneof(fc.constant(undefined), fc.array(eventFilter, { maxLength: 2 })),
      operator: fc.constantFrom('exact', 'gte', 'lte', 'gt', 'lt'),
      operator_value: fc.nat({ max: 3 }),
      time_value: fc.integer({ min: 1, max: 400 }),
      time_interval: fc.constant('day'),
      seq_event: fc.constantFrom('order placed', 'invite sent'),
      seq_event_type: fc.constant('events'),
      seq_time_value: fc.integer({ min: 1, max: 200 }),
      seq_time_interval: fc.constant('day'),
      total_periods: fc.integer({ min: 1, max: 6 }),
      min_periods: fc.integer({ min: 1, max: 6 }),
      negation: fc.boolean(),
    }),
  )
  .map(([event, leaf]) => ({ ...leaf, ...event }));
const actions = new Map([
  [1, ['order placed', 'invite sent']],
  [2, ['invite sent']],
]);
const degenerateLeaf = fc.constantFrom({}, null, 7, { type: 'person' }, { key: '' }, []);
const leaf = fc.oneof(
  { weight: 12, arbitrary: anyPersonLeaf },
  { weight: 2, arbitrary: cohortLeaf },
  { weight: 6, arbitrary: behavioralLeaf },
  { weight: 1, arbitrary: degenerateLeaf },
);
const { group } = fc.letrec<{ node: unknown; group: unknown }>((tie) => ({
  node: fc.oneof({ maxDepth: 4, withCrossShrink: true }, leaf, leaf, tie('group')),
  group: fc.record({
    type: fc.constantFrom('AND', 'OR'),
    values: fc.array(tie('node'), { maxLength: 4 }),
  }),
}));
/** Most large filters have some leaf without a meaning, so single leaves get a turn of their own. */
const filters = fc.oneof(leaf, group).map((properties) => ({ properties }));

/** Which persons, by their place in the list, three cohorts hold. */
const memberships = fc.array(fc.array(fc.nat({ max: 11 })), { minLength: 3, maxLength: 3 });

describe('membership', () => {
  const memory = createMemory();
  after(() => memory.close());

  it('calculates by SQL what a plain evaluation of one property gives', () => {
    const one = fc.record({
      key: keys,
      list: fc.array(values, { minLength: 12, maxLength: 12 }),
      leaf: anyPersonLeaf,
    });
    let split = 0;
    const law = fc.property(one, ({ key, list, leaf: drawn }) => {
      const people = list.map((value, index) => ({
        id: index + 1,
        properties: Object.fromEntries([[key, value]]),
        events: [],
      }));
      const world = { nowMs, cohorts: new Map<number, Set<number>>() };
      memory.fill(people, world);
      const properties = { ...drawn, key };
      const found = memory.calculate({ filters: JSON.stringify({ properties }) }, nowMs);
      assert.deepEqual(found, expectedOf({ properties }, people, world));
      if (found && found.length > 0 && found.length < people.length) split += 1;
    });
    fc.assert(law, { numRuns });
    assert.ok(split > minFound(1000), `${split} split the persons`);
  });

  it('calculates by SQL what a plain evaluation of whole filters gives', () => {
    let [split, meaningless] = [0, 0];
    const law = fc.property(persons, filters, memberships, (people, one, sets) => {
      const world = { nowMs, actions, cohorts: cohortsOf(people, sets) };
      memory.fill(people, world);
      const found = memory.calculate({ filters: JSON.stringify(one) }, nowMs);
      const expected = expectedOf(one, people, world);
      assert.deepEqual(found, expected);
      if (!expected) meaningless += 1;
      else if (expected.length > 0 && expected.length < people.length) split += 1;
    });
    fc.assert(law, { numRuns });
    // Filters that match everybody or nobody prove little; how many do is random.
    assert.ok(
      split > minFound(300) && meaningless > minFound(100),
      `${split} split the persons, ${meaningless} had no meaning`,
    );
  });
});

function cohortsOf(people: readonly PlainPerson[], sets: readonly number[][]): Map<number, Set<number>> {
  return new Map(
    sets.map((places, index) => [index + 1, new Set(places.flatMap((place) => people[place]?.id ?? []))]),
  );
}

/** Undefined if the filters have no meaning. */
function expectedOf(
  one: unknown,
  people: readonly PlainPerson[],
  world: World,
): readonly number[] | undefined {
  try {
    return people.filter((person) => evaluate(one, person, world) === true).map((person) => person.id);
  } catch (error) {
    if (error instanceof Meaningless) return undefined;
    throw error;
  }
}
