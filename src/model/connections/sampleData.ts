// Starts and stops the embedded service; a new session starts it again unless a person stopped it, and a crash does so a
// few times.
import type { Memory } from '#model/storage/memory.ts';
import { sampleConnectionId } from './connection.ts';
import { ConnectionError } from './connectionError.ts';
import type { Connections, SampleService } from './connections.ts';

export interface RunningSample extends SampleService {
  stop(): Promise<void>;
  /** Resolves when the service has ended: with undefined after `stop`, with the error after a crash. */
  readonly ended: Promise<unknown>;
  /** Starts the same service again after it ended, at the same address where possible. */
  restart(): Promise<RunningSample>;
}

export interface SampleEvents {
  /** It crashed and is being started again. */
  crashed(reason: unknown): void;
  /** It crashed too often, or could not be started again: requests fail with `error` until a person starts it. */
  gaveUp(error: Error): void;
}

/** Repeated crashes end the restarts; a rare crash never does. */
const maxCrashes = 3;
const crashesWithinMs = 5 * 60_000;

export class SampleData {
  readonly #connections: Connections;
  readonly #wasOn: Memory;
  readonly #start: () => Promise<RunningSample>;
  readonly #events: SampleEvents;
  #running: Promise<RunningSample> | undefined;
  /** The last one that ran: a crashed one can run again on its own data. */
  #last: RunningSample | undefined;
  #failure: Error | undefined;
  /** When it crashed lately, by `performance.now()`. */
  #crashes: readonly number[] = [];

  /** `start` loads and runs the service; it rejects with an Error whose message people can read. */
  constructor(
    connections: Connections,
    wasOn: Memory,
    start: () => Promise<RunningSample>,
    events: SampleEvents,
  ) {
    this.#connections = connections;
    this.#wasOn = wasOn;
    this.#start = start;
    this.#events = events;
  }

  /** Whether it was running when the last session ended. */
  get isWanted(): boolean {
    return this.#wasOn.read() === true;
  }

  /** Called by a person: does nothing while it runs, and tries again after restarts were given up. */
  async start(): Promise<void> {
    if (this.#failure) {
      this.#failure = undefined;
      this.#crashes = [];
    }
    await this.ready();
    if (this.#running) await this.#wasOn.write(true); // else it was stopped meanwhile
  }

  /**
   * Called by a request: starts it if it is not running. Throws the ConnectionError of a service whose
   * restarts were given up.
   */
  async ready(): Promise<void> {
    if (this.#failure) throw this.#failure;
    await (this.#running ??= this.#run(this.#last ? this.#last.restart() : this.#start()));
  }

  /** Stops it for later sessions, too; its data stays. */
  async stop(): Promise<void> {
    const closed = this.close(); // first, so that a start that is under way does not count
    this.#connections.setSample(undefined);
    await Promise.all([this.#wasOn.write(undefined), closed]);
  }

  /** Stops it for this session only. */
  async close(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    this.#last = undefined;
    this.#failure = undefined;
    const started = await running?.catch(() => undefined); // what failed to start needs no stop
    await started?.stop();
  }

  /** Follows a service that starts until it ends. */
  #run(
    starting: Promise<RunningSample>,
    onFailed: (error: unknown) => void = () => undefined,
  ): Promise<RunningSample> {
    const run = starting.then(
      (running) => {
        if (this.#running !== run) return running; // it was disposed of meanwhile, which stops it
        this.#last = running;
        this.#connections.setSample(running);
        void running.ended.then((reason) => {
          if (this.#running === run) this.#handleCrash(running, reason);
        });
        return running;
      },
      (error: unknown) => {
        if (this.#running === run) {
          this.#running = undefined;
          onFailed(error);
        }
        throw error;
      },
    );
    return run;
  }

  #handleCrash(crashed: RunningSample, reason: unknown): void {
    const now = performance.now();
    this.#crashes = [...this.#crashes.filter((at) => now - at < crashesWithinMs), now];
    if (this.#crashes.length > maxCrashes) return this.#giveUp(reason);
    this.#events.crashed(reason);
    this.#running = this.#run(crashed.restart(), (error) => this.#giveUp(error));
    this.#running.catch(() => undefined); // reported above, unless it was stopped meanwhile
  }

  #giveUp(reason: unknown): void {
    this.#running = undefined;
    this.#failure = new ConnectionError('sampleStopped', sampleConnectionId, reason);
    this.#events.gaveUp(this.#failure);
  }
}
