// Two windows of eight exports and 10,000 saves in all, on one service of which each twentieth answer is a fault.
// The exports end after the given time, the saves when all are done.
//   node --expose-gc test/soak/main.ts [MINUTES [SAVES]]      ten minutes unless given
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { createClient } from '#api/client.ts';
import { listen } from '#sandbox/server.ts';
import { volatileDir } from '../volatile.ts';
import { faults } from './plan.ts';
import type { WindowPlan, WindowReport } from './plan.ts';

const [minutes = '10', saves = '10000'] = process.argv.slice(2);
const persons = 1500;
/** Memory differs by less from one collection to the next. */
const growthLimitBytes = 16_000_000;

const folder = await mkdtemp(path.join(volatileDir, 'soak-'));
const service = await listen({ dataDir: path.join(folder, 'service'), persons });
const projectId = service.projects[0]?.id ?? '';
const client = createClient({ baseUrl: service.url, key: service.key });
const cohorts = client.cohorts(projectId);
const ids: number[] = [];
for (let made = 0; made < 8; made++)
  ids.push((await cohorts.createText(JSON.stringify({ name: `Soak ${made}` }))).id);
const everyone = {
  type: 'AND',
  values: [{ type: 'person', key: 'email', operator: 'is_set', value: 'is_set' }],
};
const exported = await cohorts.createText(
  JSON.stringify({ name: 'Exported', filters: { properties: everyone } }),
);
await service.idle();
const { count } = await cohorts.retrieve(exported.id);
await client.close();
service.inject(faults);

const storage = path.join(folder, 'storage');
const windows = [1, 2].map(async (number) =>
  runWindow({
    url: service.url,
    key: service.key,
    projectId,
    storage,
    number,
    own: number === 1 ? ids.slice(0, 3) : ids.slice(3, 6),
    shared: ids.slice(6),
    exported: { cohortId: exported.id, count: count ?? 0 },
    saves: Math.ceil(Number(saves) / 2),
    seconds: Number(minutes) * 60,
  }),
);
const reports = await Promise.all(windows);
const parts = (await readdir(path.join(storage, 'exports'))).filter((name) => name.includes('.part'));
await service.close();
await rm(folder, { recursive: true });
process.exitCode = print(reports, parts) ? 0 : 1;

async function runWindow(plan: WindowPlan): Promise<WindowReport> {
  const window = path.join(import.meta.dirname, 'window.ts');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--expose-gc', window, JSON.stringify(plan)],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  return JSON.parse(stdout);
}

/** @returns whether all is as it should be */
function print(all: readonly WindowReport[], left: readonly string[]): boolean {
  const sum = (key: 'saved' | 'refused' | 'exports' | 'failedExports'): number =>
    all.reduce((total, report) => total + report[key], 0);
  const list = (key: 'lost' | 'torn' | 'hung' | 'leftOpen'): readonly string[] =>
    all.flatMap((report) => report[key]);
  const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
  console.log(`saves: ${sum('saved')} done, ${sum('refused')} refused, ${list('lost').length} lost`);
  console.log(`exports: ${sum('exports')} done, ${sum('failedExports')} failed, ${list('torn').length} torn`);
  console.log(`hangs: ${list('hung').length}`);
  const [lastMinute = 0] = loadavg();
  const load = `load ${lastMinute.toFixed(1)} on ${availableParallelism()} processors`;
  console.log(`time: ${(performance.now() / 60_000).toFixed(1)} minutes, ${load}`);
  for (const [index, { memoryEarly, memoryEnd }] of all.entries()) {
    console.log(
      `memory of window ${index + 1}: ${megabytes(memoryEarly)} early, ${megabytes(memoryEnd)} at the end`,
    );
  }
  const grown = all.filter(({ memoryEarly, memoryEnd }) => memoryEnd > memoryEarly + growthLimitBytes);
  const open = list('leftOpen');
  console.log(
    `left open: ${open.length} sockets and timers${open.map((name) => ` ${name}`).join('')}, ${left.length} unfinished files`,
  );
  for (const trouble of [...list('lost'), ...list('torn'), ...list('hung')]) console.log(trouble);
  const isLevel = Number(minutes) < 1 || grown.length === 0; // a shorter run measures before all is loaded
  const troubles = [list('lost'), list('torn'), list('hung'), open, left];
  return isLevel && troubles.every(({ length }) => length === 0);
}
