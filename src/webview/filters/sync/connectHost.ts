// Connects the page to its host: the messages of both, and the shapes that those of the host must have.
import type { HostMessage, WebviewMessage } from '#protocol/filtersMessages.ts';
import { connectLine, hasShapeOfItsType, type ShapesOf } from '#webview/elements/host/hostConnection.ts';
import { hasShape, type LeftPage, type UnkeptInput } from '#webview/elements/host/keptPages.ts';
import { isLayout, type LayoutState } from '#webview/filters/paneLayout.ts';

/** Restored when the window is reloaded. */
interface PageState extends LayoutState {
  readonly anchor: number;
  readonly head: number;
}

export interface HostLink {
  post(message: WebviewMessage): void;
  readonly left: readonly LeftPage[];
  readonly canKeep: boolean;
  /** The document in the page's HTML; undefined if it must be requested from the host. */
  readFirst(): Extract<HostMessage, { readonly type: 'init' }> | undefined;
  readState(): PageState | undefined;
  writeState(state: PageState): void;
}

/** Listens to the host. May be called once in a page's life. */
export function connectHost(
  onMessage: (message: HostMessage) => void,
  readUnkept: (isFinal: boolean) => UnkeptInput,
  shortenUnkept: () => UnkeptInput,
): HostLink {
  performance.mark('cohortDeck.start');
  const line = connectLine<HostMessage, WebviewMessage>(shapes, onMessage, readUnkept, shortenUnkept);
  return {
    ...line,
    readFirst: () => {
      const value: unknown = JSON.parse(document.getElementById('data')?.textContent ?? 'null');
      const isMessage = hasShapeOfItsType<HostMessage>(value, shapes);
      return isMessage && value.type === 'init' ? value : undefined;
    },
    readState: () => {
      const state = line.readState();
      if (!hasShape(state, { anchor: 'number', head: 'number' })) return undefined;
      const { anchor, head } = state;
      const layout = hasShape(state, { layout: 'string' }) && isLayout(state.layout) && state.layout;
      const share = hasShape(state, { share: 'number' }) && state.share;
      return { anchor, head, ...(layout ? { layout } : {}), ...(share ? { share } : {}) };
    },
  };
}

const shapes: ShapesOf<HostMessage> = {
  init: { version: 'number', text: 'string', options: 'object', isNew: 'boolean', words: 'object' },
  changed: { version: 'number', changes: 'object', lineCount: 'number', isHistory: 'boolean' },
  replaced: { version: 'number', text: 'string' },
  applied: { id: 'number', version: 'number' },
  rejected: { id: 'number', reason: 'string' },
  draftsKept: { id: 'number' },
  leftDrafts: { drafts: 'object' },
  flush: { id: 'number' },
  options: { options: 'object' },
  result: { state: 'string', message: 'string', isOfOtherText: 'boolean' },
  save: { state: 'string', message: 'string' },
  completions: { id: 'number', choices: 'object' },
  hover: { id: 'number', from: 'object', to: 'object', text: 'string' },
  names: {
    cohorts: 'object',
    missingCohorts: 'object',
    properties: 'object',
    events: 'object',
    actions: 'object',
    values: 'object',
  },
  foundCohorts: { id: 'number', cohorts: 'object', failure: 'string' },
  problems: { version: 'number', problems: 'object' },
};
