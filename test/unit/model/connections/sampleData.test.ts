import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Connections } from '#model/connections/connections.ts';
import { type RunningSample, SampleData } from '#model/connections/sampleData.ts';
import { createMemory, createSetting } from '../../../stored.ts';

it('sample data that is stopped while it restarts after a crash can be started again, also if that restart fails', async () => {
  const connections = new Connections(createSetting());
  const restart = Promise.withResolvers<RunningSample>();
  const ends = [Promise.withResolvers<unknown>(), Promise.withResolvers<unknown>()];
  const crashed = Promise.withResolvers<void>();
  const failures: Error[] = [];
  let starts = 0;
  const start = async (): Promise<RunningSample> => {
    const end = ends[starts++];
    assert.ok(end);
    return {
      url: 'http://127.0.0.1:1',
      key: 'k',
      projects: [],
      ended: end.promise,
      stop: async () => end.resolve(undefined),
      restart: () => restart.promise,
    };
  };
  const sampleData = new SampleData(connections, createMemory(), start, {
    crashed: () => crashed.resolve(),
    gaveUp: (error) => void failures.push(error),
  });
  await sampleData.start();
  ends[0]?.resolve(new Error('crash'));
  await crashed.promise;
  const stopped = sampleData.stop();
  restart.reject(new Error('no port'));
  await stopped;
  assert.deepEqual(failures, []);
  await sampleData.ready();
  assert.equal(starts, 2);
  await sampleData.close();
  connections.dispose();
});
