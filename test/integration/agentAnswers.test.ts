// What an agent is told where not all is known, and what its undo leaves to others.
import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { createClient } from '#api/client.ts';
import { WriteApproval } from '#api/writeApproval.ts';
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

describe('an answer to an agent', () => {
  let service: AgentService;
  before(async () => {
    service = await startAgentService();
  });
  beforeEach(() => setAgents('access', 'write'));
  after(() => service.stop());

  /** Of somebody else. */
  async function withClient<T>(use: (client: ReturnType<typeof createClient>) => Promise<T>): Promise<T> {
    const client = createClient({
      baseUrl: service.url,
      key: service.keys.all,
      guard: { check: () => undefined },
    });
    try {
      return await use(client);
    } finally {
      await client.close();
    }
  }

  /** The largest calculated cohorts of the sample. */
  const largest = () =>
    withClient(async (client) => {
      const { results } = await client.cohorts('1').list();
      const ready = results.filter((one) => !one.is_calculating && !one.is_static);
      return ready.toSorted((a, b) => (b.count ?? 0) - (a.count ?? 0)).slice(0, 2);
    });

  it('calls the persons that it read all only if they are as many as the cohort has', async () => {
    const window = createAgentWindow(service);
    const [one] = await largest();
    assert.ok(one?.count && one.count > 10);
    const summarize = () => window.call('summarize_persons', { ...place, id: one.id });
    assert.match(await summarize(), new RegExp(`^${one.count} persons read, which are all$`, 'm'));
    service.inject('short=990;path=persons, next=self;path=persons');
    const answer = await summarize().finally(() => service.inject(''));
    assert.match(answer, new RegExp(`^10 persons read, not known.*count is ${one.count}$`, 'm'));
    await window.dispose();
  });

  it('calls no persons all of a cohort whose count is unknown', async () => {
    const window = createAgentWindow(service);
    service.inject('endless');
    const input = { ...place, name: 'Never counted', filters: filtersOn('email') };
    const made = await window.call('create_cohort', input).finally(() => service.inject(''));
    const id = Number(/created cohort (\d+)/.exec(made)?.[1]);
    const answer = await window.call('summarize_persons', { ...place, id });
    assert.match(answer, /^\d+ persons read, not known to be all: the cohort’s count is unknown$/m);
    await window.dispose();
  });

  it('says which of the properties that it asked for fewer than five persons have', async () => {
    const window = createAgentWindow(service);
    const [one] = await largest();
    const input = { ...place, id: one?.id, properties: ['email', 'plna'] };
    const answer = await window.call('summarize_persons', input);
    assert.match(answer, /^"email": filled \d+/m);
    assert.match(answer, /^"plna": fewer than 5 persons have it$/m);
    await window.dispose();
  });

  it('names feature flags that use a cohort, and says where they were not searched', async () => {
    const window = createAgentWindow(service);
    const cohorts = await withClient(async (client) => (await client.cohorts('1').list()).results);
    const uses = await withClient((client) =>
      Promise.all(cohorts.map(({ id }) => client.cohorts('1').uses(id))),
    );
    const at = uses.findIndex((one) => one?.users.some(({ kind }) => kind === 'featureFlag'));
    const input = { ...place, id: cohorts[at]?.id };
    const answer = await window.call('find_uses', input);
    assert.match(answer, /^feature flag \d+ "[^"]+" uses this cohort$/m);
    assert.doesNotMatch(answer, /were not searched/);
    service.inject('status=404;path=used_in');
    const older = await window.call('find_uses', input).finally(() => service.inject(''));
    assert.match(older, /^Feature flags and other insights were not searched\.$/m);
    await window.dispose();
  });

  it('warns of no cohort that exists and is not among those that were listed', async () => {
    const window = createAgentWindow(service);
    const cohorts = await withClient(async (client) => (await client.cohorts('1').list()).results);
    const condition = { key: 'id', type: 'cohort', value: cohorts.at(-1)?.id };
    const filters = { properties: { type: 'OR', values: [{ type: 'AND', values: [condition] }] } };
    const input = { ...place, name: 'Of another cohort', filters: JSON.stringify(filters) };
    service.inject('short=95;path=cohorts, next=self;path=cohorts');
    const made = await window.call('create_cohort', input).finally(() => service.inject(''));
    assert.match(made, /created cohort/);
    assert.doesNotMatch(made, /no cohort/);
    await window.dispose();
  });

  it('continues the filters from a line, and says that a cohort has no tiles', async () => {
    const window = createAgentWindow(service);
    const [one] = await largest();
    const input = { ...place, kind: 'cohort', id: one?.id, show: ['tiles'], line: 2 };
    const answer = await window.call('get_record', input);
    assert.match(answer, /^filters as text, from line 2:$/m);
    assert.match(answer, /^A cohort has no tiles\.$/m);
    await window.dispose();
  });

  it('says of a cohort by groups, or of a fixed list, that it has no filters, and does not replace groups', async () => {
    const window = createAgentWindow(service);
    const cohorts = await withClient(async (client) => (await client.cohorts('1').list()).results);
    const [older, fixed] = [
      cohorts.find(({ name }) => name === 'Older import (groups)'),
      cohorts.find((one) => one.is_static),
    ];
    const read = (id = 0) => window.call('get_record', { ...place, kind: 'cohort', id });
    assert.match(await read(fixed?.id), /^filters: none: this cohort is a fixed list/m);
    const answer = await read(older?.id);
    assert.match(answer, /^filters: none: this cohort is defined by its groups/m);
    const edit = { ...place, kind: 'cohort', id: older?.id, version: wordAfter('version', answer) };
    service.takeWrites();
    await assert.rejects(
      window.call('edit_filters', { ...edit, text: filtersOn('email') }),
      /defined by its groups.*would replace/,
    );
    assert.deepEqual([service.takeWrites(), window.questions], [[], []]);
    await window.dispose();
  });

  it('says that a list was not searched as a whole', async () => {
    const window = createAgentWindow(service);
    service.inject('short=95;path=cohorts, next=self;path=cohorts');
    const found = await window.call('list_records', {
      ...place,
      kind: 'cohort',
      query: 'nothing is called this',
    });
    const [one] = await largest();
    const uses = await window.call('find_uses', { ...place, id: one?.id }).finally(() => service.inject(''));
    for (const answer of [found, uses])
      assert.match(answer, /^Only 5 of \d+ cohorts of project "1" were searched\.$/m);
    await window.dispose();
  });

  it('does not call a comparison exact if a cohort was calculated again meanwhile', async () => {
    const window = createAgentWindow(service);
    const ids = (await largest()).map(({ id }) => id);
    const compare = (report: (text: string) => void) =>
      window.calls.call(
        'count_overlap',
        { ...place, cohorts: ids },
        { door: 'mcp', signal: new AbortController().signal, report },
      );
    assert.match((await compare(() => undefined)).text, /These numbers are exact/);
    service.inject('latency=2000;path=persons;times=1');
    let calculated: Promise<void> | undefined;
    const calculate = () =>
      withClient(async (client) => {
        const [id = 0] = ids;
        await client.withApproval(new WriteApproval()).cohorts('1').updateText(id, '{}');
        await eventually('the calculation', async () => {
          return !(await client.cohorts('1').retrieve(id)).is_calculating;
        });
      });
    const { text } = await compare(() => void (calculated ??= calculate())).finally(() => service.inject(''));
    await calculated;
    assert.match(text, /Not exact/);
    await window.dispose();
  });

  it('does not say that a save failed which may have arrived', async () => {
    let lose = '';
    const window = createAgentWindow(service, {
      whileAsked: async () => {
        if (lose === '') return;
        await setTimeout(1100); // what was read before is not fresh any more
        service.inject(lose);
      },
    });
    const made = await window.call('create_cohort', {
      ...place,
      name: 'Lost save',
      filters: filtersOn('email'),
    });
    const id = Number(/created cohort (\d+)/.exec(made)?.[1]);
    const edit = {
      ...place,
      kind: 'cohort',
      id,
      version: wordAfter('version', made),
      text: filtersOn('plan'),
    };
    lose = 'reset=after;method=PATCH, status=503;method=GET;after=2';
    const lost = window.call('edit_filters', edit).finally(() => service.inject(''));
    await assert.rejects(lost, /may have been made.*get_record/);
    const record = await window.call('get_record', { ...place, kind: 'cohort', id, show: ['filters'] });
    assert.match(record, /"plan"/);
    await window.dispose();
  });

  it('leaves to an undo only what the agent has changed', async () => {
    let id = 0;
    const window = createAgentWindow(service, {
      whileAsked: async () =>
        withClient(async (client) => {
          const body = '{"tags": ["kept", "both"], "pinned": true}';
          await client.withApproval(new WriteApproval()).dashboards('1').updateText(id, body);
        }),
    });
    id = await withClient(async (client) => {
      const dashboards = client.withApproval(new WriteApproval()).dashboards('1');
      return (await dashboards.createText('{"name": "Of two", "tags": ["kept"]}')).id;
    });
    const record = { ...place, kind: 'dashboard', id };
    const version = wordAfter('version', await window.call('get_record', record));
    const change = { tags: ['kept', 'both', 'mine'], pinned: true };
    const changed = await window.call('edit_record', { ...record, version, ...change });
    await window.history.undo();
    assert.notEqual(wordAfter('change', changed), '');
    const now = await withClient((client) => client.dashboards('1').retrieve(id));
    assert.deepEqual([new Set(now.tags), now.pinned], [new Set(['kept', 'both']), true]);
    await window.dispose();
  });

  it('needs no scope of dashboards for cohorts, and says what was not searched', async () => {
    const window = createAgentWindow(service, { key: 'cohorts' });
    const made = await window.call('create_cohort', {
      ...place,
      name: 'With one scope',
      filters: filtersOn('email'),
    });
    const cohort = { ...place, kind: 'cohort', id: Number(/created cohort (\d+)/.exec(made)?.[1]) };
    const version = wordAfter('version', made);
    await window.call('edit_filters', { ...cohort, version, text: filtersOn('plan') });
    const { connection, project, id } = cohort;
    for (const answer of [
      await window.call('list_records', { ...place, query: 'scope' }),
      await window.call('find_uses', { connection, project, id }),
    ]) {
      assert.match(answer, /^cohort \d+ "With one scope"/m);
      assert.match(answer, /^The key may not read the dashboards of project "1"\.$/m);
    }
    await assert.rejects(window.call('list_records', { ...place, kind: 'dashboard' }), /dashboard:read/);
    await window.dispose();
  });

  it('does not change a cohort that somebody has deleted', async () => {
    const window = createAgentWindow(service);
    const made = await window.call('create_cohort', {
      ...place,
      name: 'Soon deleted',
      filters: filtersOn('email'),
    });
    const cohort = { ...place, kind: 'cohort', id: Number(/created cohort (\d+)/.exec(made)?.[1]) };
    await withClient((client) =>
      client.withApproval(new WriteApproval()).cohorts('1').updateText(cohort.id, '{"deleted": true}'),
    );
    const version = wordAfter('version', made);
    const renamed = window.call('edit_record', { ...cohort, version, name: 'Not changed' });
    await assert.rejects(renamed, /is deleted/);
    const { name } = await withClient((client) => client.cohorts('1').retrieve(cohort.id));
    assert.equal(name, 'Soon deleted');
    await window.dispose();
  });

  it('undoes filters that the service has given another order and keys of its own since', async () => {
    const window = createAgentWindow(service);
    const made = await window.call('create_cohort', {
      ...place,
      name: 'In order',
      filters: filtersOn('email'),
    });
    const cohort = { ...place, kind: 'cohort', id: Number(/created cohort (\d+)/.exec(made)?.[1]) };
    const version = wordAfter('version', made);
    const saved = await window.call('edit_filters', { ...cohort, version, text: filtersOn('plan') });
    service.setHabits(['leafKeys', 'reorderedKeys']);
    await withClient((client) =>
      client
        .withApproval(new WriteApproval())
        .cohorts('1')
        .updateText(cohort.id, `{"filters": ${filtersOn('plan')}}`),
    );
    await setTimeout(1100); // the record is read again
    await window.call('undo_change', { change: wordAfter('change', saved) });
    const record = await window.call('get_record', { ...cohort, show: ['filters'] });
    assert.match(record, /"email"/);
    service.setHabits([]);
    await window.dispose();
  });

  it('says that nothing was sent if the connection got another address while the person was asked', async () => {
    const window = createAgentWindow(service, { whileAsked: async () => window.move() });
    service.takeWrites();
    const made = window.call('create_cohort', { ...place, name: 'Moved', filters: filtersOn('email') });
    await assert.rejects(made, /another address.*nothing was sent/);
    assert.deepEqual(service.takeWrites(), []);
    await window.dispose();
  });
});
