// sandbox/ is a complete service on node:http and SQLite that shares no code with the client: json and store at the
// bottom, http (requests, responses, faults), membership (who is in a cohort), sample (its data) and routes above, and the
// files here on top. It binds to loopback, requires its key and checks the Host header against DNS rebinding.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { Faults } from '#sandbox/http/faultTable.ts';
import { type Habit, Habits } from '#sandbox/routes/deploymentHabits.ts';
import { type KeyOptions, makeKey, RateLimiter, readKeys } from '#sandbox/http/apiKeys.ts';
import { CalculationQueue } from '#sandbox/membership/calculationQueue.ts';
import { registerFunctions } from '#sandbox/membership/sqlFunctions.ts';
import { handleRequest } from './handleRequest.ts';
import { fillWithSample } from '#sandbox/sample/fillWithSample.ts';
import type { SampleOptions } from '#sandbox/sample/fillWithSample.ts';
import { openStore } from '#sandbox/store/openStore.ts';
import { selectProjects } from '#sandbox/store/projects.ts';

export interface ListenOptions extends SampleOptions {
  /** The data folder; created if it is missing. */
  readonly dataDir: string;
  /** Default 0: any free port. */
  readonly port?: number | undefined;
  /** Default: a new one at each start. */
  readonly key?: string | undefined;
  /** More keys, for instance with fewer scopes. */
  readonly keys?: readonly KeyOptions[] | undefined;
  /** Deletes the data and creates new sample data. */
  readonly reset?: boolean | undefined;
  /** Maximum rows of a CSV of persons; default 10,000. */
  readonly csvCap?: number | undefined;
  /** Default 20 MB. */
  readonly maxBodyBytes?: number | undefined;
  /** Whether requests are limited as on a shared service. */
  readonly hasRateLimits?: boolean | undefined;
  /** Faults for all requests; http/faultTable.ts has the syntax. */
  readonly faults?: string | undefined;
  /** What the service does to the JSON that it receives; default nothing. */
  readonly habits?: readonly Habit[] | undefined;
  /** Receives errors that no response reports. */
  readonly log?: ((line: string) => void) | undefined;
}

export interface Listening {
  /** The address without a trailing slash. */
  readonly url: string;
  readonly key: string;
  readonly projects: readonly { readonly id: string; readonly name: string }[];
  /** Replaces the faults for all requests, and ends their latency; an empty text removes them. */
  inject(faults: string): void;
  /** Replaces the habits for all requests from now on. */
  setHabits(habits: readonly Habit[]): void;
  /** Resolves when every calculation is done, except those of slow cohorts. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** Keeps idle connections open for clients that pause between requests. */
const idleMs = 65_000;

/** Starts the service. Rejects with an Error whose message people can read. */
export async function listen(options: ListenOptions): Promise<Listening> {
  const log = options.log ?? (() => undefined);
  const faults = new Faults(options.faults);
  const store = openStore(options.dataDir, options.reset ?? false, (db) => {
    registerFunctions(db);
    fillWithSample(db, options, log);
  });
  const { db } = store;
  registerFunctions(db);
  const calculations = new CalculationQueue(db, log);
  const projects = selectProjects(db);
  const key = options.key ?? makeKey();
  const habits = new Habits(options.habits);
  const keys = readKeys([{ key }, ...(options.keys ?? [])]);
  const service = { ...limitsOf(options), db, calculations, habits, projects, keys, faults, log };
  const server = createServer({ keepAliveTimeout: idleMs }, (request, response) => {
    void handleRequest(service, request, response);
  });
  const close = async (): Promise<void> => {
    await stop(server);
    await calculations.close();
    store.close();
  };
  try {
    const port = await bind(server, options.port ?? 0);
    return {
      url: `http://127.0.0.1:${port}`,
      key,
      projects: projects.map(({ id, name }) => ({ id: String(id), name })),
      inject: (text) => faults.set(text),
      setHabits: (wanted) => habits.set(wanted),
      idle: () => calculations.idle(),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function limitsOf({ hasRateLimits = false, csvCap = 10_000, maxBodyBytes = 20_000_000 }: ListenOptions) {
  return { rateLimits: hasRateLimits ? new RateLimiter() : undefined, csvCap, maxBodyBytes };
}

async function bind(server: Server, port: number): Promise<number> {
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  } catch (error) {
    throw new Error(bindProblem(port, error), { cause: error });
  }
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

function bindProblem(port: number, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use. Choose another port, or omit it to use any free one.`;
  if (code === 'EACCES') return `No permission to use port ${port}. Choose one above 1023.`;
  return `Cannot open port ${port} (${error instanceof Error ? error.message : String(error)}).`;
}

async function stop(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
