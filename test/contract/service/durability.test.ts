import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { end, kill, killAll, spawnService, startProcess } from './process.ts';
import type { ServiceProcess } from './process.ts';
import { eventually, request } from './service.ts';
import type { Json } from './service.ts';

/** A record's acknowledged name, and the one that it may have received since. */
interface Written {
  readonly acknowledged: string;
  readonly sent: string;
}

/** Kills in a row, each while writes are under way. */
const kills = 8;

describe('the service, killed', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cohort-deck-kill-'));
  });
  after(async () => {
    killAll();
    await rm(folder, { recursive: true, force: true });
  });

  const read = async (service: ServiceProcess, path: string): Promise<Json> =>
    JSON.parse((await request(service, 'GET', path, {})).text);

  it(`has every acknowledged write after each of ${kills} kills in the middle of writing`, async () => {
    const flags = ['--data', join(folder, 'writes'), '--persons', '200', '--quiet'];
    /** Acknowledged writes, by path. */
    const written = new Map<string, Written>();
    let checked = 0;
    for (let round = 0; round < kills; round += 1) {
      const service = await startProcess(...flags);
      for (const [path, { acknowledged, sent }] of written) {
        const { name } = await read(service, path);
        assert.ok(name === acknowledged || name === sent, `${path}: ${name}, not ${acknowledged} or ${sent}`);
        checked += 1;
      }
      await writeUntilKilled(service, round, written);
    }
    assert.ok(written.size > kills && checked > written.size, `${written.size} records, ${checked} checks`);
    const service = await startProcess(...flags);
    const { count } = await read(service, 'cohorts/');
    const { results } = await read(service, `cohorts/?limit=${count}`);
    assert.equal(results.length, count);
    assert.equal(await end(service), process.platform === 'win32' ? null : 0); // Windows knows no signals
  });

  it('ends the calculations that a kill broke off', async () => {
    const flags = ['--data', join(folder, 'calculation'), '--persons', '45000', '--cohorts', '0', '--quiet'];
    const first = await startProcess(...flags);
    const filters = { properties: { type: 'person', key: 'email', operator: 'not_icontains', value: 'İ' } };
    const made: Json[] = [];
    while (made.length < 3) {
      made.push(JSON.parse((await request(first, 'POST', 'cohorts/', { body: { filters } })).text));
    }
    await kill(first);
    const second = await startProcess(...flags);
    for (const { id } of made) {
      const done = await eventually(
        () => read(second, `cohorts/${id}/`),
        (cohort) => !cohort.is_calculating,
      );
      assert.deepEqual([done.count, done.errors_calculating], [45_000, 0]);
      const last = await read(second, `cohorts/${id}/persons/?limit=10&offset=44995`);
      assert.equal(last.results.length, 5);
    }
    await end(second);
  });

  it('completes sample data whose creation was killed', async () => {
    const flags = ['--data', join(folder, 'sample'), '--persons', '20000'];
    const first = spawnService(...flags);
    if (!first.stderr) throw new Error('The service was started without an output.');
    await once(first.stderr, 'data'); // it says what it makes before it makes it
    await kill({ child: first });
    const second = await startProcess(...flags, '--quiet');
    const everyone = await read(second, 'cohorts/2/');
    assert.ok(everyone.count > 15_000);
    assert.equal((await read(second, 'cohorts/?limit=1000')).results.length, 25);
    await end(second);
  });
});

/** Makes and renames records over four connections at once; after some responses kills the process under the others. */
async function writeUntilKilled(
  service: ServiceProcess,
  round: number,
  written: Map<string, Written>,
): Promise<void> {
  let responses = 0;
  const write = async (method: 'POST' | 'PATCH', path: string, name: string): Promise<number> => {
    const { id }: Json = JSON.parse((await request(service, method, path, { body: { name } })).text);
    responses += 1;
    if (responses === 5 + round * 3) await kill(service);
    return id;
  };
  const keepWriting = async (lane: number): Promise<void> => {
    const resource = lane % 2 === 0 ? 'cohorts' : 'dashboards';
    for (let turn = 0; ; turn += 1) {
      const name = `round ${round}, lane ${lane}, turn ${turn}`;
      const path = `${resource}/${await write('POST', `${resource}/`, name)}/`;
      const renamed = `${name}, renamed`;
      written.set(path, { acknowledged: name, sent: renamed });
      await write('PATCH', path, renamed);
      written.set(path, { acknowledged: renamed, sent: renamed });
    }
  };
  // Each lane ends with its connection.
  await Promise.allSettled([0, 1, 2, 3].map(keepWriting));
}
