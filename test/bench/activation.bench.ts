// How long activate() takes in a real extension host, against an extension that registers the same and does nothing.
// Each figure comes from a new host; the two take turns at coming first.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openWorkbench } from '../ui/driver/session.ts';
import { writeFloorExtension } from './floorExtension.ts';
import { buildForBench, hostSuite } from './host.ts';
import { type BenchRow, median, printRows } from './row.ts';

const starts = 14;
const orders = ['ours,floor', 'floor,ours'];

export async function bench(): Promise<readonly BenchRow[]> {
  await buildForBench();
  const dir = await mkdtemp(path.join(tmpdir(), 'cohort-deck-'));
  const floor = path.join(dir, 'floor');
  await writeFloorExtension(floor);
  const figures = path.join(dir, 'figures');
  for (let start = 0; start < starts; start++) {
    const order = orders[start % orders.length] ?? '';
    const env = { COHORT_DECK_ORDER: order, COHORT_DECK_FIGURES: figures };
    const suite = hostSuite('activation');
    const session = await openWorkbench({ suite, installed: false, extensions: [floor], env });
    const code = await session.suiteEnded;
    await session.dispose();
    if (code !== 0) throw new Error('the extension host measured no activation');
  }
  const lines = (await readFile(figures, 'utf8')).trim().split('\n');
  await rm(dir, { recursive: true, force: true });
  const of = (name: string, order: number) =>
    lines
      .filter((line) => line.startsWith(`${name} `))
      .map((line) => Number(line.split(' ')[1]))
      .filter((_, start) => start % orders.length === order);
  /** Whichever runs first takes longer, so this averages the figures of both orders. */
  const middle = (figure: (order: number) => number) => Math.sqrt(figure(0) * figure(1));
  const ours = middle((order) => median(of('ours', order)));
  const bare = middle((order) => median(of('floor', order)));
  const ratio = middle((order) =>
    median(of('ours', order).map((ms, start) => ms / (of('floor', order)[start] ?? Number.NaN))),
  );
  return [
    {
      name: 'activate() / registering the same and nothing else',
      value: ratio,
      unit: 'ratio',
      goal: 3,
    },
    { name: 'activate() in the extension host', value: ours, unit: 'ms' },
    { name: 'registering the same and nothing else', value: bare, unit: 'ms' },
  ];
}

if (import.meta.main) printRows(await bench());
