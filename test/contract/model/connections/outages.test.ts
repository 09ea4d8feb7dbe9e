// What a person sees of an outage: one message, whatever fails, and none if a single request failed alone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import type { ConnectionMonitor } from '#model/connections/connectionMonitor.ts';
import { Outages, type OutageScreen } from '#model/connections/outages.ts';
import { fault, halfBody, reset, silence } from '../../../misbehaving/acts.ts';
import { id, serveAgain, startWatched, works } from './watched.ts';

/** What is on the screen, in order: `+` a message opens, `=` it changes, `-` it closes, `.` a note. */
function watchScreen(t: TestContext, statuses: ConnectionMonitor) {
  const seen: string[] = [];
  let nowMs = 0;
  let closeByHand = (): void => assert.fail('no message is open');
  const screen: OutageScreen = {
    open(_id, text, onClosed) {
      seen.push(`+ ${text}`);
      closeByHand = onClosed;
      return { show: (next) => void seen.push(`= ${next}`), close: () => void seen.push('-') };
    },
    note: (_id, text) => void seen.push(`. ${text}`),
  };
  const outages = new Outages(statuses, screen, () => nowMs);
  t.after(() => outages.dispose());
  const show = async (error: unknown, what: string) =>
    outages.show(error, undefined, { full: () => what, short: `${what}, shortly` });
  /** A person has read what is on the screen. */
  const read = (): void => void (nowMs += 60_000);
  return { seen, show, outages, read, closeByHand: () => closeByHand() };
}

const losses = {
  'a reset connection': { act: reset(), timeoutMs: 30_000 },
  'a service that never answers': { act: silence(), timeoutMs: 60 },
  'a gateway that answers 502': { act: fault(502, 'error', 'x'), timeoutMs: 30_000 },
  'a gateway that answers 503': { act: fault(503, 'error', 'x'), timeoutMs: 30_000 },
  'a gateway that answers 504': { act: fault(504, 'error', 'x'), timeoutMs: 30_000 },
  'answers that are cut off': { act: halfBody('{"id": 7}', 4), timeoutMs: 30_000 },
};

for (const [name, { act, timeoutMs }] of Object.entries(losses)) {
  test(`${name}: one message for eight failures at once and one after them, closed when it is back`, async (t) => {
    let isLost = true;
    const { ask, statuses, reached } = await startWatched(t, () => (isLost ? act : works()), { timeoutMs });
    const { seen, show, read } = watchScreen(t, statuses);
    const failed = Array.from({ length: 8 }, async (_, index) => show(await ask(), String(index)));
    assert.deepEqual(new Set(await Promise.all(failed)), new Set([id]));
    assert.equal(await show(await ask(), 'the last'), id);
    assert.equal(seen.filter((entry) => entry.startsWith('+')).length, 1);
    assert.equal(seen.filter((entry) => entry.startsWith('=')).length, 8);
    read();
    isLost = false;
    await reached('ready');
    assert.equal(seen.at(-1), '-');
  });
}

test('one request that fails is no outage', async (t) => {
  const { ask, statuses } = await startWatched(t, ({ url }) =>
    url.includes('/cohorts/') ? fault(504, 'error', 'x') : works(),
  );
  const { seen, show } = watchScreen(t, statuses);
  assert.equal(await show(await ask(), 'one'), undefined);
  assert.deepEqual(seen, []);
});

test('a request that the service rejects during an outage has a message of its own', async (t) => {
  let answer = reset();
  const { ask, statuses, reached } = await startWatched(t, () => answer);
  const { show } = watchScreen(t, statuses);
  await ask();
  await reached('offline');
  answer = fault(400, 'invalid', 'x');
  assert.equal(await show(await ask(), 'one'), undefined);
});

test('a message that a person closed stays closed until the next outage; each failure is a note in the status bar', async (t) => {
  const { ask, statuses, server, reached } = await startWatched(t, works);
  const { seen, show, read, closeByHand } = watchScreen(t, statuses);
  await server.close();
  await show(await ask(), 'one');
  read();
  closeByHand();
  await show(await ask(), 'two');
  await show(await ask(), 'three');
  assert.deepEqual(seen, ['+ one', '. two, shortly', '. three, shortly']);
  await serveAgain(t, server.port);
  await reached('ready');
  assert.equal(seen.at(-1), '. three, shortly'); // there is nothing to close
});

test('an open message shows a new text at once, and a closed one stays closed', async (t) => {
  const { ask, statuses } = await startWatched(t, () => reset());
  const { seen, outages, read, closeByHand } = watchScreen(t, statuses);
  let failed = 'a rename';
  await outages.show(await ask(), undefined, { full: () => failed, short: failed });
  failed = 'a rename and a save';
  outages.refresh(id);
  outages.refresh('another connection');
  read();
  closeByHand();
  outages.refresh(id);
  assert.deepEqual(seen, ['+ a rename', '= a rename and a save']);
});

test('an error that arrives as the message closes is shown in a new one', async (t) => {
  let isLost = true;
  const { ask, statuses, reached } = await startWatched(t, () => (isLost ? reset() : works()));
  const { seen, show, read } = watchScreen(t, statuses);
  await show(await ask(), 'one');
  read();
  isLost = false;
  await reached('ready');
  isLost = true;
  const error = await ask();
  await statuses.settled(id);
  await show(error, 'two');
  assert.deepEqual(seen, ['+ one', '-', '+ two']);
});

test('an error whose message closes before anybody can have read it is a note in the status bar', async (t) => {
  let isLost = true;
  const { ask, statuses, reached } = await startWatched(t, () => (isLost ? reset() : works()));
  const { seen, show, closeByHand } = watchScreen(t, statuses);
  await show(await ask(), 'one');
  isLost = false;
  await reached('ready');
  assert.deepEqual(seen, ['+ one', '-', '. one, shortly']);
  isLost = true;
  await show(await ask(), 'two');
  closeByHand();
  assert.deepEqual(seen.slice(3), ['+ two', '. two, shortly']);
});

test('the message of a connection that is removed, or gets another address, closes without a recovery', async (t) => {
  const { ask, statuses } = await startWatched(t, () => reset());
  const { seen, show, read } = watchScreen(t, statuses);
  const recovered: string[] = [];
  statuses.onDidRecover((one) => recovered.push(one));
  await show(await ask(), 'lost');
  assert.equal(seen.length, 1);
  read();
  statuses.forget(id);
  assert.equal(seen.at(-1), '-');
  assert.deepEqual([statuses.of(id).state, recovered], ['ready', []]);
});
