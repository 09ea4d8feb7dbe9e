// A service with one cohort of many persons that are large and cost nothing to make.
import http from 'node:http';
import { once } from 'node:events';

export interface ManyPersons {
  readonly url: string;
  /** Of an export as JSON, about. */
  readonly bytes: number;
  /** Pages from this offset on are not answered; undefined answers all. */
  stallFrom: number | undefined;
  close(): Promise<void>;
}

const pageSize = 1000;
const filler = 'x'.repeat(1200);

export async function serveManyPersons(cohort: string, count: number): Promise<ManyPersons> {
  const record = { id: 7, name: cohort, count, is_static: true, filters: { properties: {} }, deleted: false };
  const service = {
    url: '',
    bytes: count * filler.length,
    stallFrom: undefined as number | undefined, // so that it can be set later
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  const server = http.createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://host.invalid');
    if (Number(url.searchParams.get('offset')) >= (service.stallFrom ?? Infinity)) return;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(answer(url));
  });
  const answer = (url: URL): string => {
    if (url.pathname.endsWith('/persons/')) return pageOf(Number(url.searchParams.get('offset')), count);
    if (url.pathname.endsWith('/cohorts/7/')) return JSON.stringify(record);
    if (url.pathname.endsWith('/cohorts/')) return listOf([record]);
    return url.pathname.endsWith('/projects/') ? listOf([{ id: 1, name: 'Large' }]) : listOf([]);
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the service has no port');
  service.url = `http://127.0.0.1:${address.port}`;
  return service;
}

function listOf(results: readonly unknown[]): string {
  return JSON.stringify({ count: results.length, next: null, previous: null, results });
}

function pageOf(offset: number, count: number): string {
  const end = Math.min(count, offset + pageSize);
  const persons: string[] = [];
  for (let at = offset; at < end; at++) {
    persons.push(`{"id":"person-${at}","properties":{"number":${at},"note":"${filler}"}}`);
  }
  const next = end < count ? `"http://host.invalid/?limit=${pageSize}&offset=${end}"` : 'null';
  return `{"results":[${persons.join(',')}],"next":${next},"previous":null}`;
}
