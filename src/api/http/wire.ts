// One request and its response, as callbacks: the seam between our own undici dispatcher and the editor's fetch.

/** Lower-case names; a header that came more than once is joined by commas. */
export type ResponseHeaders = Readonly<Record<string, string | undefined>>;

export interface WireRequest {
  readonly origin: string;
  /** The path with its query. */
  readonly path: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

export interface WireControl {
  pause(): void;
  resume(): void;
}

/** Called in order; after `onEnd` or `onFailure` nothing more comes. */
export interface WireHandler {
  onResponse(status: number, headers: ResponseHeaders, control: WireControl): void;
  onChunk(chunk: Uint8Array): void;
  onEnd(): void;
  onFailure(error: unknown): void;
}

/** Starts the exchange; what it returns ends it at any stage, closing the socket, without calling the handler. */
export type Wire = (request: WireRequest, handler: WireHandler) => () => void;
