import assert from 'node:assert/strict';

/** Runs on a machine in each zone: five hours behind UTC, and nine ahead of it. */
export function inEachZone(run: (zone: string) => void): void {
  const { TZ } = process.env;
  try {
    for (const zone of ['America/Panama', 'Asia/Tokyo']) {
      process.env.TZ = zone;
      assert.notEqual(new Date(2026, 0).getTimezoneOffset(), 0);
      run(zone);
    }
  } finally {
    if (TZ === undefined) delete process.env.TZ;
    else process.env.TZ = TZ;
  }
}
