// The messages of this page and its host.
import type { ComparisonHostMessage, ComparisonWebviewMessage } from '#protocol/comparison.ts';
import { connectLine, type HostLine, type ShapesOf } from '#webview/elements/hostConnection.ts';

export type HostLink = HostLine<ComparisonWebviewMessage>;

export function connectHost(onMessage: (message: ComparisonHostMessage) => void): HostLink {
  return connectLine(shapes, onMessage);
}

const shapes: ShapesOf<ComparisonHostMessage> = {
  init: { words: 'object' },
  loading: {},
  waiting: { wait: 'string' },
  comparison: { comparison: 'object' },
  ended: { title: 'string' },
  failed: { message: 'string' },
  done: { message: 'string' },
};
