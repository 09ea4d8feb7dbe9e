// The ticks of the walkthrough.
import assert from 'node:assert/strict';
import { tickWalkthrough } from '#views/walkthroughSteps.ts';
import { eventually } from '../ui/driver/eventually.ts';

it('a tick of the walkthrough that cannot be kept is logged', async () => {
  const logged: unknown[] = [];
  const failure = new Error('no space left');
  const ticks = tickWalkthrough({
    connections: {
      all: [{ id: 'acme', name: 'Acme', url: 'https://acme.test', isSample: false, projects: [] }],
      onDidChange: () => ({ dispose: () => undefined }),
    },
    exportsFolder: '/nowhere',
    memory: { read: () => undefined, write: () => Promise.reject(failure) },
    log: { debug: (_text: string, error: unknown) => void logged.push(error) },
  });
  await eventually('the line', async () => logged.length > 0);
  assert.deepEqual(logged, [failure]);
  ticks.dispose();
});
