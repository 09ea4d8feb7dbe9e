// The messages of a dashboard's page and its host. The host reads the results, so that a page gets bounded models and never
// what a service sent. Messages to the host are checked here, messages to the page in the page.
import * as z from 'zod';
import type { ChartModel } from '#insights/chartModel.ts';
import type { TileLayout } from '#insights/tileLayout.ts';

const id = z.int();
const longestText = 1_000_000;

const webviewMessage = z.discriminatedUnion('type', [
  /** Sent once when the page has loaded; `init` answers, then `dashboard` or `failed`. */
  z.object({ type: z.literal('ready') }),
  /** Asks the service again; `loading` answers, then `dashboard` or `failed`. */
  z.object({ type: z.literal('refresh') }),
  /** Changes the dashboard, by the command for it; `header` answers once the change shows. */
  z.object({
    type: z.literal('edit'),
    field: z.enum(['name', 'description', 'tags']),
    value: z.string().max(longestText),
  }),
  z.object({
    type: z.literal('run'),
    action: z.enum(['togglePin', 'setAccess', 'editFilters', 'openInBrowser', 'runErrorAction']),
  }),
  z.object({
    type: z.literal('tile'),
    action: z.enum(['move', 'openInBrowser', 'openAsTable', 'copyCsv', 'copyMarkdown']),
    tile: id,
  }),
  /** An error in the page, for the log. */
  z.object({ type: z.literal('failure'), message: z.string().max(4000) }),
]);

export type DashboardWebviewMessage = z.infer<typeof webviewMessage>;

/** Undefined for anything but a message of this page. */
export function parseDashboardMessage(value: unknown): DashboardWebviewMessage | undefined {
  const result = webviewMessage.safeParse(value);
  return result.success ? result.data : undefined;
}

export interface DashboardHeader {
  /** Empty where it has none; `title` then names it by its id. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly isPinned: boolean;
  /** Empty where it is not known. */
  readonly owner: string;
  /** Who may edit it; undefined where the service does not say. */
  readonly access: 'everyone' | 'collaborators' | undefined;
  readonly canEdit: boolean;
  readonly hasWebPage: boolean;
}

export interface TileView {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  readonly model: ChartModel;
  /** When its result was computed, in milliseconds since 1970; undefined where it is not known. */
  readonly computedAt: number | undefined;
  readonly layout: TileLayout;
}

export type DashboardHostMessage =
  /** `words`: translations by English sentence; empty in English. */
  | { readonly type: 'init'; readonly words: Readonly<Record<string, string>> }
  | { readonly type: 'loading' }
  | {
      readonly type: 'dashboard';
      readonly header: DashboardHeader;
      readonly tiles: readonly TileView[];
      /** When the service answered, in milliseconds since 1970. */
      readonly loadedAt: number;
    }
  /** The dashboard changed, or its tiles went: those that are still there, by their ids. */
  | { readonly type: 'header'; readonly header: DashboardHeader; readonly tileIds: readonly number[] }
  /** The dashboard could not be loaded: what happened and what to do. `action`: a button that helps. */
  | { readonly type: 'failed'; readonly message: string; readonly action: string | undefined }
  /** Something was done, as a sentence. */
  | { readonly type: 'done'; readonly message: string };
