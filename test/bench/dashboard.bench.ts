// A dashboard of 30 tiles in a real workbench: from the click in the tree until every chart in sight is drawn, against a
// bare page that shows the same JSON as text, in turns; then a scroll over 100 tiles.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readFile } from 'node:fs/promises';
import { listen } from '#sandbox/server.ts';
import { node24, run } from '../../.scripts/processes.ts';
import { openWorkbench, type Session } from '../ui/driver/session.ts';
import { prepareVscode } from '../vscode/prepare.mjs';
import { writeBarePage } from './dashboardBarePage.ts';
import { longTableRows, serveTiles } from './dashboardTiles.ts';
import { type BenchRow, median, printRows } from './row.ts';
import { firstMark, lastMark, traceTasks } from './taskTimes.ts';

/** Pairs of openings; an odd number, so that the median of their ratios is that of one pair. */
const turns = 15;
const restMs = 500;
const key = 'phx_keyOfThisBench';
/** Names in the tree, one below the other; the bare page opens those that end in `.bare`. */
const names = Array.from({ length: turns + 1 }, (_, turn) => [`D${turn}`, `D${turn}.bare`]).flat();
const longName = 'Long';

export async function bench(): Promise<readonly BenchRow[]> {
  await prepareVscode();
  await run(node24, ['esbuild.mjs', '--production']);
  const dir = await mkdtemp(path.join(tmpdir(), 'cohort-deck-'));
  const service = await listen({ dataDir: path.join(dir, 'service'), key, hasRateLimits: false });
  const tiles = await serveTiles(service.url, { tiles: 30, tilesByName: { [longName]: 100 } });
  await writeBarePage(path.join(dir, 'bare'), tiles.url, key);
  const session = await openWorkbench({
    installed: false,
    extensions: [path.join(dir, 'bare')],
    settings: { 'workbench.editorAssociations': { '*.bare': 'bench.bare' } },
  });
  try {
    for (const name of [...names, longName]) await create(service.url, service.projects[0]?.id ?? '', name);
    await connect(session, tiles.url);
    return [...(await benchOpening(session)), ...(await benchScrolling(session))];
  } catch (error) {
    console.error(`The picture and the logs are in ${await session.keepEvidence('dashboard-bench')}`);
    throw error;
  } finally {
    await session.dispose();
    await tiles.close();
    await service.close();
    await rm(dir, { recursive: true, force: true });
  }
}

async function create(url: string, project: string, name: string): Promise<void> {
  const response = await fetch(`${url}/api/projects/${project}/dashboards/`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name, pinned: true }),
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
}

async function connect({ page, workbench }: Session, url: string): Promise<void> {
  await page.setViewportSize({ width: 1400, height: 1000 });
  await workbench.openView('Cohort Deck');
  await workbench.connect(url, key);
  await workbench.tree().expand('Brightloaf Web', 'Dashboards');
  await workbench.tree().waitFor(names.at(-1) ?? '');
}

async function benchOpening({ page, workbench }: Session): Promise<readonly BenchRow[]> {
  let clickedAt = 0;
  let onShown: (name: string, at: number) => void = () => undefined;
  await page.exposeBinding('cohortDeckShown', (_source, name: string, at: number) => onShown(name, at));
  await page.exposeBinding('cohortDeckClicked', (_source, at: number) => void (clickedAt = at));
  const script = await readFile(new URL('dashboardShown.browser.js', import.meta.url), 'utf8');
  await page.addInitScript({ content: script });
  await page.evaluate(script);
  const open = async (name: string): Promise<number> => {
    const shown = new Promise<number>((resolve, reject) => {
      setTimeout(() => reject(new Error(`${name} does not show`)), 20_000).unref();
      onShown = (found, at) => {
        if (found === name) resolve(at);
      };
    });
    await workbench.tree().click(name);
    const ms = (await shown) - clickedAt;
    await new Promise((resolve) => setTimeout(resolve, restMs));
    return ms;
  };
  const ours: number[] = [];
  const bare: number[] = [];
  for (let turn = 0; turn <= turns; turn++) {
    const both = [`D${turn}`, `D${turn}.bare`];
    for (const name of turn % 2 === 0 ? both : both.toReversed()) {
      const ms = await open(name);
      if (turn > 0) (name.endsWith('.bare') ? bare : ours).push(ms); // the first one loads everything
    }
  }
  const ratios = ours.map((ms, turn) => ms / (bare[turn] ?? Number.NaN));
  return [
    { name: 'open a dashboard of 30 tiles: median', value: median(ours), unit: 'ms' },
    { name: `open a dashboard of 30 tiles: worst of ${turns}`, value: Math.max(...ours), unit: 'ms' },
    { name: 'open its JSON in a bare page: median', value: median(bare), unit: 'ms' },
    { name: 'open: dashboard / its JSON in a bare page', value: median(ratios), unit: 'ratio', goal: 1.5 },
  ];
}

const longMs = 50;
/** Of 100 tiles. */
const drawnTables = 5;

async function benchScrolling({ page, workbench }: Session): Promise<readonly BenchRow[]> {
  await workbench.tree().doubleClick(longName);
  const frame = await workbench.editors.webview(`h1:has-text("${longName}")`);
  await frame.locator('svg.chart').first().waitFor();
  const browser = page.context().browser();
  if (!browser) throw new Error('there is no browser to trace');
  let frames = 0;
  const tasks = await traceTasks(browser, async () => {
    frames = await frame.evaluate(scrollInPage, { first: firstMark, last: lastMark });
  });
  const drawn = await frame.locator('.tile svg.chart').count();
  if (drawn < 90) throw new Error(`only ${drawn} tiles were drawn`);
  await frame
    .locator(`.tile tr:has-text("row ${longTableRows - 1}")`)
    .nth(drawnTables - 1)
    .waitFor();
  // Each frame is a task of its own. A task that had not ended has no duration, and would pass as short.
  const ended = tasks.filter(({ clockMs, processorMs: ms }) => clockMs >= 0 && ms >= 0);
  const processorMs = ended.map((task) => task.processorMs);
  if (processorMs.length < frames) throw new Error(`${processorMs.length} tasks in ${frames} frames`);
  const name = `scroll over 100 tiles in ${frames} frames`;
  return [
    {
      name: `${name}: tasks above ${longMs} ms of the processor`,
      value: processorMs.filter((ms) => ms > longMs).length,
      unit: 'count',
      goal: 0,
    },
    { name: 'scroll over 100 tiles: longest task, processor', value: Math.max(...processorMs), unit: 'ms' },
    {
      name: 'scroll over 100 tiles: longest task, clock',
      value: Math.max(...ended.map(({ clockMs }) => clockMs)),
      unit: 'ms',
    },
    {
      name: 'scroll over 100 tiles: full garbage collection in one task',
      value: Math.max(...ended.map(({ collectionMs }) => collectionMs)),
      unit: 'ms',
    },
  ];
}

/** Sent to the page as its text: it reaches nothing outside of itself. @returns frames */
async function scrollInPage({ first, last }: { first: string; last: string }) {
  const frame = document.querySelector('.tiles-frame');
  if (!frame) throw new Error('there are no tiles');
  const next = () => new Promise((resolve) => requestAnimationFrame(resolve));
  await new Promise((resolve) => setTimeout(resolve, 500)); // what the opening draws is not part of it
  performance.mark(first);
  let frames = 0;
  while (frame.scrollTop + frame.clientHeight < frame.scrollHeight - 1) {
    frame.scrollTop += 100;
    frames++;
    await next();
  }
  await new Promise((resolve) => setTimeout(resolve, 500));
  performance.mark(last);
  return frames;
}

if (import.meta.main) printRows(await bench());
