// The messages of a dashboard's page and its host. The host reads the results, so that a page gets bounded models and never
// what a service sent. Messages to the host are checked here, messages to the page in the page.
import * as z from 'zod';
import type { ChartModel } from '#insights/chartModel.ts';
import type { TileLayout } from '#insights/tileLayout.ts';
import {
  type Deletion,
  type EditedMessage,
  maxMessageText,
  recordPageMessages,
  type RecordPageHostMessage,
} from './recordPageMessages.ts';

const id = z.int();

const webviewMessage = z.discriminatedUnion('type', [
  ...recordPageMessages,
  /** Changes the dashboard, by the command for it; `header` answers once the change shows. */
  z.object({
    type: z.literal('edit'),
    field: z.enum(['name', 'description', 'tags']),
    value: z.string().max(maxMessageText),
    /** What the page had when the person began to edit. */
    before: z.string().max(maxMessageText),
  }),
  z.object({
    type: z.literal('run'),
    action: z.enum(['pin', 'unpin', 'setAccess', 'editFilters', 'openInBrowser']),
  }),
  z.object({
    type: z.literal('tile'),
    action: z.enum(['move', 'openInBrowser', 'openAsTable', 'copyCsv', 'copyMarkdown']),
    tile: id,
  }),
]);

export type DashboardWebviewMessage = z.infer<typeof webviewMessage>;

/** Undefined for anything but a message of this page. */
export function parseDashboardMessage(value: unknown): DashboardWebviewMessage | undefined {
  return webviewMessage.safeParse(value).data;
}

export interface DashboardHeader {
  /** The project, with its connection if there are several. */
  readonly place: string;
  /** Empty if it has none; `title` then names it by its id. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Tags as they are shown. */
  readonly tags: readonly string[];
  /** Tags as they are edited, in one text. */
  readonly tagsText: string;
  readonly isPinned: boolean;
  /** Empty if it is not known. */
  readonly owner: string;
  /** Who may edit it; undefined if the service does not say. */
  readonly access: 'everyone' | 'collaborators' | undefined;
  readonly canEdit: boolean;
  /** Why it cannot be edited, as a sentence. */
  readonly readonlyReason: string | undefined;
  readonly hasWebPage: boolean;
  /** Set while the service does not have it for this key: what was last known of it shows, and nothing of it can be edited. */
  readonly deletion: Deletion | undefined;
}

export interface TileView {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  readonly model: ChartModel;
  /** When its result was computed, in milliseconds since 1970; undefined if it is not known. */
  readonly computedAt: number | undefined;
  readonly layout: TileLayout;
}

export type DashboardHostMessage =
  | RecordPageHostMessage
  | EditedMessage
  | {
      readonly type: 'dashboard';
      readonly header: DashboardHeader;
      readonly tiles: readonly TileView[];
      /** The service sent something in their place that cannot be read as tiles. */
      readonly hasUnreadTiles: boolean;
      /** When the service responded, in milliseconds since 1970; 0 if its tiles were never loaded here. */
      readonly loadedAt: number;
    }
  /** The dashboard changed, or its tiles went: those that are still there, by their ids. */
  | { readonly type: 'header'; readonly header: DashboardHeader; readonly tileIds: readonly number[] }
  /** Scrolls to a tile and marks it. */
  | { readonly type: 'showTile'; readonly tile: number };
