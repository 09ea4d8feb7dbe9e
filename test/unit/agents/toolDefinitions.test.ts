// What models read of the tools: small, and in the part of JSON Schema that every model takes.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { describeTools } from '#agents/mcpScript.ts';
import { toolNames } from '#manifest.ts';

const manifest = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
const { version, tools } = describeTools(manifest);
const allowed = ['type', 'properties', 'required', 'enum', 'items', 'description'];

function problemsOf(schema: unknown, at: string): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [`${at} is no schema`];
  const keys = Object.keys(schema).filter((key) => !allowed.includes(key));
  const {
    type,
    properties,
    items,
    required,
  }: { type?: unknown; properties?: object; items?: unknown; required?: readonly string[] } = schema;
  return [
    ...keys.map((key) => `${at} has ${key}`),
    ...(typeof type === 'string' ? [] : [`${at} has no single type`]),
    ...(type === 'array' ? problemsOf(items, `${at}[]`) : []),
    ...(type === 'object' && !properties ? [`${at} has no properties`] : []),
    ...Object.entries(properties ?? {}).flatMap(([name, inner]) => problemsOf(inner, `${at}.${name}`)),
    ...(required ?? [])
      .filter((name) => !Object.hasOwn(properties ?? {}, name))
      .map((name) => `${at} requires ${name}`),
  ];
}

describe('the tools', () => {
  it('are at most twelve, in the order of the code, and all together at most 8 kB', () => {
    assert.deepEqual(
      tools.map(({ name }) => name),
      toolNames,
    );
    assert.ok(tools.length <= 12);
    const all = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
    assert.ok(
      Buffer.byteLength(JSON.stringify(all)) <= 8000,
      `${Buffer.byteLength(JSON.stringify(all))} bytes`,
    );
    assert.equal(version, manifest.version);
  });

  it('take an object, described in what every model understands', () => {
    for (const { name, inputSchema } of tools) {
      assert.deepEqual(problemsOf(inputSchema, name), []);
      assert.equal('type' in inputSchema && inputSchema.type, 'object');
    }
  });

  it('say whether they only read', () => {
    const writing = tools.filter(({ annotations }) => !annotations.readOnlyHint).map(({ name }) => name);
    assert.deepEqual(writing, ['create_cohort', 'edit_filters', 'edit_record', 'undo_change']);
  });

  it('are hidden from a model that may not call them', () => {
    const declared: readonly { name: string; when: string }[] = manifest.contributes.languageModelTools;
    for (const { name, when } of declared) {
      assert.match(when, /isWorkspaceTrusted/);
      const needsWrite = ['create_cohort', 'edit_filters', 'edit_record', 'undo_change'].includes(
        name.slice(11),
      );
      assert.equal(when.includes("agents.access == 'write'"), needsWrite, name);
      assert.equal(when.includes('agents.persons'), name.endsWith('read_persons'), name);
    }
  });

  it('have a skill whose folder has its name', () => {
    const [{ path }] = manifest.contributes.chatSkills;
    const text = readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
    const [, folder] = /([^/]+)\/SKILL\.md$/.exec(path) ?? [];
    assert.match(text, new RegExp(`^---\nname: ${folder}\ndescription: .{20,1024}\n---\n`));
  });
});
