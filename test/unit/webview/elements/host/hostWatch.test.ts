import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HostSilence, pingEveryMs } from '#webview/elements/host/hostWatch.ts';

/** What `tick` returned at each of these times. */
const ticksAt = (silence: HostSilence, times: readonly number[]) => times.map((time) => silence.tick(time));
const onTime = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => from + (at + 1) * pingEveryMs);

describe('a host that does not respond', () => {
  it('counts as stopped after more than 7 seconds on time, and not sooner', () => {
    const silence = new HostSilence(0);
    assert.ok(!ticksAt(silence, onTime(0, 7)).includes(true));
    assert.equal(silence.tick(8 * pingEveryMs), true);
  });

  it('is silent once a ping has had no reply until the next one', () => {
    const silence = new HostSilence(0);
    silence.tick(pingEveryMs);
    assert.ok(!silence.isSilent);
    silence.tick(2 * pingEveryMs);
    assert.ok(silence.isSilent);
    silence.received();
    assert.ok(!silence.isSilent);
  });

  it('responds again with the first thing that it sends', () => {
    const silence = new HostSilence(0);
    assert.equal(ticksAt(silence, onTime(0, 9)).at(-1), true);
    silence.received();
    assert.equal(silence.tick(10 * pingEveryMs), false);
  });

  it('that is busy for six seconds again and again does not count as stopped', () => {
    const silence = new HostSilence(0);
    let now = 0;
    for (let round = 0; round < 10; round++) {
      assert.ok(!ticksAt(silence, onTime(now, 6)).includes(true));
      now += 6 * pingEveryMs;
      silence.received();
    }
  });

  it('does not count as stopped if the machine has slept, however often', () => {
    const silence = new HostSilence(0);
    const hourMs = 3_600_000;
    const wakings = Array.from({ length: 20 }, (_, at) => (at + 1) * hourMs);
    assert.ok(!ticksAt(silence, wakings).includes(true));
    assert.equal(ticksAt(silence, onTime(20 * hourMs, 8)).at(-1), true, 'silence after waking counts');
  });
});
