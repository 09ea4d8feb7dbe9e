import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type ConnectionStatus,
  nextStatus,
  ready,
  type StatusEvent,
} from '#model/connections/connectionStatus.ts';

const offline: ConnectionStatus = { state: 'offline', error: 'lost', nextCheckMs: undefined };
const unauthorized: ConnectionStatus = { state: 'unauthorized', error: '401' };
const throttled: ConnectionStatus = { state: 'throttled', untilMs: 1000 };
const statuses = { ready, offline, unauthorized, throttled };

const events = {
  answered: { type: 'answered' },
  lost: { type: 'lost', error: 'new' },
  rejected: { type: 'rejected', error: 'new' },
  held: { type: 'held', untilMs: 2000 },
  released: { type: 'released' },
  reset: { type: 'reset' },
  checkPlanned: { type: 'checkPlanned', atMs: 3000 },
} satisfies Record<string, StatusEvent>;

/** What each state becomes by each event. */
const table = {
  answered: ['ready', 'ready', 'ready', 'throttled'],
  lost: ['offline', 'offline', 'offline', 'offline'],
  rejected: ['unauthorized', 'unauthorized', 'unauthorized', 'unauthorized'],
  held: ['throttled', 'throttled', 'unauthorized', 'throttled'],
  released: ['ready', 'offline', 'unauthorized', 'ready'],
  reset: ['ready', 'ready', 'ready', 'ready'],
  checkPlanned: ['ready', 'offline', 'unauthorized', 'throttled'],
} satisfies Record<keyof typeof events, readonly ConnectionStatus['state'][]>;

for (const [name, event] of Object.entries(events)) {
  test(`each state goes where it should by “${name}”`, () => {
    const states = Object.values(statuses).map((status) => nextStatus(status, event).state);
    // Object.entries does not keep the type of its keys.
    assert.deepEqual(states, table[name as keyof typeof events]);
  });
}

test('an outage keeps the error that it began with, and knows when it is checked next', () => {
  assert.equal(nextStatus(offline, events.lost), offline);
  assert.deepEqual(nextStatus(offline, events.checkPlanned), { ...offline, nextCheckMs: 3000 });
});

test('a hold is only ever prolonged', () => {
  assert.deepEqual(nextStatus(throttled, events.held), { state: 'throttled', untilMs: 2000 });
  assert.equal(nextStatus(throttled, { type: 'held', untilMs: 500 }), throttled);
});
