// The parts of undici that api/ uses, by their own files: the package's index puts a dispatcher into a slot that is
// shared by the whole process, and would bring fetch, WebSocket, mocks and caches along.

interface UndiciRequest {
  readonly origin: string;
  readonly path: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer | undefined;
  /** Ends the request, its body included, with the signal's reason. */
  readonly signal?: AbortSignal;
  readonly headersTimeout?: number;
  readonly bodyTimeout?: number;
}

interface UndiciHandler {
  /** The request has a connection, and is written to it next. */
  onRequestStart(...given: readonly unknown[]): void;
}

interface UndiciDispatcher {
  dispatch(options: object, handler: UndiciHandler): boolean;
  close(): Promise<void>;
  destroy(error?: Error): Promise<void>;
}

type UndiciConnectCallback = (error: Error | null, socket: unknown) => void;
type UndiciConnector = (options: object, callback: UndiciConnectCallback) => unknown;

interface UndiciPoolOptions {
  readonly connections?: number;
  readonly keepAliveTimeout?: number;
  /** In bytes. */
  readonly maxHeaderSize?: number;
  readonly headersTimeout?: number;
  readonly bodyTimeout?: number;
  readonly allowH2?: boolean;
  readonly connect?: UndiciConnector;
}

type UndiciFactory = (origin: string | URL, options: UndiciPoolOptions) => UndiciDispatcher;

declare module 'undici/lib/dispatcher/agent.js' {
  const Agent: new (options: UndiciPoolOptions & { readonly factory?: UndiciFactory }) => UndiciDispatcher;
  export default Agent;
}

declare module 'undici/lib/dispatcher/pool.js' {
  const Pool: new (origin: string | URL, options: UndiciPoolOptions) => UndiciDispatcher;
  export default Pool;
}

declare module 'undici/lib/dispatcher/proxy-agent.js' {
  const ProxyAgent: new (
    options: UndiciPoolOptions & {
      readonly uri: string;
      /** The whole value of `Proxy-Authorization`. */
      readonly token?: string;
      readonly factory?: UndiciFactory;
      readonly clientFactory?: UndiciFactory;
      readonly proxyTls?: object;
      readonly requestTls?: object;
    },
  ) => UndiciDispatcher;
  export default ProxyAgent;
}

declare module 'undici/lib/api/api-connect.js' {
  /** A method of dispatchers, which undici's index would put onto their prototype. */
  function connect(this: UndiciDispatcher, options: object): Promise<unknown>;
  export default connect;
}

declare module 'undici/lib/api/api-request.js' {
  import type { Readable } from 'node:stream';
  /** A method of dispatchers as well. Destroying the body closes the socket. */
  function request(
    this: Pick<UndiciDispatcher, 'dispatch'>,
    options: UndiciRequest,
  ): Promise<{
    readonly statusCode: number;
    readonly headers: Readonly<Record<string, string | string[] | undefined>>;
    readonly body: Readable & { text(): Promise<string> };
  }>;
  export default request;
}

declare module 'undici/lib/core/connect.js' {
  const buildConnector: (options: object) => UndiciConnector;
  export default buildConnector;
}
