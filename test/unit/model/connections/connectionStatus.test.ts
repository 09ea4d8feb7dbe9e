import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type ConnectionStatus,
  nextStatus,
  ready,
  type StatusEvent,
} from '#model/connections/connectionStatus.ts';

const offline: ConnectionStatus = { state: 'offline', error: 'lost' };
const unauthorized: ConnectionStatus = { state: 'unauthorized', error: '401' };
const throttled: ConnectionStatus = { state: 'throttled', untilMs: 1000 };
const statuses = [ready, offline, unauthorized, throttled];

const lost: StatusEvent = { type: 'lost', error: 'new' };
const held: StatusEvent = { type: 'held', untilMs: 2000 };

/** What `statuses` become by each event. */
const table: readonly (readonly [StatusEvent, readonly ConnectionStatus['state'][]])[] = [
  [{ type: 'answered' }, ['ready', 'ready', 'ready', 'throttled']],
  [lost, ['offline', 'offline', 'offline', 'offline']],
  [{ type: 'rejected', error: 'new' }, ['unauthorized', 'unauthorized', 'unauthorized', 'unauthorized']],
  [held, ['throttled', 'offline', 'unauthorized', 'throttled']],
  [{ type: 'released' }, ['ready', 'offline', 'unauthorized', 'ready']],
  [{ type: 'reset' }, ['ready', 'ready', 'ready', 'ready']],
];

for (const [event, states] of table) {
  test(`each state goes where it should by “${event.type}”`, () => {
    assert.deepEqual(
      statuses.map((status) => nextStatus(status, event).state),
      states,
    );
  });
}

test('an outage keeps the error that it began with', () => {
  assert.equal(nextStatus(offline, lost), offline);
});

test('a hold can only be prolonged', () => {
  assert.deepEqual(nextStatus(throttled, held), { state: 'throttled', untilMs: 2000 });
  assert.equal(nextStatus(throttled, { type: 'held', untilMs: 500 }), throttled);
});
