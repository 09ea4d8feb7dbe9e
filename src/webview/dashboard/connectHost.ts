// Connects the page to its host: the messages of both, and the shapes that those of the host must have.
import type { DashboardHostMessage, DashboardWebviewMessage } from '#protocol/dashboardMessages.ts';
import { connectLine, postToHost, type ShapesOf } from '#webview/elements/host/hostConnection.ts';
import type { FieldEdits } from '#webview/record/fieldEdits.ts';

export const postDashboard: (message: DashboardWebviewMessage) => void = postToHost;

export const connectDashboardHost = (onMessage: (message: DashboardHostMessage) => void, edits: FieldEdits) =>
  connectLine<DashboardHostMessage, DashboardWebviewMessage>(shapes, onMessage, () => edits.unkept);

const shapes: ShapesOf<DashboardHostMessage> = {
  init: { words: 'object' },
  loading: {},
  waiting: { wait: 'string' },
  dashboard: { header: 'object', tiles: 'object', loadedAt: 'number' },
  header: { header: 'object', tileIds: 'object' },
  showTile: { tile: 'number' },
  failed: { message: 'string' },
  done: { message: 'string' },
  edited: { field: 'string' },
};
