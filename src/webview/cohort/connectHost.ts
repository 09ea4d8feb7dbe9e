// Connects the page to its host: the messages of both, and the shapes that those of the host must have.
import type { CohortHostMessage, CohortWebviewMessage } from '#protocol/cohortMessages.ts';
import { connectLine, postToHost, type ShapesOf } from '#webview/elements/host/hostConnection.ts';
import type { FieldEdits } from '#webview/record/fieldEdits.ts';

export const postCohort: (message: CohortWebviewMessage) => void = postToHost;

export const connectCohortHost = (onMessage: (message: CohortHostMessage) => void, edits: FieldEdits) =>
  connectLine<CohortHostMessage, CohortWebviewMessage>(shapes, onMessage, () => edits.unkept);

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
