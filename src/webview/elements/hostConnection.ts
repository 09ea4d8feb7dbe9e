// webview/ has the pages, which run in a browser, without Node and VS Code's API. This connects a page to its host.
// Incoming messages are checked for their shape.

import { type UnkeptInput, watchHost } from './hostWatch.ts';

interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}
declare function acquireVsCodeApi(): VsCodeApi;

export interface HostLine<Out> {
  post(message: Out): void;
  readState(): unknown;
  writeState(state: unknown): void;
}

/** What every page sends: a reply to a message that it does not know and to a ping, and a ping of its own. */
type Reply =
  | { readonly type: 'failure'; readonly message: string }
  | { readonly type: 'ping' }
  | { readonly type: 'pong'; readonly hasFocus: boolean };

/**
 * Listens to the host, and notices if it stops. May be called once in a page's life.
 * @param readUnkept what was typed and did not reach the host
 */
export function connectLine<In extends { readonly type: string }, Out>(
  shapes: Shapes<In>,
  onMessage: (message: In) => void,
  readUnkept: () => UnkeptInput = () => ({}),
): HostLine<Out | Reply> {
  const api = acquireVsCodeApi();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- VS Code's own method takes no origin
  const post = (message: Out | Reply) => api.postMessage(message);
  const heard = watchHost({
    ping: () => post({ type: 'ping' }),
    readUnkept,
    readState: () => api.getState(),
  });
  addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    heard();
    const type = hasShape(data, { type: 'string' }) ? data.type : undefined;
    if (type === 'pong') return;
    if (type === 'ping') {
      post({ type: 'pong', hasFocus: document.hasFocus() });
    } else if (hasShapeOfItsType<In>(data, shapes)) onMessage(data);
    else post({ type: 'failure', message: 'unknown message from the host' });
  });
  return { post, readState: () => api.getState(), writeState: (state) => api.setState(state) };
}

interface Types {
  readonly number: number;
  readonly string: string;
  readonly boolean: boolean;
  readonly object: object;
}
/** The types of the required fields. */
export type Shape = Readonly<Record<string, keyof Types>>;
/** The shapes of messages, by their type. A field that is renamed in the message does not compile here. */
export type ShapesOf<M extends { readonly type: string }> = {
  readonly [T in M['type']]: ShapeOf<Extract<M, { readonly type: T }>>;
};
type Shapes<M extends { readonly type: string }> = ShapesOf<M> & Readonly<Record<string, Shape>>;
type ShapeOf<M> = { readonly [K in Exclude<keyof M, 'type'>]?: NameOf<M[K]> };
type NameOf<V> = { readonly [N in keyof Types]: V extends Types[N] ? N : never }[keyof Types];
type Shaped<S extends Shape> = { readonly [K in keyof S]: Types[S[K]] };

/**
 * Whether a message has the shape of its type. The host is this extension, built together with its pages, so checking the
 * fields one level deep is enough.
 */
export function hasShapeOfItsType<M extends { readonly type: string }>(
  value: unknown,
  shapes: Shapes<M>,
): value is M {
  const type = hasShape(value, { type: 'string' }) ? value.type : '';
  const shape: Shape | undefined = Object.hasOwn(shapes, type) ? shapes[type] : undefined;
  return shape !== undefined && hasShape(value, shape);
}

export function hasShape<S extends Shape>(value: unknown, shape: S): value is Shaped<S> {
  if (typeof value !== 'object' || value === null) return false;
  const fields = new Map<string, unknown>(Object.entries(value));
  return Object.entries(shape).every(([name, type]) => {
    const field = fields.get(name);
    return typeof field === type && field !== null;
  });
}
