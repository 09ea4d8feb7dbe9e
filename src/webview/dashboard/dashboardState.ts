import type { DashboardHeader, TileView } from '#protocol/dashboardMessages.ts';
import type { FrameState } from '#webview/record/recordFrame.tsx';

export interface ShownDashboard {
  readonly header: DashboardHeader;
  readonly tiles: readonly TileView[];
  readonly hasUnreadTiles: boolean;
  /** Milliseconds since 1970; 0 if its tiles were never loaded here. */
  readonly loadedAt: number;
}

/** A new object for each request to show it. */
export interface ShownTile {
  readonly id: number;
}

export interface DashboardState extends FrameState {
  /** Undefined until it has been loaded for the first time. */
  readonly dashboard: ShownDashboard | undefined;
  /** Asked for in the tree, and marked until the person continues in the page. */
  readonly shownTile: ShownTile | undefined;
}
