/** A page asks its host so often whether it responds. */
export const pingEveryMs = 1000;
/** A host that is busy for less than this recovers unnoticed. */
const maxSilentTicks = 7;

/** Whether the host has stopped, from what the page knows: when it asked and when it last received anything. */
export class HostSilence {
  #lastTickMs: number;
  #silentTicks = 0;

  constructor(nowMs: number) {
    this.#lastTickMs = nowMs;
  }

  /**
   * Call it each `pingEveryMs`. A tick that comes late does not count: the machine slept, or the page was busy or hidden.
   * @returns whether the host has stopped responding
   */
  tick(nowMs: number): boolean {
    const isOnTime = nowMs - this.#lastTickMs < 2 * pingEveryMs;
    this.#lastTickMs = nowMs;
    if (isOnTime) this.#silentTicks++;
    return this.#silentTicks > maxSilentTicks;
  }

  /** Whether the host has not replied to the last ping in time: it may be busy. */
  get isSilent(): boolean {
    return this.#silentTicks > 1;
  }

  /** The host has sent something. */
  received(): void {
    this.#silentTicks = 0;
  }
}
