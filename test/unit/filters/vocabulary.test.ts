// Every type, operator, behavior and older form of conditions has a label, controls, a schema, completion, a
// hover and a comparison. The schemas repeat the client's vocabulary, because VS Code's JSON support reads
// them for the latter two.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { Ajv } from 'ajv';
import { describeFilters } from '#filters/describeFilters.ts';
import {
  behaviors,
  countOperators,
  offeredOperators,
  propertyOperators,
  propertyTypeNames,
  rangeOperators,
} from '#filters/operators.ts';
import {
  behaviorKeys,
  cohortTypes,
  expressionType,
  propertyTypes,
  parseFilterShape,
} from '#filters/parseFilterShape.ts';
import type { FilterShape } from '#filters/filterShape.ts';
import { inEnglish } from '#text/translate.ts';
import { isUnchanged } from '#model/documents/sameDocument.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- a schema as JSON
type Json = any;

const folder = new URL('../../../media/schemas/', import.meta.url);
const read = (name: string): Json => JSON.parse(readFileSync(new URL(name, folder), 'utf8'));
const [cohort, dashboard] = [read('cohort-filters.schema.json'), read('dashboard-filters.schema.json')];
const ajv = new Ajv({ strict: false });
const validators = { cohort: ajv.compile(cohort), dashboard: ajv.compile(dashboard) };

/** The values that a schema offers, each with what its hover says. */
function offered({ enum: values, markdownEnumDescriptions: words }: Json): ReadonlyMap<string, string> {
  return new Map(values.map((value: string, index: number) => [value, words[index]]));
}

const schemaTypes = {
  cohort: offered(cohort.definitions.item.properties.type.anyOf[0]),
  dashboard: offered(dashboard.definitions.condition.properties.type.anyOf[0]),
};
const schemaOperators = {
  cohort: offered(cohort.definitions.operator.anyOf[0]),
  dashboard: offered(dashboard.definitions.condition.properties.operator.anyOf[0]),
};
const schemaBehaviors = offered(cohort.definitions.behavioral.properties.value.anyOf[0]);
const schemaCounts = offered(cohort.definitions.behavioral.properties.operator.anyOf[0]);

interface Word {
  readonly kind: FilterShape['kind'];
  /** A condition with the word. */
  readonly leaf: object;
  /** Whether the structure offers the word, or shows it without offering it. */
  readonly controls: boolean;
  /** What the schema says in a hover, of the same value that it completes. */
  readonly hover: string | undefined;
}

const person = { type: 'person', key: 'plan' };
const did = {
  type: 'behavioral',
  event_type: 'events',
  key: 'sign up',
  value: 'performed_event',
  time_value: 30,
  time_interval: 'day',
};
const everything = {
  operator: 'gte',
  operator_value: 2,
  seq_event: 'next',
  seq_event_type: 'events',
  seq_time_value: 3,
  seq_time_interval: 'day',
  min_periods: 1,
  total_periods: 3,
};
const personTypes = ['person', 'person_metadata'];
/** Shown where it is, and not offered. */
const olderTypes = ['', expressionType];

const words = new Map<string, Word>([
  ...propertyTypes.map((type): [string, Word] => {
    const kind = personTypes.includes(type) ? 'cohort' : 'dashboard';
    const leaf = { type, key: 'plan', ...(type !== expressionType && { operator: 'exact', value: 'free' }) };
    const controls = olderTypes.includes(type) || propertyTypeNames(inEnglish).has(type);
    const hover = type === '' ? 'an older form, which needs no words' : schemaTypes[kind].get(type);
    return [`type ${type || 'none'}`, { kind, leaf, controls, hover }];
  }),
  ...[...cohortTypes].map((type): [string, Word] => [
    `type ${type}`,
    {
      kind: 'cohort',
      leaf: { type, key: 'id', value: 7 },
      controls: true,
      hover: schemaTypes.cohort.get(type),
    },
  ]),
  ...['in', 'not_in'].map((operator): [string, Word] => [
    `operator ${operator} of a cohort`,
    {
      kind: 'cohort',
      leaf: { type: 'cohort', key: 'id', value: 7, operator },
      controls: true,
      hover: schemaOperators.cohort.get(operator),
    },
  ]),
  ...(['cohort', 'dashboard'] as const).flatMap((kind) =>
    [...propertyOperators(inEnglish).keys()].map((operator): [string, Word] => {
      const value = rangeOperators.includes(operator) ? [1, 2] : '1';
      return [
        `operator ${operator} of a ${kind}`,
        {
          kind,
          leaf: { ...person, operator, value },
          controls: true,
          hover: schemaOperators[kind].get(operator),
        },
      ];
    }),
  ),
  ...[...behaviorKeys.keys()].map((behavior): [string, Word] => [
    `behavior ${behavior}`,
    {
      kind: 'cohort',
      leaf: { ...did, ...everything, value: behavior },
      controls: behavior === 'performed_event_multiple' || behaviors(inEnglish).has(behavior),
      hover: schemaBehaviors.get(behavior),
    },
  ]),
  ...['eq', ...countOperators(inEnglish).keys()].map((operator): [string, Word] => [
    `count ${operator}`,
    {
      kind: 'cohort',
      leaf: { ...did, value: 'performed_event_multiple', operator, operator_value: 2 },
      controls: true,
      hover: schemaCounts.get(operator),
    },
  ]),
  ...Object.entries({
    'dates of an event': { explicit_datetime: '-30d', explicit_datetime_to: '2026-05-01' },
    'conditions on an event': { event_filters: [{ type: 'event', key: 'a', operator: 'is_set' }] },
    'an action': { event_type: 'actions', key: 7 },
  }).map(([name, more]): [string, Word] => [
    name,
    {
      kind: 'cohort',
      leaf: { ...did, ...more },
      controls: true,
      hover: Object.keys(more)
        .map((key) => cohort.definitions.behavioral.properties[key].markdownDescription)
        .join(' '),
    },
  ]),
]);

const textOf = (leaf: object): string => JSON.stringify({ properties: { type: 'AND', values: [leaf] } });

function shapeOf(text: string, kind: FilterShape['kind']): FilterShape {
  const shape = parseFilterShape(text, kind);
  assert.ok(shape);
  return shape;
}

describe('words, controls, schema, completion, hover and comparison', () => {
  for (const [name, { kind, leaf, controls, hover }] of words) {
    test(`are there for the ${name}`, () => {
      const text = textOf(leaf);
      const shape = shapeOf(text, kind);
      const sentence = describeFilters(shape, inEnglish);
      assert.doesNotMatch(sentence, /another condition|_/, 'words');
      const item = shape.group?.items[0];
      assert.ok(controls && item && item.kind !== 'other' && item.kind !== 'group', 'controls');
      assert.deepEqual(item.otherKeys, [], 'controls for each member');
      assert.ok(validators[kind](JSON.parse(text)), `schema: ${JSON.stringify(validators[kind].errors)}`);
      assert.ok(hover, 'completion and hover');
      const ref = { connectionId: 'c', projectId: '1', kind: 'cohort', id: 1, part: 'filters' } as const;
      const stored = Object.fromEntries(Object.entries(leaf).toReversed());
      const kept = textOf({ bytecode: ['_H'], ...stored, conditionHash: 'x' });
      assert.ok(isUnchanged(ref, text, kept), 'comparison: what the service adds is no change');
      assert.ok(!isUnchanged(ref, text, kept.replace(/"key":[^,}]*/, '"key":"another"')), 'comparison');
    });
  }
});

test('the schemas offer what has words, and nothing else', () => {
  const sorted = (all: Iterable<string>): readonly string[] => [...all].toSorted();
  const operators = sorted(propertyOperators(inEnglish).keys());
  assert.deepEqual(sorted(schemaOperators.cohort.keys()), operators);
  assert.deepEqual(sorted(schemaOperators.dashboard.keys()), operators);
  assert.deepEqual(sorted(schemaBehaviors.keys()), sorted(behaviorKeys.keys()));
  assert.deepEqual(sorted(schemaCounts.keys()), sorted(['eq', ...countOperators(inEnglish).keys()]));
  const named = propertyTypes.filter((type) => type !== '');
  assert.deepEqual(sorted(schemaTypes.dashboard.keys()), sorted([...named, 'cohort']));
});

test('no two operators that are offered mean the same, and one that the text has is offered too', () => {
  const sameAs = (name: string) => [name, ...(name === 'gte' ? ['min'] : name === 'lte' ? ['max'] : [])];
  const offeredNames = [...offeredOperators('exact', inEnglish).keys()];
  assert.deepEqual(
    offeredNames.flatMap(sameAs).toSorted(),
    [...propertyOperators(inEnglish).keys()].toSorted(),
  );
  assert.equal(offeredOperators('min', inEnglish).get('min'), 'is at least (min)');
  for (const all of Object.values(schemaOperators)) assert.equal(new Set(all.values()).size, all.size);
});

test('each schema names the same version of the vocabulary and date of its facts as its page', () => {
  const readme = readFileSync(new URL('../../../src/filters/README.md', import.meta.url), 'utf8');
  const [, date, version] = /\*\*(\d{4}-\d\d)\*\* \(version \*\*(\d+)\*\*/.exec(readme) ?? [];
  assert.ok(date && version, readme);
  for (const file of readdirSync(folder)) {
    const { $comment } = read(file);
    assert.equal($comment, `Version ${version}, with what services had in ${date}.`, file);
  }
});
