// Connects the page to its host: the messages of both, and the shapes that those of the host must have.
import type { CohortHostMessage, CohortWebviewMessage } from '#protocol/cohortMessages.ts';
import { connectLine, type HostLine, type ShapesOf } from '#webview/elements/host/hostConnection.ts';
import type { UnkeptInput } from '#webview/elements/host/keptPages.ts';

export type CohortLink = HostLine<CohortWebviewMessage>;

export function connectCohortHost(
  onMessage: (message: CohortHostMessage) => void,
  readUnkept: () => UnkeptInput,
): CohortLink {
  return connectLine(shapes, onMessage, readUnkept);
}

const shapes: ShapesOf<CohortHostMessage> = {
  init: { words: 'object' },
  loading: {},
  waiting: { wait: 'string' },
  cohort: { cohort: 'object', loadedAt: 'number' },
  persons: { persons: 'object' },
  failed: { message: 'string' },
  done: { message: 'string' },
  edited: { field: 'string' },
};
