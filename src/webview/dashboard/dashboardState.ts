import type { DashboardHeader, TileView } from '#protocol/dashboard.ts';
import type { Announcement } from '#webview/elements/announcement.ts';

export interface ShownDashboard {
  readonly header: DashboardHeader;
  readonly tiles: readonly TileView[];
  /** Milliseconds since 1970. */
  readonly loadedAt: number;
}

export interface DashboardState {
  /** Undefined until it has been loaded for the first time. */
  readonly dashboard: ShownDashboard | undefined;
  readonly isLoading: boolean;
  readonly failure: { readonly message: string; readonly action: string | undefined } | undefined;
  /** What was just done; empty after a while. */
  readonly notice: string;
  readonly announcement: Announcement;
}
