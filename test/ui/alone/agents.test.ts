// An agent and a person: a program that calls the tools over MCP, an extension that calls them in VS Code, and the person who
// is asked, and who undoes what was done.
import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, afterEach, describe } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { eventually, maxWaitMs } from '../driver/eventually.ts';
import { readClipboard } from '../driver/typing.ts';
import { useJourney } from '../driver/useJourney.ts';
import { useWorkbench } from '../driver/useWorkbench.ts';
import { useOwnService } from '../ownService.ts';

const place = { connection: 'sample-data', project: '1' };
const condition = (key: string, more: object) => ({
  key,
  type: 'behavioral',
  event_type: 'events',
  time_value: 365,
  time_interval: 'day',
  ...more,
});
/** Ordered twice and never invited anyone. */
const filters = {
  properties: {
    type: 'OR',
    values: [
      {
        type: 'AND',
        values: [
          condition('order placed', {
            value: 'performed_event_multiple',
            operator: 'gte',
            operator_value: 2,
          }),
          condition('invite sent', { value: 'performed_event', negation: true }),
        ],
      },
    ],
  },
};
const cohort = { ...place, name: 'Ordered twice, invited nobody', filters: JSON.stringify(filters) };

function wordAfter(word: string, answer: string): string {
  return new RegExp(`^${word} (\\S+)$`, 'm').exec(answer)?.[1] ?? '';
}

describe('an agent', () => {
  const session = useWorkbench({
    settings: { 'cohortDeck.agents.access': 'write' },
    extensions: [path.join(import.meta.dirname, 'agentCaller')],
  });
  const test = useJourney();
  const service = useOwnService(session);
  const clients: Client[] = [];
  let client: Client;
  let id = 0;

  after(() => Promise.all(clients.map((one) => one.close())));
  afterEach(() => session().workbench.notifications.dismissAll());

  async function connect(cwd: string): Promise<Client> {
    const {
      command,
      args,
      env = {},
    } = JSON.parse(await readClipboard(session().page)).mcpServers['cohort-deck'];
    const made = new Client({ name: 'test', version: '1' });
    clients.push(made);
    await made.connect(new StdioClientTransport({ command, args, cwd, env: { ...process.env, ...env } }));
    return made;
  }

  async function ask(
    name: string,
    input: object,
    options: { readonly signal?: AbortSignal } = {},
  ): Promise<string> {
    const limits = { timeout: maxWaitMs, ...options };
    const answer = await client.callTool({ name, arguments: { ...input } }, limits);
    const [part] = Array.isArray(answer.content) ? answer.content : [];
    const text = part?.type === 'text' ? part.text : '';
    if (answer.isError) throw new Error(text);
    return text;
  }

  /** Through VS Code's own tools. */
  async function callInEditor(name: string, input: object): Promise<() => Promise<string>> {
    const file = (one: string) => path.join(session().workspaceDir, one);
    await rm(file('answer.json'), { force: true });
    await writeFile(file('call.json'), JSON.stringify({ name: `cohortDeck_${name}`, input }));
    await session().workbench.run('Call the Tool');
    return async () => {
      let text = '';
      await eventually('the answer of the tool', async () => {
        text = await readFile(file('answer.json'), 'utf8').catch(() => '');
        return text !== '';
      });
      const { text: answer, error } = JSON.parse(text);
      if (error !== undefined) throw new Error(error);
      return answer;
    };
  }

  test.step('is given the tools by a copied configuration, and finds the projects', async () => {
    const { workbench } = session();
    await workbench.openView('Cohort Deck');
    await workbench.run('Cohort Deck: Try with Sample Data');
    await workbench.tree().waitFor('Cohorts');
    const said = workbench.statusItem('Copied the MCP configuration').waitFor(); // for seconds only
    await workbench.run('Cohort Deck: Copy MCP Configuration');
    await said;
    client = await connect(session().workspaceDir);
    const { tools } = await client.listTools();
    assert.equal(tools.length, 12);
    assert.match(await ask('list_records', {}), /project "1" .* connection "sample-data", protection: none/);
  });

  test.step('makes a cohort once the person allows it, without taking the focus from what they type', async () => {
    const { workbench, page } = session();
    await workbench.tree().select('Cohorts');
    const made = ask('create_cohort', cohort);
    made.catch(() => undefined);
    await workbench.notifications.wait('An agent asks: Create cohort');
    await workbench.screenshot('agents-question');
    assert.equal(await workbench.dialog.box.count(), 0);
    assert.equal(
      await page.evaluate(() => document.activeElement?.closest('.notifications-toasts') === null),
      true,
    );
    await workbench.notifications.press('An agent asks', 'Review…');
    const question = await workbench.dialog.text();
    assert.match(question, /Create cohort “Ordered twice, invited nobody”\?/);
    assert.match(question, /order placed/);
    assert.match(question, /Protection: None/);
    await workbench.screenshot('agents-review');
    await workbench.dialog.press('Allow');
    const answer = await made;
    id = Number(/created cohort (\d+)/.exec(answer)?.[1]);
    assert.ok(id > 0, answer);
    await workbench.tree().waitFor(cohort.name);
  });

  test.step('counts its persons, and who of them is in another cohort', async () => {
    let count = 0;
    await eventually('the count', async () => {
      count = Number(
        / (\d+) persons\n/.exec(await ask('get_record', { ...place, kind: 'cohort', id }))?.[1] ?? 0,
      );
      return count > 0;
    });
    const other = Number(
      /cohort (\d+) "Internal/.exec(await ask('list_records', { ...place, query: 'internal' }))?.[1],
    );
    const overlap = await ask('count_overlap', { ...place, cohorts: [id, other] });
    assert.match(overlap, new RegExp(`cohort ${id} .*: ${count} persons`));
    assert.match(overlap, /in all of them: \d+/);
    assert.match(overlap, /These numbers are exact/);
    const summary = await ask('summarize_persons', { ...place, id });
    assert.match(summary, new RegExp(`${count} persons read, which are all`));
    assert.doesNotMatch(summary, /@/);
  });

  test.step('is refused by the person, and takes no for an answer', async () => {
    const { workbench } = session();
    const record = await ask('get_record', { ...place, kind: 'cohort', id });
    const renamed = ask('edit_record', {
      ...place,
      kind: 'cohort',
      id,
      version: wordAfter('version', record),
      name: 'Other',
    });
    renamed.catch(() => undefined);
    await workbench.notifications.press('An agent asks: Change', 'Don’t Allow');
    await assert.rejects(renamed, /did not allow this, so nothing was sent/);
  });

  test.step('in VS Code is confirmed with a diff of the filters, and the person undoes it', async () => {
    const { workbench } = session();
    const record = await ask('get_record', { ...place, kind: 'cohort', id, show: ['filters'] });
    const edits = [{ path: '/properties/values/0/values/0/operator_value', value: '3' }];
    for (const theme of ['Dark High Contrast', 'Light 2026'] as const) {
      await session().useTheme(theme);
      const input = { ...place, kind: 'cohort', id, version: wordAfter('version', record), edits };
      const answer = await callInEditor('edit_filters', input);
      const question = await workbench.dialog.text();
      assert.match(question, /Change the filters of “Ordered twice/);
      assert.match(question, /operator_value": 3/);
      await workbench.screenshot(`agents-confirmation-${theme}`);
      await workbench.dialog.press(theme === 'Light 2026' ? 'Yes' : 'Cancel');
      if (theme === 'Light 2026') assert.match(await answer(), /saved the filters/);
      else await assert.rejects(answer());
    }
    await workbench.tree().select(cohort.name);
    const said = workbench.statusItem('Undone: Change the filters').waitFor(); // for seconds only
    await workbench.press('ControlOrMeta+Z');
    await said;
    assert.match(
      await ask('get_record', { ...place, kind: 'cohort', id, show: ['filters'] }),
      /"operator_value": 2/,
    );
    await workbench.press('ControlOrMeta+Z');
    await workbench.tree().waitGone(cohort.name);
  });

  test.step('opens a cohort’s persons, exports them, and puts a draft into an editor', async () => {
    const { workbench } = session();
    const found = await ask('list_records', { ...place, query: 'Paying shops' });
    const paying = { ...place, kind: 'cohort', id: Number(/cohort (\d+) "Paying shops" /.exec(found)?.[1]) };
    assert.match(await ask('open_record', { ...paying, view: 'persons' }), /is open in the person’s editor/);
    await workbench.editors.activeTab('Persons of Paying shops').waitFor();
    const { kind: _, ...cohortOnly } = paying;
    const exported = await ask('export_persons', { ...cohortOnly, format: 'csv' });
    assert.match(exported, /^[\d]+ persons, complete\. The file is open/m);
    assert.doesNotMatch(exported, /@/);
    const record = await ask('get_record', paying);
    const edit = {
      ...paying,
      version: wordAfter('version', record),
      text: '{"properties": {"type": "OR", "values": []}}',
    };
    assert.match(await ask('edit_filters', { ...edit, draft: true }), /unsaved text in the person’s editor/);
    await workbench.editors.waitDirty('Paying shops.filters.json', true);
    await workbench.screenshot('agents-draft');
    await assert.rejects(ask('edit_filters', edit), /unsaved filters of this record/);
    assert.match(await ask('get_record', paying), /^version (\S+)$/m);
    await workbench.tidy();
  });

  test.step('is added to .mcp.json, beside what is in it', async () => {
    const { workbench, workspaceDir } = session();
    const file = path.join(workspaceDir, '.mcp.json');
    await writeFile(file, '{ "mcpServers": { "other": { "command": "x" } } }');
    await workbench.run('Cohort Deck: Add to .mcp.json…');
    assert.match(await workbench.dialog.text(), /paths of this machine, and no key/);
    await workbench.screenshot('agents-mcp-json');
    await workbench.dialog.press('Add');
    await workbench.editors.activeTab('.mcp.json').waitFor();
    const { mcpServers } = JSON.parse(await readFile(file, 'utf8'));
    assert.deepEqual(Object.keys(mcpServers), ['other', 'cohort-deck']);
    await workbench.tidy();
  });

  test.step('is asked about by a dialog of ours in production, whatever VS Code has asked', async () => {
    const { workbench } = session();
    await service().connect(); // sample data has no protection
    await workbench.protect('Brightloaf Web', 'Production');
    let connection: string | undefined;
    await eventually('the protection', async () => {
      const projects = await ask('list_records', {});
      [, connection] = /connection "([^"]+)", protection: production/.exec(projects) ?? [];
      return connection !== undefined;
    });
    const answer = await callInEditor('create_cohort', { ...cohort, connection, name: 'In production' });
    await workbench.dialog.press('Yes');
    await workbench.notifications.press('An agent asks: Create cohort', 'Review…');
    assert.match(await workbench.dialog.text(), /Protection: Production/);
    await workbench.screenshot('agents-production');
    await workbench.dialog.press('Cancel');
    await assert.rejects(answer(), /did not allow/);
  });

  test.step('is shown in what agents did, and in the history of the record', async () => {
    const { workbench } = session();
    await workbench.run('Cohort Deck: Show What Agents Did');
    const items = (await workbench.quickInput.rows()).join('\n');
    assert.match(items, /create_cohort/);
    assert.match(items, /not allowed by the person/);
    await workbench.screenshot('agents-calls');
    await workbench.press('Escape');
  });

  test.step('gets a sentence where its call is cancelled, and the question closes', async () => {
    const { workbench } = session();
    const leaving = new AbortController();
    const made = ask('create_cohort', { ...cohort, name: 'Cancelled' }, { signal: leaving.signal });
    made.catch(() => undefined);
    await workbench.notifications.wait('An agent asks: Create cohort “Cancelled”');
    leaving.abort();
    await assert.rejects(made);
    await workbench.notifications.waitGone('An agent asks: Create cohort “Cancelled”');
    assert.match(await ask('list_records', { ...place, query: 'Cancelled' }), /^0 records/m);
  });
});
