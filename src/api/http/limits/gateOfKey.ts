import { createHash } from 'node:crypto';
import type { RateLimits } from '#api/clientTypes.ts';
import { RequestGate } from './requestGate.ts';

const gates = new Map<string, RequestGate>();

/** The one gate of an origin and key in this process. `limits` are those of the first client. */
export function gateOfKey(origin: string, key: string, limits: Partial<RateLimits> = {}): RequestGate {
  const all = { ...defaultRateLimits, ...limits };
  // A client without limits gets a gate of its own.
  if (Object.values(all).every((perMinute) => perMinute === Infinity)) return new RequestGate(all);
  const name = `${origin} ${createHash('sha256').update(key).digest('base64')}`;
  const known = gates.get(name);
  if (known !== undefined) return known;
  for (const [other, gate] of gates) if (gate.isIdle) gates.delete(other);
  const gate = new RequestGate(all);
  gates.set(name, gate);
  return gate;
}

/** Requests a minute, of the cloud service, for all of a team's keys and programs together. */
export const defaultRateLimits: RateLimits = { recordsPerMinute: 480, personsPerMinute: 240 };
