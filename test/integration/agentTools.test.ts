// What agents can call through VS Code's language-model tools, on the sample data, as another extension calls them.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { extensionId, type ToolName, toolNames } from '#manifest.ts';
import * as z from 'zod';
import { toolTable } from '#agents/toolTable.ts';
import { withEntry } from '#commands/agentCommands.ts';
import { startSampleData } from './sampleData.ts';

async function invoke(name: ToolName, input: object): Promise<string> {
  const options = { input, toolInvocationToken: undefined };
  const { content } = await vscode.lm.invokeTool(`cohortDeck_${name}`, options);
  return content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('');
}

async function allow(access: 'off' | 'read' | 'write' | undefined): Promise<void> {
  const settings = vscode.workspace.getConfiguration('cohortDeck');
  await settings.update('agents.access', access, vscode.ConfigurationTarget.Global);
}

const web = { connection: 'sample-data', project: '1' };

/** What an answer says after a word, such as its version. */
function wordAfter(word: string, answer: string): string {
  return new RegExp(`^${word} (\\S+)$`, 'm').exec(answer)?.[1] ?? '';
}

/** The parts of a schema that both have. */
function outlineOf(schema: unknown): unknown {
  const { type, properties = {}, items, enum: choices, required = [] }: Outline = Object(schema);
  const inner = Object.entries(properties).map(([name, one]) => [name, outlineOf(one)] as const);
  return {
    type,
    choices,
    items: items && outlineOf(items),
    required: required.toSorted(),
    properties: Object.fromEntries(inner),
  };
}

interface Outline {
  readonly type?: unknown;
  readonly properties?: object;
  readonly items?: unknown;
  readonly enum?: unknown;
  readonly required?: readonly string[];
}

describe('the entry in .mcp.json', () => {
  const entry = '{"command": "node", "args": ["bridge.mjs"]}';

  it('is added beside others, which stay as they are', () => {
    const before =
      '{\n  "mcpServers": {\n    "other": { "command": "x", "n": 1.0 }\n  },\n  "more": [1]\n}\n';
    const after = withEntry(before, entry) ?? '';
    assert.ok(
      after.includes('"other": { "command": "x", "n": 1.0 }') && after.includes('"more": [1]'),
      after,
    );
    assert.deepEqual(JSON.parse(after).mcpServers['cohort-deck'], JSON.parse(entry));
    assert.equal(withEntry(after, entry), undefined);
  });

  it('makes the file, and replaces an older entry', () => {
    const made = withEntry(undefined, entry) ?? '';
    assert.deepEqual(JSON.parse(made), { mcpServers: { 'cohort-deck': JSON.parse(entry) } });
    const other = JSON.parse(withEntry(made, '{"command": "other"}') ?? '');
    assert.deepEqual(other, { mcpServers: { 'cohort-deck': { command: 'other' } } });
  });

  it('is refused by a file that is no JSON, or has other servers than an object', () => {
    for (const text of ['{', '[]', '{"mcpServers": []}', '// comment\n{}'])
      assert.throws(() => withEntry(text, entry), /not valid JSON/, text);
  });
});

describe('the tools of agents', () => {
  before(startSampleData);
  afterEach(() => allow(undefined));

  it('take what the manifest says', () => {
    const { contributes } = vscode.extensions.getExtension(extensionId)?.packageJSON ?? {};
    for (const name of toolNames) {
      const declared = contributes.languageModelTools.find(
        (one: { name: string }) => one.name === `cohortDeck_${name}`,
      );
      assert.deepEqual(
        outlineOf(z.toJSONSchema(toolTable[name].input)),
        outlineOf(declared.inputSchema),
        name,
      );
    }
  });

  it('find records and read them, with their place and their version', async () => {
    const projects = await invoke('list_records', {});
    assert.match(projects, /project "1" .*connection "sample-data", protection: none/);
    const found = await invoke('list_records', { ...web, query: 'churn' });
    const id = Number(/cohort (\d+) "[^"]*[Cc]hurn/.exec(found)?.[1]);
    assert.ok(id > 0, found);
    const record = await invoke('get_record', { ...web, kind: 'cohort', id, show: ['filters'] });
    assert.match(record, /^version [0-9a-f]{12}$/m);
    assert.match(record, /Persons who match/);
    assert.match(record, /"properties": \{/);
    assert.doesNotMatch(record, /bytecode/);
  });

  it('export persons, with those properties that the beginning of the file has', async () => {
    const found = await invoke('list_records', { ...web, kind: 'cohort', query: 'churn' });
    const id = Number(/cohort (\d+) /.exec(found)?.[1]);
    const exported = await invoke('export_persons', { ...web, id, format: 'csv' });
    assert.match(exported, /^properties of its first persons, without nested ones:\n"/m);
  });

  it('create a cohort once changes are allowed, and take it back', async () => {
    const filters = JSON.stringify({
      properties: {
        type: 'OR',
        values: [
          { type: 'AND', values: [{ key: 'email', type: 'person', operator: 'is_set', value: 'is_set' }] },
        ],
      },
    });
    const cohort = { ...web, name: 'By an agent', filters };
    await assert.rejects(invoke('create_cohort', cohort), /only read/);
    await allow('write');
    const made = await invoke('create_cohort', cohort);
    const id = Number(/created cohort (\d+) "By an agent"/.exec(made)?.[1]);
    assert.ok(id > 0, made);
    const record = await invoke('get_record', { ...web, kind: 'cohort', id });
    const edited = await invoke('edit_filters', {
      ...web,
      kind: 'cohort',
      id,
      version: wordAfter('version', record),
      edits: [{ path: '/properties/values/0/values/0/operator', value: '"is_not_set"' }],
    });
    assert.match(edited, /saved the filters/);
    await invoke('undo_change', { change: wordAfter('change', edited) });
    assert.match(
      await invoke('get_record', { ...web, kind: 'cohort', id, show: ['filters'] }),
      /"operator": "is_set"/,
    );
    assert.match(await invoke('undo_change', { change: wordAfter('change', made) }), /undone/);
    await assert.rejects(invoke('get_record', { ...web, kind: 'cohort', id }), /deleted/);
  });
});
