// A process of its own that serves 10,000 cohorts from memory after a given delay, so that a bench measures the client.
// Run by fork with the delay in milliseconds; sends its port.
import http from 'node:http';
import { portOf } from '../misbehaving/server.ts';

const delayMs = Number(process.argv[2] ?? 0);
const total = 10_000;

const records = Array.from({ length: total }, (_, index) => ({
  id: index + 1,
  name: `Signed up in week ${index % 53} and came back, group ${index}`,
  description: 'People who signed up and used the product again within seven days of their first visit.',
  groups: [],
  deleted: false,
  filters: {
    properties: {
      type: 'AND',
      values: [
        {
          type: 'OR',
          values: [
            { key: 'email', type: 'person', value: `@customer${index % 97}.example`, operator: 'icontains' },
            { key: '$geoip_country_code', type: 'person', value: ['DE', 'FR', 'NL'], operator: 'exact' },
          ],
        },
      ],
    },
  },
  is_calculating: index % 50 === 0,
  created_by: {
    id: index % 12,
    uuid: `018e0a3c-0000-0000-0000-${String(index % 12).padStart(12, '0')}`,
    distinct_id: `person-${index % 12}`,
    first_name: 'Ada',
    email: `ada${index % 12}@example.com`,
    is_email_verified: true,
  },
  created_at: '2024-03-01T10:20:30.123456Z',
  last_calculation: '2024-05-01T10:20:30.123456Z',
  errors_calculating: 0,
  count: (index * 37) % 5000,
  is_static: index % 5 === 0,
  experiment_set: [],
}));

/** Bodies by their address: what is measured is not how fast this process prints JSON. */
const bodies = new Map<string, Buffer>();

function bodyOf(url: URL): Buffer {
  const known = bodies.get(url.search);
  if (known) return known;
  const limit = Number(url.searchParams.get('limit') ?? 100);
  const offset = Number(url.searchParams.get('offset') ?? 0);
  const next =
    offset + limit < total ? `${url.origin}${url.pathname}?limit=${limit}&offset=${offset + limit}` : null;
  const page = { count: total, next, previous: null, results: records.slice(offset, offset + limit) };
  const body = Buffer.from(JSON.stringify(page));
  bodies.set(url.search, body);
  return body;
}

const server = http.createServer((request, response) => {
  const body = bodyOf(new URL(request.url ?? '', 'http://service.internal'));
  const answer = (): void => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
    response.end(body);
  };
  if (delayMs === 0) answer();
  else setTimeout(answer, delayMs);
});
server.listen(0, '127.0.0.1', () => process.send?.(portOf(server.address())));
process.on('disconnect', () => process.exit());
