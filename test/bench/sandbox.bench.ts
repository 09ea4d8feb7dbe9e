// The embedded service: a page of dashboards against a server that only sends bytes, persons at a great depth against
// the first ones, and a calculation over a million persons against SQL written by hand. The million is made once and
// kept in the system's temporary folder.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text as readText } from 'node:stream/consumers';
import { end, startProcess } from '../contract/service/process.ts';
import type { ServiceProcess } from '../contract/service/process.ts';
import { compare, printRows } from './row.ts';
import type { BenchRow } from './row.ts';

const persons = 1_000_000;
const dataDir = path.join(tmpdir(), `cohort-deck-bench-${persons}`);

export async function bench(): Promise<readonly BenchRow[]> {
  const flags = ['--data', dataDir, '--persons', String(persons), '--cohorts', '40', '--dashboards', '10000'];
  const service = await startProcess(...flags, '--quiet');
  try {
    return [
      ...(await benchDashboards(service)),
      ...(await benchDepth(service)),
      ...(await benchCalculation(service)),
    ];
  } finally {
    await end(service);
  }
}

async function benchDashboards(service: ServiceProcess): Promise<readonly BenchRow[]> {
  const ours = connect(service);
  const list = '/api/projects/1/dashboards/?limit=100&offset=5000';
  const { text, headers } = await ours('GET', list);
  const bare = fork(new URL('bareServer.ts', import.meta.url));
  bare.send({ body: text, headers });
  const [port]: unknown[] = await once(bare, 'message');
  const floor = connect({ url: `http://127.0.0.1:${Number(port)}`, key: service.key });
  const { ratio, oursMs } = await compare(
    15,
    () => times(50, () => floor('GET', list)),
    () => times(50, () => ours('GET', list)),
  );
  bare.kill();
  return [
    {
      name: 'service: 100 of 10,000 dashboards / the same bytes from a bare node:http server',
      value: ratio,
      unit: 'ratio',
      goal: 1.5,
    },
    { name: 'service: 100 of 10,000 dashboards', value: oursMs / 50, unit: 'ms' },
  ];
}

async function benchDepth(service: ServiceProcess): Promise<readonly BenchRow[]> {
  const ask = connect(service);
  const filters = { properties: { type: 'person', key: 'plan', operator: 'is_set' } };
  const id = await makeCohort(ask, 'everyone', filters);
  const page = (offset: number) =>
    ask('GET', `/api/projects/1/cohorts/${id}/persons/?limit=1000&offset=${offset}`);
  const { ratio, oursMs } = await compare(
    15,
    () => times(10, () => page(0)),
    () => times(10, () => page(900_000)),
  );
  return [
    {
      name: 'service: 1,000 persons at offset 900,000 / at offset 0',
      value: ratio,
      unit: 'ratio',
      goal: 1.3,
    },
    { name: 'service: 1,000 persons at offset 900,000', value: oursMs / 10, unit: 'ms' },
  ];
}

/** Two levels of groups: (growth, or in one of two countries) and (more than ten seats, or the newsletter). */
const filters = {
  properties: {
    type: 'AND',
    values: [
      {
        type: 'OR',
        values: [
          { type: 'person', key: 'plan', operator: 'exact', value: 'growth' },
          { type: 'person', key: 'country', operator: 'exact', value: ['DE', 'FR'] },
        ],
      },
      {
        type: 'OR',
        values: [
          { type: 'person', key: 'seats', operator: 'gt', value: 10 },
          { type: 'person', key: 'newsletter', operator: 'exact', value: true },
        ],
      },
    ],
  },
};
const byHand = `SELECT count(*) AS n FROM person WHERE project_id = 1
  AND (properties ->> '$.plan' = 'growth' OR properties ->> '$.country' IN ('DE', 'FR'))
  AND (properties ->> '$.seats' > 10 OR properties ->> '$.newsletter' = 1)`;

async function benchCalculation(service: ServiceProcess): Promise<readonly BenchRow[]> {
  const ask = connect(service);
  const id = await makeCohort(ask, 'two levels', filters);
  const db = new DatabaseSync(path.join(dataDir, 'service.sqlite'), { readOnly: true });
  const count = db.prepare(byHand);
  const found = readRecord(await ask('GET', `/api/projects/1/cohorts/${id}/`)).count;
  const { ratio, oursMs, floorMs } = await compare(
    5,
    async () => count.get(),
    () => recalculate(ask, id),
  );
  // A few hundred persons have their seats as text, which the service reads as numbers.
  const difference = Math.abs(Number(count.get()?.['n']) - Number(found)) / Number(found);
  db.close();
  if (difference > 0.02) throw new Error('The SQL written by hand asks for something else.');
  return [
    {
      name: 'service: calculating two levels over 1,000,000 persons / SQL by hand',
      value: ratio,
      unit: 'ratio',
      goal: 3,
    },
    { name: 'service: calculating two levels over 1,000,000 persons', value: oursMs, unit: 'ms' },
    { name: 'service: the count of them by hand', value: floorMs, unit: 'ms' },
  ];
}

interface Answer {
  readonly text: string;
  readonly headers: http.IncomingHttpHeaders;
}

type Ask = (method: string, path: string, body?: object) => Promise<Answer>;

/** Sends requests over one keep-alive connection. */
function connect({ url, key }: Pick<ServiceProcess, 'url' | 'key'>): Ask {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const { hostname, port } = new URL(url);
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  return async (method, at, body) => {
    const outgoing = http.request({ agent, hostname, port, method, path: at, headers });
    outgoing.end(body && JSON.stringify(body));
    const [incoming]: http.IncomingMessage[] = await once(outgoing, 'response');
    if (!incoming) throw new Error('There was no answer.');
    return { text: await readText(incoming), headers: incoming.headers };
  };
}

async function times(number: number, work: () => Promise<unknown>): Promise<void> {
  for (let turn = 0; turn < number; turn += 1) await work();
}

async function makeCohort(ask: Ask, name: string, asked: object): Promise<number> {
  const { id } = readRecord(await ask('POST', '/api/projects/1/cohorts/', { name, filters: asked }));
  await recalculate(ask, id);
  return id;
}

/** A PATCH, and until its calculation has ended. */
async function recalculate(ask: Ask, id: number): Promise<void> {
  await ask('PATCH', `/api/projects/1/cohorts/${id}/`, {});
  while (readRecord(await ask('GET', `/api/projects/1/cohorts/${id}/`)).is_calculating);
}

interface Calculated {
  readonly id: number;
  readonly count: number | null;
  readonly is_calculating: boolean;
}

function readRecord({ text }: Answer): Calculated {
  return JSON.parse(text);
}

if (import.meta.main) printRows(await bench());
