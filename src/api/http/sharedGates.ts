import { createHash } from 'node:crypto';
import type { RateLimits } from '#api/types.ts';
import { Gate } from './requestGate.ts';

export const defaultRateLimits: RateLimits = { recordsPerMinute: 480, personsPerMinute: 240 };

const gates = new Map<string, Gate>();

/** The one gate of an origin and key in this process. `limits` are those of the first client. */
export function gateFor(origin: string, key: string, limits: Partial<RateLimits> = {}): Gate {
  const all = { ...defaultRateLimits, ...limits };
  // What is not counted is not shared either.
  if (Object.values(all).every((perMinute) => perMinute === Infinity)) return new Gate(all);
  const name = `${origin} ${createHash('sha256').update(key).digest('base64')}`;
  const known = gates.get(name);
  if (known !== undefined) return known;
  for (const [other, gate] of gates) if (gate.isIdle) gates.delete(other);
  const gate = new Gate(all);
  gates.set(name, gate);
  return gate;
}
