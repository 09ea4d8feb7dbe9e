import type { Reply } from './serviceProbe.ts';
import type { Outcome } from './stepRunner.ts';

/** Beyond this, sign-ins and certificates begin to fail. */
const mostSkewMs = 60_000;

/** This machine's clock against the service's. */
export function checkClock({ serviceMs, ownMs }: Reply): Outcome<never> {
  if (serviceMs === undefined) return { status: 'skipped', findings: [{ is: 'notChecked', why: 'noDate' }] };
  const aheadMs = ownMs - serviceMs;
  const isFar = Math.abs(aheadMs) > mostSkewMs;
  return { status: isFar ? 'warning' : 'passed', findings: [{ is: 'clock', aheadMs }] };
}
