// The parts of undici that api/ uses, by their own files: the package's index puts a dispatcher into a slot that is
// shared by the whole process, and would bring fetch, WebSocket, mocks and caches along.

/** Receives the stages of a request. `controller` holds the response back and ends the exchange. */
interface UndiciHandler {
  onRequestStart(controller: UndiciController, context: unknown): void;
  onResponseStart(
    controller: UndiciController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void;
  onResponseData(controller: UndiciController, chunk: Buffer): void;
  onResponseEnd(controller: UndiciController, trailers: unknown): void;
  onResponseError(controller: UndiciController | null, error: Error): void;
}

interface UndiciController {
  pause(): void;
  resume(): void;
  /** Ends the exchange and destroys its socket. */
  abort(reason: Error): void;
}

interface UndiciRequest {
  readonly origin: string;
  readonly path: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer | undefined;
  readonly headersTimeout?: number;
  readonly bodyTimeout?: number;
}

interface UndiciDispatcher {
  dispatch(request: UndiciRequest, handler: UndiciHandler): boolean;
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
  /** A method of dispatchers as well; the benches measure against it. */
  function request(
    this: UndiciDispatcher,
    options: UndiciRequest,
  ): Promise<{ readonly statusCode: number; readonly body: { text(): Promise<string> } }>;
  export default request;
}

declare module 'undici/lib/core/connect.js' {
  const buildConnector: (options: object) => UndiciConnector;
  export default buildConnector;
}
