// Starts and stops the embedded service; a new session starts it again unless a person stopped it.
import type { Connections, SampleService } from './connections.ts';
import type { Memory } from '#model/storage/memory.ts';

export interface RunningSample extends SampleService {
  stop(): Promise<void>;
}

export class SampleData {
  readonly #connections: Connections;
  readonly #wasOn: Memory;
  readonly #start: () => Promise<RunningSample>;
  #running: Promise<RunningSample> | undefined;

  /** `start` loads and runs the service; it rejects with an Error whose message people can read. */
  constructor(connections: Connections, wasOn: Memory, start: () => Promise<RunningSample>) {
    this.#connections = connections;
    this.#wasOn = wasOn;
    this.#start = start;
  }

  /** Whether it was running when the last session ended. */
  get isWanted(): boolean {
    return this.#wasOn.read() === true;
  }

  /** Does nothing while it runs. */
  async start(): Promise<void> {
    const isFirst = this.#running === undefined;
    const starting = (this.#running ??= this.#start());
    if (!isFirst) return void (await starting);
    try {
      this.#connections.setSample(await starting);
      await this.#wasOn.write(true);
    } catch (error) {
      this.#running = undefined;
      throw error;
    }
  }

  /** Stops it for later sessions, too; its data stays. */
  async stop(): Promise<void> {
    this.#connections.setSample(undefined);
    await this.#wasOn.write(undefined);
    await this.close();
  }

  /** Stops it for this session only. */
  async close(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    await (await running)?.stop();
  }
}
