// Connects the page to its host: the messages of both, and the shapes that those of the host must have.
import type { DashboardHostMessage, DashboardWebviewMessage } from '#protocol/dashboardMessages.ts';
import { connectLine, type HostLine, type ShapesOf } from '#webview/elements/host/hostConnection.ts';
import type { UnkeptInput } from '#webview/elements/host/keptPages.ts';

export type DashboardLink = HostLine<DashboardWebviewMessage>;

export function connectDashboardHost(
  onMessage: (message: DashboardHostMessage) => void,
  readUnkept: () => UnkeptInput,
): DashboardLink {
  return connectLine(shapes, onMessage, readUnkept);
}

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
