// Tiles as sampleDashboards.ts names them: a short word for each kind of chart.
import type { InsightState } from '#sandbox/sample/insights/insightOutcome.ts';
import type {
  Display,
  InsightPlan,
  TrendInterval,
  TrendsPlan,
} from '#sandbox/sample/insights/insightPlan.ts';

export interface InsightTile {
  readonly title: string;
  readonly plan: InsightPlan;
  readonly state: InsightState;
}

/** `button` opens a URL. */
export type SampleTile =
  | InsightTile
  | { readonly text: string }
  | { readonly widget: { readonly name: string; readonly widget_type: string } }
  | { readonly button: { readonly text: string; readonly url: string } };

export function text(body: string): SampleTile {
  return { text: body };
}

function insight(title: string, plan: InsightPlan): InsightTile {
  return { title, plan, state: 'fresh' };
}

type More = Partial<Omit<TrendsPlan, 'kind' | 'events' | 'display'>>;

function trends(display?: Display): (title: string, events: string, more?: More) => InsightTile {
  return (title, events, more = {}) =>
    insight(title, { kind: 'trends', events: events.split(' + '), ...(display && { display }), ...more });
}

/** Each takes one event, or several as `order placed + invoice paid`. */
export const line = trends();
export const lines = trends('ActionsLineGraph');
export const cumulative = trends('ActionsLineGraphCumulative');
export const area = trends('ActionsAreaGraph');
export const bars = trends('ActionsBar');
export const barTotals = trends('ActionsBarValue');
export const pie = trends('ActionsPie');
export const table = trends('ActionsTable');
export const number = trends('BoldNumber');
export const map = trends('WorldMap');

/** Steps as `signed up → order placed`. */
export function funnel(title: string, steps: string, by?: string): InsightTile {
  return insight(title, { kind: 'funnel', steps: steps.split(' → '), ...(by !== undefined && { by }) });
}

export function retention(
  title: string,
  event: string,
  interval: TrendInterval = 'week',
  intervals = 9,
): InsightTile {
  return insight(title, { kind: 'retention', event, interval, intervals });
}

export function stickiness(title: string, event: string): InsightTile {
  return insight(title, { kind: 'stickiness', event });
}

export function lifecycle(title: string, event: string, interval: TrendInterval = 'week'): InsightTile {
  return insight(title, { kind: 'lifecycle', event, interval, intervals: 12 });
}

export function paths(title: string): InsightTile {
  return insight(title, { kind: 'paths' });
}

export function rows(title: string, of: 'sql' | 'events'): InsightTile {
  return insight(title, { kind: 'table', of });
}

export function calendar(title: string, event: string): InsightTile {
  return insight(title, { kind: 'calendar', event });
}

export function inState(state: InsightState, tile: InsightTile): InsightTile {
  return { ...tile, state };
}
