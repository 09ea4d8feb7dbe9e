// The templates of `use_template` and their tiles.
import { emptyTile } from '#sandbox/store/dashboards.ts';
import type { TileRow } from '#sandbox/store/dashboards.ts';

export const templates: ReadonlyMap<string, readonly TileRow[]> = new Map([
  [
    'DEFAULT_APP',
    [
      tile(0, 'Daily active users', 'TrendsQuery', 'blue'),
      tile(1, 'Weekly active users', 'TrendsQuery', 'green'),
      tile(2, 'Retention', 'RetentionQuery', 'blue'),
      tile(3, 'Growth accounting', 'LifecycleQuery', 'purple'),
      tile(4, 'Referring domain (last 14 days)', 'TrendsQuery', 'black'),
      tile(5, 'Pageview funnel, by browser', 'FunnelsQuery', 'green'),
    ],
  ],
  [
    'MARKETING',
    [
      tile(0, 'Visitors by channel', 'TrendsQuery', 'blue'),
      tile(1, 'Sign-ups by campaign', 'TrendsQuery', 'green'),
      tile(2, 'Visit to sign-up', 'FunnelsQuery', 'purple'),
    ],
  ],
]);

/** A tile in a grid of two columns. */
function tile(place: number, name: string, kind: string, color: string): TileRow {
  const layout = { x: (place % 2) * 6, y: Math.floor(place / 2) * 5, w: 6, h: 5 };
  return {
    ...emptyTile,
    insight: JSON.stringify({
      id: 900_001 + place,
      short_id: `tmpl${place}`,
      name,
      derived_name: null,
      description: '',
      filters: {},
      query: { kind: 'InsightVizNode', source: { kind } },
    }),
    layouts: JSON.stringify({ sm: layout, xs: { ...layout, x: 0, w: 1 } }),
    color,
  };
}
