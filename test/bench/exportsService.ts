// A service in a process of its own that serves cohorts of any size as fast as it can: cohort N has N persons.
//   node exportsService.ts     prints its address
// Persons look like real ones, about 1.2 kB each. A page is one prepared block with its persons' ids written in.
import http from 'node:http';
import { portOf } from '../misbehaving/server.ts';

const blockPersons = 1000;
const idMark = '000000000000';

function makePerson(number: number): string {
  const id = `0195b2c4-7a3e-7000-8000-${idMark}`;
  const properties = {
    email: `person.${number}@example.com`,
    $os: number % 3 === 0 ? 'Mac OS X' : 'Windows',
    $browser: 'Chrome',
    $browser_version: 100 + (number % 40),
    $initial_referrer: `https://www.example.com/search?q=${number}&lang=de`,
    $initial_current_url: `https://app.example.com/projects/${number}/insights?tab=all#overview`,
    $initial_utm_source: null,
    $geoip_city_name: 'München',
    $geoip_country_code: 'DE',
    $geoip_latitude: 48.1 + number / 1e4,
    $geoip_longitude: 11.5,
    $geoip_time_zone: 'Europe/Berlin',
    $creator_event_uuid: id,
    plan: ['free', 'team', 'enterprise'][number % 3],
    seats: number % 50,
    is_admin: number % 7 === 0,
    company: { name: `Company "${number % 900}", Inc.`, size: 10 * (number % 90), tags: ['b2b', 'trial'] },
    signed_up_at: '2024-03-01T10:11:12.000Z',
    bio: `Works on things, likes other things. Number ${number}.\nWrites lines.`,
  };
  const person = {
    type: 'person',
    id,
    uuid: id,
    created_at: '2022-11-16T12:00:00.123000Z',
    properties,
    is_identified: true,
    name: `person.${number}@example.com`,
    distinct_ids: [`${number}-a`, `${number}-b`],
  };
  return JSON.stringify(person);
}

const block = Buffer.from(Array.from({ length: blockPersons }, (_, number) => makePerson(number)).join(','));
/** Where each person's own number goes; three times a person, in order. */
const marks: number[] = [];
for (let at = block.indexOf(`8000-${idMark}`); at >= 0; at = block.indexOf(`8000-${idMark}`, at + 1))
  marks.push(at + 5);
const perPerson = marks.length / blockPersons;

function pageOf(offset: number, limit: number, total: number): Buffer {
  const count = Math.max(0, Math.min(limit, total - offset, blockPersons));
  const end = offset + count;
  const next = end < total ? `"http://host.invalid/?limit=${limit}&offset=${end}"` : 'null';
  const body = Buffer.from(block);
  marks.forEach((at, index) =>
    body.write(String(offset + Math.floor(index / perPerson)).padStart(12, '0'), at, 'latin1'),
  );
  let cut = 0;
  for (let person = 0, from = 0; person < count; person++) {
    from = (body.indexOf(',{"type":"person"', from + 1) + body.length + 1) % (body.length + 1);
    cut = from === 0 ? body.length : from;
  }
  return Buffer.concat([
    Buffer.from(`{"next":${next},"previous":null,"results":[`),
    body.subarray(0, cut),
    Buffer.from(']}'),
  ]);
}

const csvRow = `2022-11-16 12:00:00+00:00,1-a,1-b,0195b2c4-7a3e-7000-8000-000000000001,True,person.1@example.com,${'Chrome,Windows,48.1372,"Company ""1"", Inc.",'.repeat(20)}end\r\n`;
const csvBlock = Buffer.from(csvRow.repeat(200));

function sendCsv(response: http.ServerResponse, rows: number): void {
  const header = `${'column,'.repeat(86)}last\r\n`;
  const blocks = Math.ceil(rows / 200);
  response.writeHead(200, {
    'content-type': 'text/csv',
    'content-length': header.length + blocks * csvBlock.length,
  });
  response.write(header);
  let sent = 0;
  const more = (): void => {
    while (sent < blocks) {
      sent++;
      if (!response.write(csvBlock)) {
        response.once('drain', more);
        return;
      }
    }
    response.end();
  };
  more();
}

/** Pages that were requested before are served from a cache: the service's own work is not measured. */
const prepared = new Map<string, Buffer>();

const server = http.createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://host.invalid');
  const total = Number(/cohorts\/(\d+)/.exec(url.pathname)?.[1] ?? 0);
  if (url.searchParams.get('format') === 'csv') {
    sendCsv(response, total);
    return;
  }
  let body = Buffer.from(JSON.stringify({ id: total, name: 'Bench', count: total }));
  if (url.searchParams.has('format')) {
    const offset = Number(url.searchParams.get('offset') ?? 0);
    const limit = Number(url.searchParams.get('limit') ?? 100);
    const key = `${offset} ${limit} ${total}`;
    body = Buffer.from(prepared.get(key) ?? pageOf(offset, limit, total));
    if (prepared.size < 200) prepared.set(key, body);
  }
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${portOf(server.address())}`));
