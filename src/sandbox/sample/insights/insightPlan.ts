// The definition of a sample insight, independent of its format.

export type TrendInterval = 'hour' | 'day' | 'week' | 'month';

/** How trends are drawn, in the words of the service; a line is the default. */
export type Display =
  | 'ActionsLineGraph'
  | 'ActionsLineGraphCumulative'
  | 'ActionsAreaGraph'
  | 'ActionsBar'
  | 'ActionsBarValue'
  | 'ActionsPie'
  | 'ActionsTable'
  | 'BoldNumber'
  | 'WorldMap';

export interface TrendsPlan {
  readonly kind: 'trends';
  /** A series for each. Numbers of an event that the sample does not have are invented. */
  readonly events: readonly string[];
  readonly display?: Display;
  /** Default `total`: how often. `dau`: how many persons. `avg`: the average of `amount`. */
  readonly math?: 'total' | 'dau' | 'avg';
  /** A property of persons: a series for each of its most frequent values. */
  readonly by?: string;
  /** Default `day`. */
  readonly interval?: TrendInterval;
  /** Default 30. */
  readonly intervals?: number;
  /** A second series for the time before. */
  readonly compare?: boolean;
}

export interface FunnelPlan {
  readonly kind: 'funnel';
  readonly steps: readonly string[];
  readonly by?: string;
}

/** Asks how many of those who did it first in one interval did it in the later ones. */
export interface RetentionPlan {
  readonly kind: 'retention';
  readonly event: string;
  readonly interval: TrendInterval;
  readonly intervals: number;
}

export interface StickinessPlan {
  readonly kind: 'stickiness';
  readonly event: string;
}

export interface LifecyclePlan {
  readonly kind: 'lifecycle';
  readonly event: string;
  readonly interval: TrendInterval;
  readonly intervals: number;
}

/** Paths from page to page. */
interface PathsPlan {
  readonly kind: 'paths';
}

export interface TablePlan {
  readonly kind: 'table';
  /** `sql` has columns and rows, `events` rows alone. */
  readonly of: 'sql' | 'events';
}

/** A kind and a result that no client knows yet. */
interface UnknownPlan {
  readonly kind: 'calendar';
  readonly event: string;
}

export type InsightPlan =
  | TrendsPlan
  | FunnelPlan
  | RetentionPlan
  | StickinessPlan
  | LifecyclePlan
  | PathsPlan
  | TablePlan
  | UnknownPlan;

/** Displays of one number for each series. */
export const totalDisplays: ReadonlySet<Display | undefined> = new Set<Display | undefined>([
  'ActionsBarValue',
  'ActionsPie',
  'ActionsTable',
  'BoldNumber',
  'WorldMap',
]);
