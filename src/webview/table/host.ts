// The line to the host: messages out as they are, messages in after a look at their shape.
import type { TableHostMessage, TableWebviewMessage } from '../../protocol/table.ts';

interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}
declare function acquireVsCodeApi(): VsCodeApi;

export interface HostLink {
  post(message: TableWebviewMessage): void;
  readState(): unknown;
  writeState(state: unknown): void;
}

/** Listens to the host. May be called once in a page's life. */
export function connectHost(onMessage: (message: TableHostMessage) => void): HostLink {
  const api = acquireVsCodeApi();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- VS Code's own method takes no origin
  const post = (message: TableWebviewMessage) => api.postMessage(message);
  addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isHostMessage(data)) onMessage(data);
    else post({ type: 'failure', message: 'a message of the host could not be understood' });
  });
  return { post, readState: () => api.getState(), writeState: (state) => api.setState(state) };
}

type Fields = Readonly<Record<string, 'number' | 'string' | 'boolean' | 'object'>>;

/** The fields that are always there. */
const shapes: { readonly [T in TableHostMessage['type']]: Fields } = {
  init: { fileName: 'string', format: 'string', words: 'object' },
  index: { rows: 'number', doneBytes: 'number', bytes: 'number', isDone: 'boolean', problems: 'object' },
  rows: { view: 'number', from: 'number', columns: 'object', cells: 'object' },
  viewed: { view: 'number', rows: 'number' },
  working: {},
  summary: { summary: 'object' },
  person: { view: 'number', position: 'number', row: 'number', cells: 'object' },
  copied: { rows: 'number', cells: 'number' },
  file: { state: 'string' },
  failed: { message: 'string' },
};

/** The host is this extension, built together with this page, so a look at the fields themselves is enough. */
export function isHostMessage(value: unknown): value is TableHostMessage {
  if (typeof value !== 'object' || value === null) return false;
  const fields = new Map<string, unknown>(Object.entries(value));
  const shape = new Map<string, Fields>(Object.entries(shapes)).get(String(fields.get('type')));
  return (
    shape !== undefined &&
    Object.entries(shape).every(([name, type]) => {
      const field = fields.get(name);
      return typeof field === type && field !== null;
    })
  );
}
