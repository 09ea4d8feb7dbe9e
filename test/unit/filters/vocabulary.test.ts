// The schemas repeat the client's vocabulary, because VS Code's JSON support reads them: here the two are held together.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { behaviors, countOperators, propertyOperators } from '#filters/operatorNames.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- a schema as JSON
type Json = any;

const schemaOf = (name: string): Json =>
  JSON.parse(
    readFileSync(new URL(`../../../media/schemas/${name}-filters.schema.json`, import.meta.url), 'utf8'),
  );
const [cohort, dashboard] = [schemaOf('cohort').definitions, schemaOf('dashboard').definitions];

const t = (sentence: string): string => sentence;
const sorted = (words: Iterable<string>): readonly string[] => [...words].toSorted();

test('the schemas offer the operators that have words', () => {
  const words = sorted(propertyOperators(t).keys());
  assert.deepEqual(sorted(cohort.operator.anyOf[0].enum), words);
  assert.deepEqual(sorted(dashboard.condition.properties.operator.anyOf[0].enum), words);
});

test('the schema of cohorts offers the behaviors and counts that have words', () => {
  const { value, operator } = cohort.behavioral.properties;
  assert.deepEqual(sorted(value.anyOf[0].enum), sorted([...behaviors(t).keys(), 'performed_event_multiple']));
  const counts = sorted(countOperators(t).keys());
  assert.deepEqual(sorted(operator.anyOf[0].enum), sorted([...counts, 'eq'])); // `eq` is an older name of `exact`
});
