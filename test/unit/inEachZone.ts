import assert from 'node:assert/strict';

/** Runs on a machine in each zone: five hours behind UTC, and nine ahead of it. */
export function inEachZone(run: (zone: string) => void): void {
  const own = process.env.TZ ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
  try {
    for (const zone of ['America/Panama', 'Asia/Tokyo']) {
      process.env.TZ = zone;
      assert.notEqual(new Date(2026, 0).getTimezoneOffset(), 0);
      run(zone);
    }
  } finally {
    process.env.TZ = own; // a variable that is removed leaves Windows in the last zone
  }
}
