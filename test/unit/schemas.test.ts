// What the schemas accept, which documents they apply to, and that each value of an enumeration has a description.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { Ajv } from 'ajv';
import { scheme } from '#manifest.ts';
import { formatPlace, type DocumentPart } from '#model/documents/documentUri.ts';
import type { RecordKind } from '#model/records/recordRef.ts';
import { sampleCohorts } from '#sandbox/sample/sampleCohorts.ts';

const root = new URL('../../', import.meta.url);
const folder = new URL('media/schemas/', root);
const files = readdirSync(folder);
const schemas = new Map(files.map((file) => [file, JSON.parse(readFileSync(new URL(file, folder), 'utf8'))]));

const ajv = new Ajv({ strict: false });
for (const [file, schema] of schemas) ajv.addSchema(schema, `https://schemas.test/${file}`);

/** The editor's warnings. */
function warningsOf(file: string, value: unknown): string[] {
  const validate = ajv.getSchema(`https://schemas.test/${file}`);
  assert.ok(validate, file);
  void validate(value);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

const cohort = 'cohort-filters.schema.json';
const dashboard = 'dashboard-filters.schema.json';
const groups = 'cohort-groups.schema.json';

const inGroup = (...values: unknown[]) => ({ properties: { type: 'AND', values } });
const person = { type: 'person', key: 'email', operator: 'icontains', value: '@acme.com' };

describe('the schemas', () => {
  for (const { name, type = 'AND', values = [], groups: legacy } of sampleCohorts) {
    it(`accept the sample cohort ${name}`, () => {
      assert.deepEqual(warningsOf(cohort, { properties: { type, values } }), []);
      assert.deepEqual(warningsOf(groups, legacy ?? []), []);
    });
  }

  const accepted: readonly [file: string, value: unknown][] = [
    [cohort, { properties: {} }],
    [cohort, inGroup()],
    [cohort, inGroup({})],
    [cohort, inGroup({ type: 'OR', values: [{ type: 'AND', values: [{}, person] }] })],
    [cohort, inGroup({ ...person, unknown: 1 }, { type: 'cohort', key: 'id', value: 3, negation: true })],
    [cohort, { ...inGroup(person), other: [] }],
    // What is only new is not wrong.
    [cohort, inGroup({ ...person, operator: 'resembles' }, { type: 'weather', key: 'rain' })],
    [cohort, inGroup({ type: 'person', key: 'email', operator: 'is_set' })],
    [cohort, inGroup({ type: 'cohort', key: 'id', value: 3, operator: 'not_in' }, { type: 'empty' })],
    [
      cohort,
      inGroup({
        type: 'behavioral',
        key: 'x',
        value: 'performed_event',
        event_type: 'events',
        event_filters: [{ type: 'event', key: 'amount', operator: 'gt', value: 5 }],
        explicit_datetime: '-30d',
        explicit_datetime_to: '2026-05-01',
        time_value: null,
        time_interval: null,
      }),
    ],
    [dashboard, { properties: [{ key: 'a', operator: 'resembles', type: 'weather' }] }],
    [dashboard, {}],
    [
      dashboard,
      { date_from: '-30d', date_to: null, properties: [{ key: '$os', operator: 'exact', value: ['iOS'] }] },
    ],
    [dashboard, { date_from: 'all', properties: { type: 'AND', values: [{ type: 'OR', values: [{}] }] } }],
    [dashboard, { date_from: '2024-05-31', properties: [{}], interval: 'week', unknown: {} }],
    [groups, []],
    [groups, {}],
    [
      groups,
      [{ properties: { plan: 'pro' } }, { action_id: 3, days: '7' }, { event_id: '$pageview', count: 2 }],
    ],
    [
      'cohort.schema.json',
      { name: null, description: '', filters: inGroup(person), groups: [], is_static: false },
    ],
    [
      'dashboard.schema.json',
      { name: 'x', tags: ['a', 1], filters: {}, restriction_level: 37, pinned: true },
    ],
  ];
  for (const [file, value] of accepted) {
    it(`${file} accepts ${JSON.stringify(value)}`, () => {
      assert.deepEqual(warningsOf(file, value), []);
    });
  }

  const warned: readonly [file: string, value: unknown, at: string][] = [
    [cohort, {}, ''],
    [cohort, inGroup({ ...person, operator: 7 }), '/properties/values/0/operator'],
    [cohort, inGroup({ type: 7 }), '/properties/values/0/type'],
    [cohort, inGroup({ type: 'person', key: 'email', value: 'x' }), '/properties/values/0'],
    [cohort, inGroup({ type: 'person', key: 'email', operator: 'exact' }), '/properties/values/0'],
    [cohort, inGroup({ type: 'behavioral', key: 'x', value: 'performed_event' }), '/properties/values/0'],
    [cohort, inGroup({ type: 'person', operator: 'is_set' }), '/properties/values/0'],
    [
      cohort,
      inGroup({ type: 'OR', values: [{ type: 'cohort', value: true }] }),
      '/properties/values/0/values/0/value',
    ],
    [cohort, { properties: { type: 'XOR', values: [] } }, '/properties/type'],
    [dashboard, { date_from: 7 }, '/date_from'],
    [dashboard, { properties: [{ key: 'a', operator: 7 }] }, '/properties/0/operator'],
    ['cohort.schema.json', { description: 'x'.repeat(1001) }, '/description'],
    ['cohort.schema.json', { filters: { properties: { type: 'NOT' } } }, '/filters/properties/type'],
    ['dashboard.schema.json', { name: 'x'.repeat(401) }, '/name'],
    ['dashboard.schema.json', { restriction_level: 22 }, '/restriction_level'],
  ];
  for (const [file, value, at] of warned) {
    it(`${file} warns at ${at || 'the root'} of ${JSON.stringify(value).slice(0, 90)}`, () => {
      const warnings = warningsOf(file, value);
      assert.ok(
        warnings.some((warning) => warning.startsWith(`${at} `)),
        warnings.join('\n'),
      );
    });
  }

  it('describe each value of each enumeration', () => {
    let enumerations = 0;
    const visit = (part: unknown, place: string): void => {
      if (typeof part !== 'object' || part === null) return;
      const entries = new Map<string, unknown>(Object.entries(part));
      const [values, words] = [entries.get('enum'), entries.get('markdownEnumDescriptions')];
      if (
        Array.isArray(values) &&
        !place.endsWith('/if/properties/type') &&
        !place.endsWith('/if/properties/operator')
      ) {
        enumerations++;
        assert.ok(Array.isArray(words) && words.length === values.length, place);
        assert.ok(
          words.every((word) => typeof word === 'string' && word !== ''),
          place,
        );
      }
      for (const [key, inner] of entries) visit(inner, `${place}/${key}`);
    };
    for (const [file, schema] of schemas) visit(schema, file);
    assert.ok(enumerations > 10);
  });
});

describe('package.json', () => {
  const { contributes } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
  const read = (name: string): Record<string, string> =>
    JSON.parse(readFileSync(new URL(name, root), 'utf8'));
  const [strings, german] = [read('package.nls.json'), read('package.nls.de.json')];
  const validation: readonly { fileMatch: string; url: string }[] = contributes.jsonValidation;
  const entries = validation.map(({ fileMatch, url }) => ({ fileMatch, key: url.slice(1, -1) }));
  const documents: readonly [kind: RecordKind, part: DocumentPart, file: string][] = [
    ['cohort', 'filters', cohort],
    ['cohort', 'groups', groups],
    ['cohort', 'record', 'cohort.schema.json'],
    ['dashboard', 'filters', dashboard],
    ['dashboard', 'record', 'dashboard.schema.json'],
  ];
  for (const [kind, part, file] of documents) {
    it(`applies ${file} alone to the ${part} of a ${kind}`, () => {
      const ref = { connectionId: 'acme', projectId: '@current', kind, id: 7, part };
      const { authority, path } = formatPlace(ref, 'Größe (x) #1');
      const uri = `${scheme}://${authority}${decodeURIComponent(path)}`;
      const matching = entries.filter(({ fileMatch }) => matches(fileMatch, uri));
      assert.deepEqual(
        matching.map(({ key }) => [strings[key], german[key]]),
        [[`./media/schemas/${file}`, `./dist/schemas/de/${file}`]],
      );
    });
  }

  it('applies none of them to files on disk', () => {
    const uri = 'file:///home/me/cohorts/1/x.filters.json';
    assert.ok(!entries.some(({ fileMatch }) => matches(fileMatch, uri)));
  });

  it('names every schema', () => {
    assert.deepEqual(
      entries.map(({ key }) => String(strings[key]).slice('./media/schemas/'.length)).toSorted(),
      files.toSorted(),
    );
  });
});

/** Globs as the editor's JSON support reads them: `**` are any folders, `*` is anything in one. */
function matches(glob: string, uri: string): boolean {
  const pattern = glob
    .split('**')
    .map((part) => part.replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('*', '[^/]*'))
    .join('.*');
  return new RegExp(`^${pattern}$`, 'u').test(uri);
}
