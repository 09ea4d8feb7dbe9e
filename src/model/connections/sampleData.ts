// The embedded service's life: started when a person asks for it, and again in each later session until they stop it.
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

  /** `start` loads and runs the service, and rejects with a sentence for people. */
  constructor(connections: Connections, wasOn: Memory, start: () => Promise<RunningSample>) {
    this.#connections = connections;
    this.#wasOn = wasOn;
    this.#start = start;
  }

  /** True where it ran when the last session ended. */
  get isWanted(): boolean {
    return this.#wasOn.read() === true;
  }

  /** Does nothing where it runs already. */
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

  /** Stops it and forgets that it ran; its data stay for the next start. */
  async stop(): Promise<void> {
    this.#connections.setSample(undefined);
    await this.#wasOn.write(undefined);
    await this.close();
  }

  /** Stops it for this session alone. */
  async close(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    await (await running)?.stop();
  }
}
