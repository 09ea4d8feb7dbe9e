// How a connection is, as far as its last requests show: a state machine without timers or requests.
//
//              lost                   rejected                 held
//   ready ──────────────▶ offline    ready ──▶ unauthorized    ready ──▶ throttled
//     ▲   answered           │         ▲  answered, reset │      ▲  released     │
//     └──────────────────────┘         └──────────────────┘      └───────────────┘
//
// Every state can become offline or unauthorized. A hold does not end `unauthorized`, because only a person can, nor
// `offline`, because no response came; a response does not end `throttled`, because records and persons have separate limits.

export type ConnectionStatus =
  | { readonly state: 'ready' }
  /** No connection, or no response. `error`: the first one of this outage. */
  | { readonly state: 'offline'; readonly error: unknown }
  /** The key is rejected, or this machine has none. */
  | { readonly state: 'unauthorized'; readonly error: unknown }
  /** The service rejects requests; `untilMs` since 1970. */
  | { readonly state: 'throttled'; readonly untilMs: number };

export type StatusEvent =
  | { readonly type: 'answered' }
  | { readonly type: 'lost'; readonly error: unknown }
  | { readonly type: 'rejected'; readonly error: unknown }
  | { readonly type: 'held'; readonly untilMs: number }
  /** The time of a hold is over. */
  | { readonly type: 'released' }
  /** Another key, address or network setting: the known status belongs to the old ones. */
  | { readonly type: 'reset' };

export const ready: ConnectionStatus = { state: 'ready' };

/** The same object where nothing changes. */
export function nextStatus(status: ConnectionStatus, event: StatusEvent): ConnectionStatus {
  switch (event.type) {
    case 'answered':
      return status.state === 'throttled' || status.state === 'ready' ? status : ready;
    case 'lost':
      return status.state === 'offline' ? status : { state: 'offline', error: event.error };
    case 'rejected':
      return status.state === 'unauthorized' ? status : { state: 'unauthorized', error: event.error };
    case 'held':
      if (status.state === 'unauthorized' || status.state === 'offline') return status;
      if (status.state === 'throttled' && status.untilMs >= event.untilMs) return status;
      return { state: 'throttled', untilMs: event.untilMs };
    case 'released':
      return status.state === 'throttled' ? ready : status;
    case 'reset':
      return status.state === 'ready' ? status : ready;
  }
}
