// sandbox/ is a service of its own: node:http and SQLite, no editor, nothing of the client but its types. Rooms:
// server (this file), http (requests and answers), routes, store, membership, sample data, faults. It binds to loopback
// alone, asks for its key, and checks the Host header, so that a web page on the same machine has no way in.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { Faults } from './faults.ts';
import { makeKey, readKeys } from '#sandbox/http/keys.ts';
import type { KeyOptions } from '#sandbox/http/keys.ts';
import { Calculations } from '#sandbox/membership/queue.ts';
import { registerFunctions } from '#sandbox/membership/functions.ts';
import { RateLimits } from '#sandbox/http/rateLimits.ts';
import { respond } from '#sandbox/http/respond.ts';
import { fillWithSample } from '#sandbox/sample/sample.ts';
import type { SampleOptions } from '#sandbox/sample/sample.ts';
import { openStore } from '#sandbox/store/file.ts';
import { listProjects } from '#sandbox/store/projects.ts';

export interface ListenOptions extends SampleOptions {
  /** Where the service keeps its file; made where it is missing. */
  readonly dataDir: string;
  /** 0, the default, is any free one. */
  readonly port?: number | undefined;
  /** Default: a new one each time. */
  readonly key?: string | undefined;
  /** Further keys, such as ones that may do less. */
  readonly keys?: readonly KeyOptions[] | undefined;
  /** Throws away what was there and makes the sample data anew. */
  readonly reset?: boolean | undefined;
  /** Rows of persons in a CSV; default 10,000. */
  readonly csvCap?: number | undefined;
  /** Default 20 MB. */
  readonly maxBodyBytes?: number | undefined;
  /** Whether requests are counted and throttled as on a shared service. */
  readonly hasRateLimits?: boolean | undefined;
  /** What goes wrong, in every answer; faults.ts says how to ask for it. */
  readonly faults?: string | undefined;
  /** Hears of trouble that no answer tells of. */
  readonly log?: ((line: string) => void) | undefined;
}

export interface Listening {
  /** Without a trailing slash. */
  readonly url: string;
  readonly key: string;
  readonly projects: readonly { readonly id: string; readonly name: string }[];
  /** Replaces the faults that every answer meets; an empty text ends them. */
  inject(faults: string): void;
  /** Resolves when no calculation is left to do but of slow cohorts. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** How long an idle connection is kept: clients that pause to think find it open. */
const idleMs = 65_000;

/** Starts the service. Rejects with an Error whose message is a sentence for people. */
export async function listen(options: ListenOptions): Promise<Listening> {
  const log = options.log ?? (() => undefined);
  const faults = new Faults(options.faults);
  const store = openStore(options.dataDir, options.reset ?? false, (db) => {
    registerFunctions(db);
    fillWithSample(db, options, log);
  });
  const { db } = store;
  registerFunctions(db);
  const calculations = new Calculations(db, log);
  const projects = listProjects(db);
  const key = options.key ?? makeKey();
  const service = {
    db,
    calculations,
    projects,
    keys: readKeys([{ key }, ...(options.keys ?? [])]),
    faults,
    rateLimits: options.hasRateLimits === true ? new RateLimits() : undefined,
    csvCap: options.csvCap ?? 10_000,
    maxBodyBytes: options.maxBodyBytes ?? 20_000_000,
    log,
  };
  const server = createServer({ keepAliveTimeout: idleMs }, (request, response) => {
    void respond(service, request, response);
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
      idle: () => calculations.idle(),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
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
    return `Port ${port} is in use by another program. Choose another, or none for a free one.`;
  if (code === 'EACCES')
    return `Port ${port} needs more rights than this program has. Choose one above 1023.`;
  return `Port ${port} cannot be opened (${error instanceof Error ? error.message : String(error)}).`;
}

async function stop(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
