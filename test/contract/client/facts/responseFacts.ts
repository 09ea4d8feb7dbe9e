// What every operation does.
import { type Fact, noRecord, outcome, statusOf } from './fact.ts';

export const responseFacts: readonly Fact[] = [
  [
    'A slash at the end of a path',
    'optional',
    async ({ ask }) =>
      (await ask('GET', 'cohorts?limit=1')).status === (await ask('GET', 'cohorts/?limit=1')).status
        ? 'optional'
        : 'needed',
  ],
  [
    'A wrong key',
    '401',
    async ({ ask }) => statusOf(ask('GET', 'cohorts/', undefined, { authorization: 'Bearer phx_no' })),
  ],
  [
    'A record that is not there',
    '404 not_found',
    async ({ ask }) => {
      const { status: code, body } = await ask('GET', `dashboards/${noRecord}/`);
      return `${code} ${body?.code}`;
    },
  ],
  [
    'Text that is no JSON',
    '400 parse_error',
    async ({ ask }) => {
      const { status: code, body } = await ask('POST', 'dashboards/', '{"name": ');
      return `${code} ${body?.code}`;
    },
  ],
  [
    'DELETE',
    '405, removes nothing',
    async (its) => {
      const { id } = await its.create('dashboards', {});
      const code = await statusOf(its.ask('DELETE', `dashboards/${id}/`));
      const isThere = (await its.ask('GET', `dashboards/${id}/`)).status === 200;
      return `${code}, removes ${isThere ? 'nothing' : 'it'}`;
    },
  ],
  [
    'A name of 401 characters',
    'refused 400 name',
    async ({ ask }) =>
      outcome(await ask('POST', 'dashboards/', { name: 'x'.repeat(401), deleted: true }), 'accepted'),
  ],
  [
    'Strings with space around them',
    'trimmed',
    async (its) =>
      (await its.create('cohorts', { name: '  contract  ', is_static: true })).name === 'contract'
        ? 'trimmed'
        : 'kept',
  ],
  [
    'A page past the end',
    'empty',
    async ({ ask }) =>
      (await ask('GET', 'cohorts/?limit=1&offset=1000000')).body.results.length === 0
        ? 'empty'
        : 'has records',
  ],
];
