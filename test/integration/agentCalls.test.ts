// What no input of a model can bring about, and what an agent is told.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { maxAnswerLength } from '#agents/answerText.ts';
import { ToolError } from '#agents/toolError.ts';
import { createClient } from '#api/client.ts';
import { toolNames } from '#manifest.ts';
import { eventually } from '../ui/driver/eventually.ts';
import {
  type AgentService,
  createAgentWindow,
  filtersOn,
  place,
  setAgents,
  startAgentService,
  wordAfter,
} from './agentWindow.ts';

const tried = toolNames.filter((name) => name !== 'open_record' && name !== 'export_persons');
const names = [
  'kind',
  'id',
  'version',
  'name',
  'filters',
  'text',
  'edits',
  'show',
  'query',
  'cohorts',
  'properties',
  'limit',
  'change',
  'line',
  'draft',
  '__proto__',
];
const usual = [
  'acme',
  '1',
  '@current',
  'cohort',
  'dashboard',
  filtersOn('email'),
  '{"a":',
  1,
  2,
  3,
  -1,
  1e300,
  ['filters'],
  true,
  null,
];
const value = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<unknown>(...usual) },
  { weight: 1, arbitrary: fc.jsonValue() },
);
const inputs = fc.oneof(
  fc.dictionary(fc.constantFrom('connection', 'project', ...names), value),
  fc.dictionary(fc.constantFrom(...names), value).map((more) => ({ ...more, ...place })),
  fc.jsonValue(),
);

describe('a call of an agent', () => {
  let service: AgentService;
  before(async () => {
    service = await startAgentService();
  });
  beforeEach(() => setAgents('access', 'write'));
  after(() => service.stop());

  const cohort = (name: string) => ({ ...place, name, filters: filtersOn('email') });

  /** Of all persons of the project's cohorts. */
  async function emailsOf(): Promise<readonly string[]> {
    const client = createClient({ baseUrl: service.url, key: service.keys.all });
    const { results } = await client.cohorts('1').list();
    const pages = await Promise.all(results.map(({ id }) => client.cohorts('1').persons(id)));
    await client.close();
    const emails = pages.flatMap((page) => page.results.map(({ properties }) => properties['email']));
    return emails.filter((email) => typeof email === 'string');
  }

  it('is not made where the person says no, and says so', async () => {
    const window = createAgentWindow(service, { agrees: false });
    service.takeWrites();
    await assert.rejects(window.call('create_cohort', cohort('No')), /did not allow/);
    assert.deepEqual(service.takeWrites(), []);
    await window.dispose();
  });

  it('is refused where the record changed since its version, with what changed', async () => {
    const [one, other] = [createAgentWindow(service), createAgentWindow(service)];
    const id = Number(
      /created cohort (\d+)/.exec(await one.call('create_cohort', cohort('Edited twice')))?.[1],
    );
    const record = { ...place, kind: 'cohort', id };
    const versions = [await one.call('get_record', record), await other.call('get_record', record)];
    const [first, second] = versions.map((answer) => ({ ...record, version: wordAfter('version', answer) }));
    await other.call('edit_filters', { ...second, text: filtersOn('plan') });
    service.takeWrites();
    const edit = one.call('edit_filters', { ...first, text: filtersOn('name') });
    await assert.rejects(
      edit,
      (error: Error) => /changed since/.test(error.message) && /plan/.test(error.message),
    );
    assert.deepEqual(service.takeWrites(), []);
    await one.dispose();
    await other.dispose();
  });

  it('asks nobody where it would change nothing', async () => {
    const window = createAgentWindow(service);
    const answer = await window.call('create_cohort', cohort('As it is'));
    const id = Number(/created cohort (\d+)/.exec(answer)?.[1]);
    const edit = { ...place, kind: 'cohort', id, version: wordAfter('version', answer) };
    window.questions.length = 0;
    service.takeWrites();
    await assert.rejects(window.call('edit_record', { ...edit, name: 'As it is' }), /would change nothing/);
    assert.deepEqual([window.questions, service.takeWrites()], [[], []]);
    await window.call('edit_record', { ...edit, name: 'As it is', description: 'New' });
    assert.deepEqual(window.questions[0]?.lines.slice(0, 1), ['Description: (empty) → New']);
    await window.dispose();
  });

  it('says that a cohort which it counts is calculating', async () => {
    const window = createAgentWindow(service);
    service.inject('endless');
    const made = await window.call('create_cohort', cohort('Calculating for ever'));
    service.inject('');
    const found = await window.call('list_records', { ...place, kind: 'cohort' });
    const ids = [
      Number(/created cohort (\d+)/.exec(made)?.[1]),
      Number(/^cohort (\d+) .* \d+ persons$/m.exec(found)?.[1]),
    ];
    assert.match(found, new RegExp(`^cohort ${ids[0]} .* persons calculating$`, 'm'));
    const overlap = await window.call('count_overlap', { ...place, cohorts: ids });
    const rows = overlap.split('\n').filter((line) => line.startsWith('cohort '));
    assert.deepEqual(
      rows.map((row) => row.endsWith('calculating: the numbers may change')),
      [true, false],
    );
    const one = { ...place, id: ids[0] };
    await setAgents('persons', true);
    for (const answer of [
      await window.call('summarize_persons', one),
      await window.call('read_persons', { ...one, properties: ['email'], limit: 1 }),
    ])
      assert.match(answer, /^The cohort is being calculated: it has no persons yet\.$/m);
    const named = { ...place, id: ids[1], properties: ['email', 'constructor'], limit: 1 };
    assert.match(await window.call('read_persons', named), /^"email" ".+", "constructor" null$/m);
    await setAgents('persons', undefined);
    await window.dispose();
  });

  it('that was made says so though its record cannot be read again', async () => {
    const window = createAgentWindow(service);
    const noRead = window.history.onDidChange(() => service.inject('status=403;method=GET'));
    const made = await window.call('create_cohort', cohort('Made unread')).finally(() => service.inject(''));
    assert.match(made, /^created cohort \d+ "Made unread"$/m);
    assert.match(made, /^version not known: call get_record$/m);
    const record = { ...place, kind: 'cohort', id: Number(/created cohort (\d+)/.exec(made)?.[1]) };
    for (const [tool, change] of [
      ['edit_record', { name: 'Renamed unread' }],
      ['edit_filters', { text: filtersOn('plan') }],
    ] as const) {
      const version = wordAfter('version', await window.call('get_record', record));
      const changed = await window
        .call(tool, { ...record, version, ...change })
        .finally(() => service.inject(''));
      assert.match(changed, /^version not known: call get_record$/m);
      assert.notEqual(wordAfter('change', changed), '');
    }
    noRead.dispose();
    const undo = { change: wordAfter('change', made) };
    assert.match(await window.call('undo_change', undo), /undone/);
    await window.dispose();
  });

  it('whose response is lost may have been made, which it says', async () => {
    const window = createAgentWindow(service);
    service.inject('reset=after;method=POST');
    const lost = window.call('create_cohort', cohort('Lost response')).finally(() => service.inject(''));
    await assert.rejects(lost, /may have been made.*list_records/);
    const found = await window.call('list_records', { ...place, kind: 'cohort', query: 'Lost response' });
    assert.equal(found.match(/"Lost response"/g)?.length, 1, 'and it was made once');
    await window.dispose();
  });

  it('asks again if VS Code’s question for it was not the same call’s', async () => {
    const window = createAgentWindow(service);
    const signal = new AbortController().signal;
    const input = cohort('Asked by VS Code');
    const call = (door: 'editor' | 'mcp') =>
      window.calls.call('create_cohort', input, { door, signal, report: () => undefined });
    const asked: number[] = [];
    assert.ok(await window.calls.prepare('create_cohort', input, signal));
    for (const door of ['mcp', 'editor', 'editor'] as const) {
      await call(door);
      asked.push(window.questions.length);
    }
    assert.deepEqual(asked, [1, 1, 2], 'only the first call of the editor was asked about before');
    await window.dispose();
  });

  it('that reads a record says at which line the rest of its filters begins', async () => {
    const window = createAgentWindow(service);
    const condition = (index: number) => ({ key: `property ${index}`, type: 'person', operator: 'is_set' });
    const conditions = Array.from({ length: 60 }, (_, index) => condition(index));
    const filters = { properties: { type: 'OR', values: [{ type: 'AND', values: conditions }] } };
    const description = 'Words. '.repeat(140);
    const sent = { ...place, name: 'Long', description, filters: JSON.stringify(filters) };
    const id = Number(/created cohort (\d+)/.exec(await window.call('create_cohort', sent))?.[1]);
    const read: string[] = [];
    for (let line: number | undefined = 1; line !== undefined;) {
      const input = { ...place, kind: 'cohort', id, show: ['filters', 'tiles'], line };
      const answer = await window.call('get_record', input);
      const [, lines = '', next] =
        /^filters as text, from line \d+:\n(.*?)\n(?:… more: call get_record with line (\d+)|=== )/ms.exec(
          answer,
        ) ?? [];
      read.push(lines);
      line = next === undefined ? undefined : Number(next);
    }
    assert.ok(read.length > 1);
    const { values } = JSON.parse(read.join('\n')).properties.values[0];
    assert.equal(values.length, 60);
    await window.dispose();
  });

  it('is undone by the person or the agent, once', async () => {
    const window = createAgentWindow(service);
    const change = { change: wordAfter('change', await window.call('create_cohort', cohort('Undone'))) };
    assert.equal((await window.history.undo())?.isDone, true);
    window.questions.length = 0;
    await assert.rejects(window.call('undo_change', change), /has undone this change already/);
    assert.deepEqual(window.questions, []);
    await window.dispose();
  });

  it('is in the history with its record and its outcome, and in the log without names', async () => {
    const window = createAgentWindow(service);
    await window.call('create_cohort', cohort('Secret name'));
    await eventually('the first call in the history', async () => window.localHistory.calls().length === 1);
    await window.call('create_cohort', {}).catch(() => undefined);
    await eventually('both calls in the history', async () => window.localHistory.calls().length === 2);
    const [failed, done] = window.localHistory.calls();
    assert.deepEqual([failed?.tool, failed?.outcome], ['create_cohort', 'invalid input']);
    assert.equal(done?.record?.kind, 'cohort');
    const log = window.lines.join('\n');
    assert.match(log, /Agent \(mcp\): create_cohort cohort \d+ in project 1: created cohort/);
    assert.doesNotMatch(log, /Secret name/);
    await window.dispose();
  });

  it('is in the history of its record as an agent’s', async () => {
    const window = createAgentWindow(service);
    const answer = await window.call('create_cohort', cohort('By whom'));
    const id = Number(/created cohort (\d+)/.exec(answer)?.[1]);
    const renamed = {
      ...place,
      kind: 'cohort',
      id,
      version: wordAfter('version', answer),
      name: 'By an agent',
    };
    const made: unknown[] = [];
    window.catalog.onDidMakeChange(({ action, by }) => made.push([action, by]));
    await window.call('edit_record', renamed);
    assert.deepEqual(made, [['update', 'agent']]);
    await window.dispose();
  });

  it('cannot be made to write to a read-only project, or to give away a key or an email', async () => {
    await setAgents('persons', undefined);
    const window = createAgentWindow(service, { protection: 'readOnly' });
    window.protect();
    service.takeWrites();
    const answers: string[] = [];
    const property = fc.asyncProperty(fc.constantFrom(...tried), inputs, async (tool, input) => {
      const answer = await window.call(tool, input).catch((error: unknown) => {
        assert.ok(error instanceof ToolError, String(error));
        return error.message;
      });
      assert.ok(answer.length < maxAnswerLength + 500, `${tool}: ${answer.length}`);
      answers.push(answer);
    });
    await fc.assert(property, { numRuns: 300 });
    assert.deepEqual(service.takeWrites(), []);
    const all = [...answers, ...window.lines].join('\n');
    assert.ok(!all.includes('phx_'));
    const emails = await emailsOf();
    assert.ok(emails.length > 20);
    assert.deepEqual(
      emails.filter((email) => all.includes(email)),
      [],
    );
    await window.dispose();
  });

  it('is refused among a thousand at once, and all of them end', async () => {
    const window = createAgentWindow(service);
    const ends = await Promise.allSettled(
      Array.from({ length: 1000 }, () => window.call('list_records', {})),
    );
    const refused = ends.filter((end) => end.status === 'rejected');
    assert.ok(refused.length > 900 && refused.every((end) => /Too many calls/.test(String(end.reason))));
    assert.match(await window.call('list_records', {}), /records/);
    await window.dispose();
  });

  const broken: Readonly<Record<string, readonly [filters: string, words: RegExp]>> = {
    'five megabytes': [`{"a": "${'x'.repeat(5_000_000)}"}`, /at most 1000000/],
    'JSON that is half there': ['{"properties": {', /not valid JSON.*offset/s],
    'thousands of levels': [`{"a": ${'['.repeat(5000)}${']'.repeat(5000)}}`, /256 levels/],
    'a condition that lacks its property': [filtersOn(''), /lack a property/],
  };
  for (const [what, [filters, words]] of Object.entries(broken))
    it(`with ${what} ends in a sentence, and sends nothing`, async () => {
      const window = createAgentWindow(service);
      service.takeWrites();
      await assert.rejects(window.call('create_cohort', { ...place, name: 'Broken', filters }), words);
      assert.deepEqual([service.takeWrites(), window.questions], [[], []]);
      await window.dispose();
    });

  it('names what nothing in the project knows', async () => {
    const window = createAgentWindow(service);
    const filters = {
      properties: {
        type: 'OR',
        values: [
          {
            type: 'AND',
            values: [
              { key: 'emial', type: 'person', operator: 'is_set', value: 'is_set' },
              { key: 'id', type: 'cohort', value: 99999 },
              {
                key: 'order plcaed',
                type: 'behavioral',
                value: 'performed_event',
                event_type: 'events',
                time_value: 30,
                time_interval: 'day',
              },
            ],
          },
        ],
      },
    };
    const answer = await window.call('create_cohort', {
      ...place,
      name: 'Misspelled',
      filters: JSON.stringify(filters),
    });
    assert.match(answer, /the property "emial"/);
    assert.match(answer, /the event "order plcaed"/);
    assert.match(answer, /no cohort 99999/);
    await window.dispose();
  });

  it('does nothing once it is cancelled', async () => {
    const window = createAgentWindow(service);
    service.takeWrites();
    await assert.rejects(window.call('create_cohort', cohort('Gone'), AbortSignal.abort()), /cancelled/);
    assert.deepEqual(service.takeWrites(), []);
    await window.dispose();
  });
});
