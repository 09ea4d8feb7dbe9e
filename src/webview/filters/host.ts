// The line to the host: messages out as they are, messages in after a look at their shape.
import type { HostMessage, WebviewMessage } from '../../protocol.ts';
import { isLayout, type LayoutState } from './layout.ts';

/** What a person would not like to lose when the window is loaded again. */
export interface PageState extends LayoutState {
  readonly anchor: number;
  readonly head: number;
  readonly scrollTop: number;
}

interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}
declare function acquireVsCodeApi(): VsCodeApi;

export interface HostLink {
  post(message: WebviewMessage): void;
  /** What came with the page; undefined where it has to be waited for. */
  readFirst(): Extract<HostMessage, { readonly type: 'init' }> | undefined;
  readState(): PageState | undefined;
  writeState(state: PageState): void;
}

/** Listens to the host. May be called once in a page's life. */
export function connectHost(onMessage: (message: HostMessage) => void): HostLink {
  performance.mark('cohortDeck.start');
  const api = acquireVsCodeApi();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- VS Code's own method takes no origin
  const post = (message: WebviewMessage) => api.postMessage(message);
  addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isHostMessage(data) && data.type === 'init') performance.mark('cohortDeck.init');
    if (isHostMessage(data)) onMessage(data);
    else post({ type: 'failure', message: 'a message of the host could not be understood' });
  });
  return {
    post,
    readFirst: () => {
      const value: unknown = JSON.parse(document.getElementById('data')?.textContent ?? 'null');
      if (!isHostMessage(value) || value.type !== 'init') return undefined;
      performance.mark('cohortDeck.init');
      return value;
    },
    readState: () => {
      const state = api.getState();
      if (!hasShape(state, { anchor: 'number', head: 'number', scrollTop: 'number' })) return undefined;
      const { anchor, head, scrollTop } = state;
      const layout = hasShape(state, { layout: 'string' }) && isLayout(state.layout) && state.layout;
      const share = hasShape(state, { share: 'number' }) && state.share;
      return { anchor, head, scrollTop, ...(layout ? { layout } : {}), ...(share ? { share } : {}) };
    },
    writeState: (state) => api.setState(state),
  };
}

interface Types {
  readonly number: number;
  readonly string: string;
  readonly object: object;
}
type Shape = Readonly<Record<string, keyof Types>>;
type Shaped<S extends Shape> = { readonly [K in keyof S]: Types[S[K]] };

const shapes: { readonly [T in HostMessage['type']]: Shape } = {
  init: { version: 'number', text: 'string', options: 'object', words: 'object' },
  changed: { version: 'number', changes: 'object', lineCount: 'number' },
  replaced: { version: 'number', text: 'string' },
  applied: { id: 'number', version: 'number' },
  rejected: { id: 'number', reason: 'string' },
  flush: { id: 'number' },
  options: { options: 'object' },
  result: { state: 'string', message: 'string' },
  completions: { id: 'number', version: 'number', choices: 'object' },
  hover: { id: 'number', version: 'number', from: 'object', to: 'object', text: 'string' },
  problems: { version: 'number', problems: 'object' },
};

/** The host is this extension, built together with this page, so a look at the fields themselves is enough. */
export function isHostMessage(value: unknown): value is HostMessage {
  const type = hasShape(value, { type: 'string' }) ? value.type : '';
  const shape = new Map<string, Shape>(Object.entries(shapes)).get(type);
  return shape !== undefined && hasShape(value, shape);
}

function hasShape<S extends Shape>(value: unknown, shape: S): value is Shaped<S> {
  if (typeof value !== 'object' || value === null) return false;
  const fields = new Map<string, unknown>(Object.entries(value));
  return Object.entries(shape).every(([name, type]) => {
    const field = fields.get(name);
    return typeof field === type && field !== null;
  });
}
