// A service in front of another one, whose dashboards have as many tiles as a bench wants.
import { once } from 'node:events';
import { createServer } from 'node:http';

export interface TileService {
  readonly url: string;
  close(): Promise<void>;
}

interface TileCounts {
  readonly tiles: number;
  /** The ids of dashboards with another number of tiles. */
  readonly tilesByName: Readonly<Record<string, number>>;
}

const dashboardPath = /\/dashboards\/\d+\/$/;

export async function serveTiles(behind: string, counts: TileCounts): Promise<TileService> {
  const server = createServer((request, response) => {
    const authorization = request.headers.authorization ?? '';
    void fetch(`${behind}${request.url ?? ''}`, { headers: { authorization } }).then(async (answer) => {
      const text = await answer.text();
      const isDashboard = dashboardPath.test(new URL(request.url ?? '', behind).pathname);
      response.writeHead(answer.status, { 'Content-Type': 'application/json' });
      response.end(isDashboard ? withTiles(text, counts) : text);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function withTiles(text: string, { tiles, tilesByName }: TileCounts): string {
  const dashboard = JSON.parse(text);
  const count = tilesByName[dashboard.name] ?? tiles;
  return JSON.stringify({ ...dashboard, tiles: Array.from({ length: count }, (_, at) => tileOf(at)) });
}

const displays = ['ActionsLineGraph', 'ActionsAreaGraph', 'ActionsBar', 'ActionsPie', 'ActionsBarValue'];
const days = Array.from({ length: 90 }, (_, at) =>
  new Date(Date.UTC(2026, 7, 1 + at)).toISOString().slice(0, 10),
);

/** In each twenty tiles are a long table, a retention grid and paths; the other ones are trends. */
function tileOf(at: number): object {
  return {
    id: at + 1,
    layouts: { sm: { x: (at % 2) * 6, y: Math.floor(at / 2) * 5, w: 6, h: 5 } },
    insight: {
      id: at + 1,
      short_id: `s${at}`,
      name: `Tile ${at}`,
      last_refresh: '2026-11-01T00:00:00Z',
      query_status: { id: `018f2a77-7e21-7c3e-9e10-${String(at).padStart(12, '0')}` },
      ...contentOf(at),
    },
  };
}

function contentOf(at: number): object {
  switch (at % 20) {
    case 19:
      return longTable();
    case 3:
      return retention();
    case 5:
      return paths();
    default:
      return chartOf(at);
  }
}

export const longTableRows = 300;

function longTable(): object {
  const columns = Array.from({ length: 10 }, (_, column) => `column_${column}`);
  const results = Array.from({ length: longTableRows }, (_, row) =>
    columns.map((name, column) => (column % 2 === 0 ? `${name}, row ${row}` : row * column)),
  );
  return { query: { kind: 'DataVisualizationNode' }, result: { columns, results } };
}

function retention(): object {
  const rows = days.slice(0, 31);
  const result = rows.map((day, row) => ({
    date: `${day}T00:00:00Z`,
    label: `Day ${row}`,
    values: rows.slice(row).map((_, at) => ({ count: Math.round(9000 / (at + 1)) + row })),
  }));
  return { query: { kind: 'RetentionQuery', retentionFilter: { period: 'Day' } }, result };
}

function paths(): object {
  const result = Array.from({ length: 50 }, (_, at) => ({
    source: `${Math.floor(at / 10) + 1}_/page-${at % 5}`,
    target: `${Math.floor(at / 10) + 2}_/page-${(at * 3 + Math.floor(at / 5)) % 5}`,
    value: 1000 - 17 * at,
    average_conversion_time: 9000,
  }));
  return { filters: { insight: 'PATHS' }, result };
}

function chartOf(at: number): object {
  const series = (index: number) => {
    const data = days.map((_, day) => Math.round(500 + 300 * Math.sin(day / 9 + index + at) + 40 * index));
    return {
      label: `Series ${index}`,
      breakdown_value: `Value ${index}`,
      days,
      labels: days,
      data,
      count: data.length,
      aggregated_value: 100 + index,
    };
  };
  return {
    filters: { insight: 'TRENDS', display: displays[at % displays.length], interval: 'day' },
    result: Array.from({ length: 5 }, (_, index) => series(index)),
  };
}
