// What dashboards do.
import {
  type Fact,
  group,
  leaf,
  noRecord,
  outcome,
  outcomeWithoutField,
  type Questions,
  statusOf,
} from './fact.ts';

export const dashboardFacts: readonly Fact[] = [
  [
    'Tiles of a dashboard',
    'null in a list, a list on their own',
    async (its) => {
      const { id } = await its.create('dashboards', {});
      const [listed] = (await its.ask('GET', 'dashboards/?limit=1')).body.results;
      const { tiles } = (await its.ask('GET', `dashboards/${id}/`)).body;
      return `${kindOf(listed.tiles)} in a list, ${kindOf(tiles)} on their own`;
    },
  ],
  [
    'Tags',
    'trimmed, in lower case, once each',
    async (its) => {
      const { tags } = await its.create('dashboards', { tags: [' B ', 'a', 'A'] });
      if (tags.length === 0) return 'ignored';
      return tags.toSorted().join() === 'a,b' ? 'trimmed, in lower case, once each' : 'kept';
    },
  ],
  [
    'A template and a dashboard to copy',
    'refused 400',
    async ({ ask }) =>
      outcomeWithoutField(
        await ask('POST', 'dashboards/', { use_template: 'x', use_dashboard: 1, deleted: true }),
        'accepted',
      ),
  ],
  [
    'A level of restriction that does not exist',
    'refused 400 restriction_level',
    async ({ ask }) =>
      outcome(await ask('POST', 'dashboards/', { restriction_level: 5, deleted: true }), 'accepted'),
  ],
  [
    'Who may edit',
    'effective_privilege_level',
    async (its) =>
      (await its.create('dashboards', {})).user_access_level === undefined
        ? 'effective_privilege_level'
        : 'user_access_level',
  ],
  [
    'A deleted dashboard',
    '404, and comes back',
    async (its) => {
      const { id } = await its.create('dashboards', {});
      await its.ask('PATCH', `dashboards/${id}/`, { deleted: true });
      const code = await statusOf(its.ask('GET', `dashboards/${id}/`));
      const back = await statusOf(its.ask('PATCH', `dashboards/${id}/`, { deleted: false }));
      return `${code}, ${back === '200' ? 'and comes back' : 'and stays so'}`;
    },
  ],
  [
    'A tile that is not there, moved',
    'refused',
    async (its) => {
      const [from, to] = [await its.create('dashboards', {}), await its.create('dashboards', {})];
      const move = { tile: { id: noRecord }, toDashboard: to.id };
      const { status } = await its.ask('PATCH', `dashboards/${from.id}/move_tile/`, move);
      return status < 400 ? 'accepted' : 'refused';
    },
  ],
  [
    'The digits of numbers in filters',
    'kept',
    async (its) => {
      const { id } = await its.create('dashboards', {});
      await its.ask(
        'PATCH',
        `dashboards/${id}/`,
        '{"filters": {"date_from": "-7d", "big": 12345678901234567890}}',
      );
      return (await its.ask('GET', `dashboards/${id}/`)).text.includes('12345678901234567890')
        ? 'kept'
        : 'lost';
    },
  ],
  [
    'The order of keys in filters',
    'as sent',
    async (its) => {
      const { id } = await its.create('dashboards', { filters: { date_from: '-7d', a: 1 } });
      const { filters } = (await its.ask('GET', `dashboards/${id}/`)).body;
      return Object.keys(filters)[0] === 'date_from' ? 'as sent' : 'another';
    },
  ],
  ['OR groups of a dashboard', 'kept', async (its) => conditionsOf(its, 'OR')],
  ['AND groups of a dashboard', 'kept', async (its) => conditionsOf(its, 'AND')],
  [
    'Empty filters of a dashboard',
    'accepted',
    async (its) => {
      const { id } = await its.create('dashboards', { filters: { date_from: '-7d' } });
      const { filters } = (await its.ask('PATCH', `dashboards/${id}/`, { filters: {} })).body;
      return Object.keys(filters).length === 0 ? 'accepted' : 'ignored';
    },
  ],
];

function kindOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'a list' : typeof value;
}

async function conditionsOf(its: Questions, type: 'AND' | 'OR'): Promise<string> {
  const { id } = await its.create('dashboards', {});
  const sent = group(type, leaf, { ...leaf, key: 'name' });
  const response = await its.ask('PATCH', `dashboards/${id}/`, { filters: sent });
  return outcome(response, Array.isArray(response.body?.filters?.properties) ? 'a plain list' : 'kept');
}
