// webview/ has the pages, which run in a browser, without Node and VS Code's API. This connects a page to its host.
// Incoming messages are checked for their shape.
import {
  hasInput,
  hasShape,
  KeptPages,
  type LeftPage,
  type Shape,
  type Types,
  type UnkeptInput,
} from './keptPages.ts';
import { watchHost } from './hostWatch.ts';

interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}
declare function acquireVsCodeApi(): VsCodeApi;

export interface HostLine<Out> {
  post(message: Out): void;
  /** What pages of the same kind in this window have left whose host has gone. */
  readonly left: readonly LeftPage[];
  readonly canKeep: boolean;
  /** Keeps what did not reach the host for the page that comes after this one. */
  readonly keep: () => void;
  readState(): unknown;
  writeState(state: unknown): void;
}

/** What every page sends: a reply to a message that it does not know and to a ping, and a ping of its own. */
type Reply =
  | { readonly type: 'failure'; readonly message: string }
  | { readonly type: 'ping' }
  | { readonly type: 'pong'; readonly hasFocus: boolean };

let send: (message: unknown) => void = () => undefined;

/** Posts to the host of the page, which has one; nothing before it is connected. Each kind of page types it as `post`. */
export function postToHost(message: unknown): void {
  send(message);
}

/**
 * Listens to the host, and notices if it stops. May be called once in a page's life.
 * @param readUnkept what was typed and did not reach the host; `isFinal`: completes what is being typed, too
 * @param shortenUnkept reads the same without what the host has, if all of it is too long
 */
export function connectLine<In extends { readonly type: string }, Out>(
  shapes: Shapes<In>,
  onMessage: (message: In) => void,
  readUnkept: (isFinal: boolean) => UnkeptInput = () => ({}),
  shortenUnkept?: () => UnkeptInput,
): HostLine<Out | Reply> {
  const api = acquireVsCodeApi();
  send = (message) => api.postMessage(message);
  const post: (message: Out | Reply) => void = send;
  const { nonce = '', reopen = '{}' } = document.getElementById('page')?.dataset ?? {};
  const pages = new KeptPages(nonce, JSON.parse(reopen));
  const left = pages.left();
  const canKeep = pages.keep({ input: {}, state: undefined, hasFocus: false });
  continueAs(left, api);
  const watch = watchHost({
    pages,
    ping: () => post({ type: 'ping' }),
    readUnkept,
    shortenUnkept,
    readState: () => api.getState(),
  });
  addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    watch.received();
    const type = hasShape(data, { type: 'string' }) ? data.type : undefined;
    if (type === 'pong') return;
    if (type === 'ping') {
      post({ type: 'pong', hasFocus: document.hasFocus() });
    } else if (hasShapeOfItsType<In>(data, shapes)) onMessage(data);
    else post({ type: 'failure', message: 'unknown message from the host' });
    if (pages.isKept) watch.keep(); // it may have reached the host by now
  });
  return {
    post,
    left,
    canKeep,
    keep: () => watch.keep(),
    readState: () => api.getState(),
    writeState: (state) => api.setState(state),
  };
}

/** Shows what an earlier page of the same has shown, and takes the focus from it. */
function continueAs(left: readonly LeftPage[], api: VsCodeApi): void {
  const before = left.find(({ isSame }) => isSame);
  if (!before) return;
  if (api.getState() === undefined && before.state !== undefined) api.setState(before.state);
  if (before.hasFocus) focus();
  if (!hasInput(before.input) && !before.isTooLong) before.forget();
}

/** The shapes of messages, by their type. A field that is renamed in the message does not compile here. */
export type ShapesOf<M extends { readonly type: string }> = {
  readonly [T in M['type']]: ShapeOf<Extract<M, { readonly type: T }>>;
};
type Shapes<M extends { readonly type: string }> = ShapesOf<M> & Readonly<Record<string, Shape>>;
type ShapeOf<M> = { readonly [K in Exclude<keyof M, 'type'>]?: NameOf<M[K]> };
type NameOf<V> = { readonly [N in keyof Types]: V extends Types[N] ? N : never }[keyof Types];

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
