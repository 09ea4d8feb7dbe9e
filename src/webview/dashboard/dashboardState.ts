import type { DashboardHeader, TileView } from '#protocol/dashboard.ts';
import type { FrameState } from '#webview/record/recordFrameState.ts';

export interface ShownDashboard {
  readonly header: DashboardHeader;
  readonly tiles: readonly TileView[];
  /** Milliseconds since 1970. */
  readonly loadedAt: number;
}

export interface DashboardState extends FrameState {
  /** Undefined until it has been loaded for the first time. */
  readonly dashboard: ShownDashboard | undefined;
}
