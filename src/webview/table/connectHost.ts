// Connects the page to its host: the messages of both, and the shapes that those of the host must have.
import type { TableHostMessage, TableWebviewMessage } from '#protocol/tableMessages.ts';
import { connectLine, type HostLine, type ShapesOf } from '#webview/elements/host/hostConnection.ts';

export type TableLink = HostLine<TableWebviewMessage>;

export function connectTableHost(onMessage: (message: TableHostMessage) => void): TableLink {
  return connectLine(shapes, onMessage);
}

const shapes: ShapesOf<TableHostMessage> = {
  init: { fileName: 'string', hasOwnOrder: 'boolean', isContinued: 'boolean', words: 'object' },
  index: {
    rows: 'number',
    doneBytes: 'number',
    bytes: 'number',
    isDone: 'boolean',
    problems: 'object',
    dialect: 'string',
  },
  filled: { counts: 'object' },
  rows: { view: 'number', from: 'number', columns: 'object', cells: 'object', flaws: 'object' },
  viewed: { view: 'number', rows: 'number' },
  working: {},
  summary: { summary: 'object' },
  person: { view: 'number', position: 'number', row: 'number', cells: 'object' },
  cellFilter: { filter: 'object' },
  copied: { rows: 'number', cells: 'number' },
  file: { state: 'string' },
  persons: { persons: 'object' },
  failed: { message: 'string' },
};
