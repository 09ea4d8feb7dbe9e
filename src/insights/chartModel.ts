// insights/ reads what a tile holds into a model of what to draw. A model has limits and no text but that of the service;
// what is not known for certain is `unknown`, never a guess.

/** How a value is shown: its unit, and what stands before and after it. */
export interface NumberStyle {
  readonly unit: 'plain' | 'percent' | 'share' | 'seconds' | 'milliseconds';
  readonly prefix: string;
  readonly postfix: string;
}

/** What the limits omit: how many of how many are shown. */
export interface Shown {
  readonly shown: number;
  readonly total: number;
}

/** How long before the present period the one began that it is compared with; `period`: its own length. */
export interface ComparedPeriod {
  readonly amount: number;
  readonly unit: 'period' | 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year' | 'other';
}

export type Interval = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year';

/** The places on the axis of all series. */
export interface SeriesAxis {
  /** `time`: each text is a date in ISO 8601; `text`: a label as it came. */
  readonly kind: 'time' | 'text';
  readonly interval: Interval;
  readonly texts: readonly string[];
  /** Whether the dates are as far from each other as their times are; else equally far. */
  readonly isTimeScale?: boolean;
}

export type LifecycleStatus = 'new' | 'returning' | 'resurrecting' | 'dormant';

/** A value as it came: the digits of a number that a double does not hold, or what cannot be drawn. */
export type ValueCell = string | number;

export interface Series {
  readonly label: string;
  /** One value for each place of the axis; null if there is none, or none that can be drawn. */
  readonly values: readonly (number | null)[];
  /** What tables and copies have instead of a value, by place. */
  readonly cells?: Readonly<Record<number, ValueCell>>;
  /** Whether the values are those of an earlier period, at the same places. */
  readonly isComparison: boolean;
  /** The dates of an earlier period in ISO 8601, by place; undefined if the result does not have them. */
  readonly days?: readonly string[];
}

export interface SeriesModel {
  readonly kind: 'series';
  readonly form: 'line' | 'area' | 'stackedBars' | 'groupedBars';
  /** Why another form is drawn than the display asks for. */
  readonly insteadOfForm?: 'negativeArea' | 'comparedArea' | 'comparedStack' | 'mixed';
  readonly axis: SeriesAxis;
  readonly series: readonly Series[];
  /** Whether the values at a place are parts of a whole. */
  readonly areParts?: boolean;
  readonly style: NumberStyle;
  /** The last place, if its interval had not ended when the result was computed. */
  readonly isLastIncomplete: boolean;
  readonly seriesShown: Shown;
  readonly pointsShown: Shown;
}

export interface LifecycleModel {
  readonly kind: 'lifecycle';
  readonly axis: SeriesAxis;
  readonly series: readonly (Series & { readonly status: LifecycleStatus })[];
  readonly style: NumberStyle;
  readonly isLastIncomplete: boolean;
  readonly pointsShown: Shown;
}

/** A label with its value. */
export interface Slice {
  readonly label: string;
  /** Null if there is none, or none that can be drawn. */
  readonly value: number | null;
  /** What tables and copies have instead of the value. */
  readonly cell?: ValueCell | undefined;
  readonly isComparison: boolean;
}

interface NumberModel {
  readonly kind: 'number';
  readonly label: string;
  readonly value: number;
  /** The value of the period before; undefined if there is none, or none that can be drawn. */
  readonly previous: number | undefined;
  /** What tables and copies have instead of `value` and `previous`; null is an empty cell. */
  readonly cells?: readonly [now: ValueCell | undefined, before: ValueCell | null | undefined];
  readonly style: NumberStyle;
}

/** `bars` by value, `pie`, or `worldMap`, whose labels are codes of countries. */
export interface SlicesModel {
  readonly kind: 'bars' | 'pie' | 'worldMap';
  /**
   * Why bars are drawn where the display asks for a pie. `undrawn`: a value is no number; `partial`: not all values are
   * kept.
   */
  readonly insteadOfPie?: 'negative' | 'compared' | 'zero' | 'undrawn' | 'partial';
  readonly slices: readonly Slice[];
  /** Totals of all values, also those that are not shown; undefined if they are parts of no whole. */
  readonly totals: { readonly present: number; readonly previous: number } | undefined;
  readonly style: NumberStyle;
  readonly shown: Shown;
}

export interface FunnelStep {
  readonly name: string;
  /** Whether the steps after it are also for those who leave it out. */
  readonly isOptional?: boolean;
  /** Null if there is none, or none that can be drawn. */
  readonly count: number | null;
  /** What tables and copies have instead of the count. */
  readonly countCell?: ValueCell | undefined;
  /** The average time from the step before; undefined if there is none, or none that can be drawn. */
  readonly seconds: number | undefined;
  readonly secondsCell?: ValueCell | undefined;
}

/** Whose steps are counted; `others`: values of an expression. */
export type Counted = 'persons' | 'groups' | 'sessions' | 'others';

export interface FunnelGroup {
  readonly label: string;
  readonly isComparison: boolean;
  readonly steps: readonly FunnelStep[];
}

export interface FunnelModel {
  readonly kind: 'funnel';
  readonly counted: Counted;
  /** One without a label, or one for each value of the breakdown; of an earlier period, too, if it is compared. */
  readonly groups: readonly FunnelGroup[];
  readonly shown: Shown;
}

export interface RetentionModel {
  readonly kind: 'retention';
  readonly counted: Counted;
  /** Set if the values are of a property of the events, and no numbers of persons. */
  readonly aggregate?: 'sum' | 'average';
  /** How many intervals each column has after the first one, which has one; 1 each if absent. */
  readonly brackets?: readonly number[];
  /** The number in the heading of the first column; 0 if absent. */
  readonly firstInterval?: number;
  readonly interval: Interval;
  readonly rows: readonly {
    readonly label: string;
    /** The date in ISO 8601; undefined if there is none. */
    readonly date: string | undefined;
    /** The breakdown's value; empty if the result is not broken down. */
    readonly breakdown: string;
    /** Null if there is none, or none that can be drawn. */
    readonly counts: readonly (number | null)[];
    /** What tables and copies have instead of a count, by place. */
    readonly cells?: Readonly<Record<number, ValueCell>>;
    /** How many counts are of intervals that had ended when the result was computed; all of them if that is unknown. */
    readonly completeCounts: number;
  }[];
  readonly shown: Shown;
  readonly columnsShown: Shown;
}

export interface PathLink {
  /** Of the source, from 1; undefined if the service does not number them. */
  readonly step?: number | undefined;
  /** Places in `nodes`. */
  readonly source: number;
  readonly target: number;
  readonly value: number;
  /** Undefined if there is none, or none that can be drawn. */
  readonly seconds: number | undefined;
  /** What tables and copies have instead. */
  readonly secondsCell?: ValueCell | undefined;
}

export interface PathsModel {
  readonly kind: 'paths';
  readonly nodes: readonly string[];
  readonly links: readonly PathLink[];
  /** Whether a way leads back to where it began; such paths cannot be drawn from left to right. */
  readonly isCircular: boolean;
  readonly shown: Shown;
}

export type CellValue = string | number | null;

/** By the service's name, or by what we put into it. */
export type TableColumn =
  | { readonly name: string }
  | {
      readonly meaning:
        | 'series'
        | 'period'
        | 'total'
        | 'seconds'
        | Counted
        | 'step'
        | 'day'
        | 'min'
        | 'p25'
        | 'median'
        | 'mean'
        | 'p75'
        | 'max';
    };

export interface TableModel {
  readonly kind: 'table';
  /** The display that it cannot be drawn as; undefined if a table is asked for. */
  readonly insteadOf?: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly (readonly CellValue[])[];
  readonly style: NumberStyle;
  readonly shown: Shown;
  readonly columnsShown: Shown;
}

/** Why there is nothing to draw. `failed`: with the service's words; `deleted`: with its dashboard. */
interface EmptyModel {
  readonly kind: 'empty';
  readonly reason: 'notComputed' | 'running' | 'noData' | 'failed' | 'noContent' | 'deleted';
  readonly message: string;
}

/** A setting of a query that changes the picture in the web UI and not here. */
export interface UndrawnSetting {
  /** Its key in the query, safe to show. */
  readonly name: string;
  /** Its value, short and safe to show. */
  readonly value: string;
}

/** What a chart has whatever its kind. */
interface OfQuery {
  /** What the picture in the web UI has and this one has not. */
  readonly undrawn?: readonly UndrawnSetting[];
  /** The service has sent a part of the result only. */
  readonly hasMore?: boolean;
  /** The period that the present one is compared with; the one before it if absent. */
  readonly comparedTo?: ComparedPeriod;
}

export type ChartModel = AnyModel & OfQuery;

type AnyModel =
  | SeriesModel
  | LifecycleModel
  | NumberModel
  | SlicesModel
  | FunnelModel
  | RetentionModel
  | PathsModel
  | TableModel
  | EmptyModel
  /** Markdown. */
  | { readonly kind: 'text'; readonly body: string; readonly isCut: boolean }
  | { readonly kind: 'widget'; readonly name: string; readonly type: string }
  /** The address is as it came, for a link; it is not safe to show. */
  | { readonly kind: 'button'; readonly text: string; readonly url: string }
  /** The result as JSON; `isCut` where it is longer. */
  | UnknownModel;

/** Not a chart: shown unchanged. */
export interface UnknownModel {
  readonly kind: 'unknown';
  /** A known format that contains an invalid or impossible number. */
  readonly why: 'shape' | 'number';
  readonly json: string;
  readonly isCut: boolean;
}

export type ModelKind = ChartModel['kind'];
export type ModelOf<K extends ModelKind> = ChartModel & { readonly kind: K };
