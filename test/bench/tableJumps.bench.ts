// A jump of the scroll bar in a real workbench, to rows that have not been read yet, against a page that does nothing but
// ask its host for as many texts and show them: that is what VS Code itself takes from the page to the host and back.
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { node24, run } from '../../.scripts/processes.ts';
import { eventually } from '../ui/driver/eventually.ts';
import { customEditor, writeBenchExtension } from './benchExtension.ts';
import { type Jump, measureJumps } from './scrollJumps.ts';
import { openWorkbench, type Session } from '../ui/driver/session.ts';
import { prepareVscode } from '../vscode/prepare.mjs';
import { type BenchRow, median, printRows } from './row.ts';

const rows = 200_000;
const turns = 5;
const jumpsATurn = 40;
const floorFile = 'floor.jumps';

export async function bench(): Promise<readonly BenchRow[]> {
  await prepareVscode();
  await run(node24, ['esbuild.mjs', '--production']);
  const dir = await mkdtemp(path.join(tmpdir(), 'cohort-deck-'));
  await writeFloor(path.join(dir, 'floor'));
  const session = await openWorkbench({
    installed: false,
    extensions: [path.join(dir, 'floor')],
    workspaceFiles: { 'persons.csv': persons(), [floorFile]: '' },
    settings: { 'workbench.editorAssociations': { '*.jumps': 'bench.floor', '*.csv': 'cohortDeck.table' } },
  });
  try {
    return rowsOf(await jumpByTurns(session));
  } catch (error) {
    console.error(`What explains it is in ${await session.keepEvidence('table-jumps')}`);
    throw error;
  } finally {
    await session.dispose();
    await rm(dir, { recursive: true, force: true });
  }
}

const columns = ['id', 'name', 'email', 'plan', 'seats', 'city', 'os', 'browser', 'created_at', 'bio'];

function persons(): string {
  const row = (at: number) =>
    `0195b2c4-${at},"Person, ${at}",person.${at}@example.com,growth,${at % 450},Utrecht,Linux,Firefox,2024-03-01 10:11:12+00:00,Works on things ${at}`;
  return `${columns.join(',')}\n${Array.from({ length: rows }, (_, at) => `${row(at)}\n`).join('')}`;
}

/** A custom editor with a scroll bar, and a host that answers each question with as many texts as a table’s screen has. */
async function writeFloor(folder: string): Promise<void> {
  await writeBenchExtension(
    folder,
    { customEditors: [customEditor('floor', '*.jumps')] },
    `const { window } = require('vscode');
const cells = ${JSON.stringify(columns)}.map((name) => Array.from({ length: 64 }, (_, at) => name + ' of person ' + at));
exports.activate = (context) => context.subscriptions.push(
  window.registerCustomEditorProvider('bench.floor', {
    openCustomDocument: (uri) => ({ uri, dispose: () => undefined }),
    resolveCustomEditor(document, { webview }) {
      webview.options = { enableScripts: true };
      webview.onDidReceiveMessage(({ from }) => webview.postMessage({ type: 'rows', from, cells }));
      webview.html = ${JSON.stringify(floorHtml)};
    },
  }, { webviewOptions: { retainContextWhenHidden: true } }));`,
  );
}

const floorHtml = `<!DOCTYPE html><html><body><div class="grid" style="height:600px;overflow:auto">
<div style="height:4800000px"><pre class="row" aria-rowindex="0" style="position:sticky;top:0">nothing yet</pre></div></div><script>
const host = acquireVsCodeApi();
const grid = document.querySelector('.grid');
grid.addEventListener('scroll', () => {
  const from = Math.floor(grid.scrollTop / 24);
  host.postMessage({ type: 'rows', view: 0, from, to: from + 64, columns: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] });
});
addEventListener('message', ({ data }) => {
  const row = document.querySelector('.row');
  row.textContent = data.cells[0].map((_, at) => data.cells.map((texts) => texts[at]).join(' ')).join('\\n');
  row.setAttribute('aria-rowindex', data.from);
});</script></body></html>`;

interface Jumps {
  readonly ours: readonly Jump[];
  readonly floor: readonly Jump[];
}

async function jumpByTurns(session: Session): Promise<readonly Jumps[]> {
  const { page, workbench } = session;
  await page.setViewportSize({ width: 1400, height: 900 });
  const open = async (file: string, element: string) => {
    await workbench.press('ControlOrMeta+P');
    await workbench.quickInput.type(file);
    // The list is drawn again as the search goes on, and a click may meet a row that is gone: Enter takes the focused one.
    await workbench.quickInput.row(file).waitFor();
    await workbench.press('Enter');
    await workbench.quickInput.row(file).waitFor({ state: 'hidden' });
    const frame = await workbench.editors.webview(element);
    await eventually('no cell to be on its way', async () => (await frame.locator('.coming').count()) === 0);
    return frame;
  };
  const all: Jumps[] = [];
  for (let turn = 0; turn <= turns; turn++) {
    const ours = await measureJumps(await open('persons.csv', '.row:not([hidden]) .cell'), jumpsATurn, turn);
    const floor = await measureJumps(await open(floorFile, 'pre.row'), jumpsATurn, turn);
    if (turn > 0) all.push({ ours, floor }); // the first one is not counted
  }
  console.log(
    `load average ${loadavg()
      .map((load) => load.toFixed(2))
      .join(' ')}`,
  );
  return all;
}

function rowsOf(all: readonly Jumps[]): readonly BenchRow[] {
  const ours = all.flatMap((turn) => turn.ours);
  const floor = all.flatMap((turn) => turn.floor);
  const figures = (jumps: readonly Jump[], part: (jump: Jump) => number) => jumps.map(part);
  const whole = (jump: Jump) => jump.total;
  const thereAndBack = ({ answered, scrolled }: Jump) => answered - scrolled;
  const row = (name: string, value: number): BenchRow => ({ name, value, unit: 'ms' });
  const ratios = all.map((turn) => median(figures(turn.ours, whole)) / median(figures(turn.floor, whole)));
  const [totals, floorTotals] = [figures(ours, whole), figures(floor, whole)];
  return [
    row('table-jump-in-workbench', median(totals)),
    row('table-jump-in-workbench-99-of-100', percentile(totals, 0.99)),
    row(`table-jump-in-workbench-worst-of-${totals.length}`, Math.max(...totals)),
    row('table-jump-page-to-host-and-back', median(figures(ours, thereAndBack))),
    row('table-jump-floor', median(floorTotals)),
    row('table-jump-floor-99-of-100', percentile(floorTotals, 0.99)),
    row(`table-jump-floor-worst-of-${floorTotals.length}`, Math.max(...floorTotals)),
    row('table-jump-floor-page-to-host-and-back', median(figures(floor, thereAndBack))),
    { name: 'table-jump-per-floor', value: median(ratios), unit: 'ratio', goal: 2.3 },
    // One jump in a hundred is disturbed by other work of the machine and the editor. That affects the bare
    // page as well, so ours is compared with it.
    {
      name: 'table-jump-per-floor-99-of-100',
      value: percentile(totals, 0.99) / percentile(floorTotals, 0.99),
      unit: 'ratio',
      goal: 2.3,
    },
  ];
}

/** Of a hundred values as many as `share` says are no greater. */
function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
}

if (import.meta.main) printRows(await bench());
