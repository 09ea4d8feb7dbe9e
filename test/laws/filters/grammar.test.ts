// All conditions that services have are described correctly, raise no false warnings, and can be calculated.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, describe, it } from 'node:test';
import { Ajv, type ValidateFunction } from 'ajv';
import * as fc from 'fast-check';
import { describeFilters } from '#filters/describeFilters.ts';
import { parseFilterShape } from '#filters/parseFilterShape.ts';
import type { FilterShape } from '#filters/filterShape.ts';
import { inEnglish } from '#text/translate.ts';
import { createMemory } from '../../unit/sandbox/membership/memory.ts';
import {
  countOf,
  groups,
  legacyGroups,
  nothing,
  ofCohorts,
  ofDashboards,
  operatorNames,
  property,
  propertyTypes,
  saysOf,
  toFilters,
  type Group,
  type Phrase,
} from './grammar.ts';
import { cases } from '../../cases.ts';

interface Case {
  readonly kind: FilterShape['kind'];
  readonly filters: object;
  readonly says: readonly string[];
}

const maxSaid = 12;
const together = fc.sample(groups, cases(1000)).filter((group) => countOf(group) <= maxSaid);
const alone: readonly Group[] = ofCohorts.map((phrase) => ({ type: 'AND', values: [phrase] }));
const cohorts: readonly Case[] = [
  ...[...alone, ...together].map((group) => ({
    kind: 'cohort' as const,
    filters: { properties: toFilters(group) },
    says: saysOf(group),
  })),
  ...nothing.map((leaf) => ({
    kind: 'cohort' as const,
    filters: { properties: { type: 'AND', values: [leaf] } },
    says: ['No conditions yet.'],
  })),
];
const conditions: readonly Phrase[] = [
  ...propertyTypes.flatMap((type) => operatorNames.map((operator) => property(type, operator))),
  ...ofDashboards,
];
const dashboards: readonly Case[] = conditions.flatMap(({ leaf, says }) => [
  { kind: 'dashboard' as const, filters: { properties: [leaf] }, says },
  { kind: 'dashboard' as const, filters: { properties: { type: 'AND', values: [leaf] } }, says },
]);

const ajv = new Ajv({ strict: false });
for (const name of ['cohort-filters', 'cohort-groups', 'dashboard-filters']) {
  const file = new URL(`../../../media/schemas/${name}.schema.json`, import.meta.url);
  ajv.addSchema(JSON.parse(readFileSync(file, 'utf8')), `https://schemas.test/${name}.schema.json`);
}

function accepts(name: string, value: unknown): boolean {
  const validate: ValidateFunction | undefined = ajv.getSchema(`https://schemas.test/${name}.schema.json`);
  assert.ok(validate, name);
  return validate(value);
}

function sentenceOf({ kind, filters }: Case): string {
  const text = JSON.stringify(filters);
  const shape = parseFilterShape(text, kind);
  assert.ok(shape);
  return describeFilters(shape, inEnglish);
}

/** The sentence contains all expected words in this order, and nothing is called unknown or incomplete. */
function isRight(one: Case): boolean {
  const sentence = sentenceOf(one);
  let at = 0;
  for (const words of one.says) {
    const found = sentence.indexOf(words, at);
    if (found < 0) return false;
    at = found + words.length;
  }
  // “not” belongs to the condition that says it.
  const nots = (text: string) => text.match(/\bnot in cohort|\bdid not do|\bnot \(/g)?.length ?? 0;
  return (
    !/another condition|…|_/.test(withoutValues(sentence)) && nots(sentence) === nots(one.says.join(' | '))
  );
}

/** Values of the grammar that look like what must not be there. */
const withoutValues = (sentence: string): string => sentence.replaceAll(/created_at/g, '');

interface Share {
  readonly of: number;
  readonly failed: readonly string[];
}

function share<T>(all: readonly T[], holds: (one: T) => boolean, show: (one: T) => string): Share {
  return { of: all.length, failed: all.filter((one) => !holds(one)).map(show) };
}

const percent = ({ of, failed }: Share): number => (100 * (of - failed.length)) / of;
const words = (name: string, found: Share): string =>
  `${name}: ${percent(found).toFixed(2)} % of ${found.of}${found.failed
    .map((one) => `\n  ${one}`)
    .slice(0, 8)
    .join('')}`;
const show = (one: Case): string =>
  `${JSON.stringify(one.filters)} → ${sentenceOf(one)} ≠ ${one.says.join(' | ')}`;

describe('conditions of today', () => {
  const memory = createMemory();
  after(() => memory.close());

  it('are at least 500 cohorts', () => assert.ok(cohorts.length >= 500, String(cohorts.length)));

  it('are described correctly, at least 99 % of them', (test) => {
    const said = share([...cohorts, ...dashboards], isRight, show);
    test.diagnostic(words('said right', said));
    assert.ok(percent(said) >= 99, words('said right', said));
  });

  it('have no false warning from the schemas', (test) => {
    const filters = share(
      [...cohorts, ...dashboards],
      (one) => accepts(`${one.kind}-filters`, one.filters),
      show,
    );
    const older = share(
      legacyGroups,
      (group) => accepts('cohort-groups', [group]),
      (group) => JSON.stringify(group),
    );
    test.diagnostic(`${words('accepted', filters)}, ${words('older groups', older)}`);
    assert.deepEqual([...filters.failed, ...older.failed], []);
  });

  it('are calculated, at least 98 % of valid cohorts', (test) => {
    const nowMs = Date.UTC(2026, 8, 1);
    const person = {
      id: 1,
      properties: { plan: 'growth' },
      events: [{ name: 'order placed', atMs: nowMs - 1000 }],
    };
    const actions = new Map([
      [1, ['order placed']],
      [2, ['invite sent']],
    ]);
    // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- it is no array
    memory.fill([person], { nowMs, cohorts: new Map([[2, new Set([1])]]), actions });
    const fields = [
      ...cohorts.map(({ filters }) => ({ filters: JSON.stringify(filters) })),
      ...legacyGroups.map((group) => ({ groups: JSON.stringify([group]) })),
    ];
    const calculated = share(
      fields,
      (one) => memory.calculate(one, nowMs) !== undefined,
      (one) => JSON.stringify(one),
    );
    test.diagnostic(words('calculated', calculated));
    assert.ok(percent(calculated) >= 98, words('calculated', calculated));
  });
});
