// Connects the page to its host: the messages of both, and the shapes that those of the host must have.
import type { ComparisonHostMessage, ComparisonWebviewMessage } from '#protocol/comparisonMessages.ts';
import { connectLine, type HostLine, type ShapesOf } from '#webview/elements/host/hostConnection.ts';

export type ComparisonLink = HostLine<ComparisonWebviewMessage>;

export function connectComparisonHost(onMessage: (message: ComparisonHostMessage) => void): ComparisonLink {
  return connectLine(shapes, onMessage);
}

const shapes: ShapesOf<ComparisonHostMessage> = {
  init: { words: 'object' },
  loading: {},
  waiting: { wait: 'string' },
  comparison: { comparison: 'object' },
  ended: { title: 'string', names: 'object' },
  failed: { message: 'string' },
  done: { message: 'string' },
};
