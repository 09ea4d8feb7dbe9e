// What a key cannot do is known from the service before a person tries it, and nothing is changed to find out.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createClient } from '#api/client.ts';
import { findMissingScopes, guardBy } from '#model/connections/keyScopes.ts';
import type { KeyOptions } from '#sandbox/http/apiKeys.ts';
import { type Listening } from '#sandbox/server.ts';
import { silence } from '../../../misbehaving/acts.ts';
import { startMisbehaving } from '../../../misbehaving/server.ts';
import { startService } from '../../../startService.ts';

const keys: readonly (KeyOptions & { readonly missing: readonly string[] })[] = [
  { key: 'phx_all', scopes: ['*'], missing: [] },
  {
    key: 'phx_reads',
    scopes: ['dashboard:read', 'cohort:read'],
    missing: ['dashboard:write', 'cohort:write', 'person:read'],
  },
  { key: 'phx_writes', scopes: ['dashboard:write', 'cohort:write'], missing: ['person:read'] },
  // Persons need `cohort:read` first: the service does not say whether `person:read` is there.
  {
    key: 'phx_dashboards',
    scopes: ['dashboard:read', 'person:read'],
    missing: ['dashboard:write', 'cohort:read', 'cohort:write'],
  },
];
const signal = new AbortController().signal;

describe('the scopes that a key lacks', () => {
  let service: Listening;
  before(async () => {
    service = await startService({ persons: 100, keys });
  });
  after(async () => {
    await service.close();
  });

  const find = async (key: string, mayWrite = () => true) => {
    const client = createClient({ baseUrl: service.url, key, guard: guardBy(mayWrite) });
    const projects = ['gone', 'no/path', ...service.projects.map(({ id }) => id)];
    const missing = await findMissingScopes(client, projects, mayWrite, signal);
    await client.close();
    return missing;
  };

  for (const { key, scopes = [], missing } of keys) {
    it(`are ${missing.join(', ') || 'none'} where it has ${scopes.join(', ')}`, async () => {
      assert.deepEqual(await find(key), missing);
    });
  }

  it('are found without a write if none may be sent', async () => {
    assert.deepEqual(await find('phx_reads', () => false), ['person:read']);
  });

  it('are not searched any further once the search is aborted', async (t) => {
    const ending = new AbortController();
    const plan = () => {
      setImmediate(() => ending.abort());
      return silence();
    };
    const server = await startMisbehaving(plan, { test: t });
    const client = createClient({ baseUrl: server.url, key: 'phx_x' });
    t.after(() => client.close());
    assert.deepEqual(await findMissingScopes(client, ['1'], () => true, ending.signal), []);
    assert.equal(server.received.length, 1);
  });
});
