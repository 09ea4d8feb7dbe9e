// The filters editor in a real workbench: from the click in a tree to a text that can be edited, against VS Code's own
// text editor and a custom editor that is only a text field, in turns, on documents of the same size; then from a key to
// the changed document; then filters of 5 MB, and a line of 200 kB. Goals are ratios to the bare text field. The tree is the
// bench's own, because ours opens filters in no other editor.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import type { Frame } from 'playwright-core';
import { filtersEditorViewType, scheme } from '#manifest.ts';
import { createConnectionId } from '#model/connections/connections.ts';
import { formatPlace, toDocument } from '#model/documents/documentUri.ts';
import { type Listening, listen } from '#sandbox/server.ts';
import { node24, run } from '../../.scripts/processes.ts';
import { maxWaitMs } from '../ui/driver/eventually.ts';
import { openWorkbench, type Session } from '../ui/driver/session.ts';
import { prepareVscode } from '../vscode/prepare.mjs';
import { customEditor, writeBenchExtension } from './benchExtension.ts';
import { type BenchRow, median, printRows } from './row.ts';

const turns = 18;
const typingTurns = 9;
const keysATurn = 24;
const largeBytes = 5_000_000;
const longLineBytes = 200_000;
/** Between two openings. */
const restMs = 500;
/** Typed over and over, so that the line keeps its usual length. */
const typedKeys = [...'letter'.split(''), ...Array<string>(6).fill('Backspace')];
const key = 'phx_keyOfThisBench';
const editors = ['ours', 'text', 'field'] as const;
type Editor = (typeof editors)[number];
const viewTypes = { ours: filtersEditorViewType, text: 'default', field: 'bench.field' } as const;
/** Each one follows each other one equally often, because work that one leaves behind slows the next. */
const orders: readonly (readonly Editor[])[] = [
  ['ours', 'text', 'field'],
  ['field', 'ours', 'text'],
  ['text', 'field', 'ours'],
  ['ours', 'field', 'text'],
  ['text', 'ours', 'field'],
  ['field', 'text', 'ours'],
];

export async function bench(): Promise<readonly BenchRow[]> {
  await prepareVscode();
  await run(node24, ['esbuild.mjs', '--production']);
  const dir = await mkdtemp(path.join(tmpdir(), 'cohort-deck-'));
  const service = await listen({ dataDir: path.join(dir, 'service'), key, hasRateLimits: false });
  await writeExtension(path.join(dir, 'field'), await makeCohorts(service));
  const session = await openWorkbench({ installed: false, extensions: [path.join(dir, 'field')] });
  try {
    await connect(session, service);
    const opened = await benchOpening(session);
    const typed = await benchTyping(session);
    const large = await benchLarge(session);
    const long = await benchLongLine(session);
    console.log(
      `load average ${loadavg()
        .map((load) => load.toFixed(2))
        .join(' ')}`,
    );
    return [...opened, ...typed, ...large, ...long];
  } catch (error) {
    console.error(`The picture and the logs are in ${await session.keepEvidence('editor-bench')}`);
    throw error;
  } finally {
    await session.dispose();
    await service.close();
    await rm(dir, { recursive: true, force: true });
  }
}

interface BenchDocument {
  readonly label: string;
  readonly uri: { readonly scheme: string; readonly authority: string; readonly path: string };
  readonly viewType: string;
}

/** A custom editor that is only a text field, and a tree that opens each document in its editor. */
async function writeExtension(folder: string, documents: readonly BenchDocument[]): Promise<void> {
  await writeBenchExtension(
    folder,
    {
      viewsContainers: { activitybar: [{ id: 'bench', title: treeTitle, icon: 'icon.svg' }] },
      views: { bench: [{ id: 'bench.documents', name: treeTitle }] },
      customEditors: [customEditor('field', '*.field.filters.json')],
    },
    `const { Range, Uri, window, workspace, WorkspaceEdit } = require('vscode');
exports.activate = (context) => context.subscriptions.push(
  window.registerTreeDataProvider('bench.documents', {
    getChildren: () => ${JSON.stringify(documents)},
    getTreeItem: ({ label, uri, viewType }) =>
      ({ label, command: { title: label, command: 'vscode.openWith', arguments: [Uri.from(uri), viewType, { preview: true }] } }),
  }),
  window.registerCustomEditorProvider('bench.field', {
    resolveCustomTextEditor(document, { webview }) {
      webview.options = { enableScripts: true };
      webview.onDidReceiveMessage(async (text) => {
        const edit = new WorkspaceEdit();
        edit.replace(document.uri, new Range(0, 1, 0, 1), text);
        await workspace.applyEdit(edit);
        await webview.postMessage({ type: 'applied' });
      });
      webview.html = '<!DOCTYPE html><html><body><textarea class="floor" rows="40" cols="80">'
        + document.getText().replaceAll('&', '&amp;').replaceAll('<', '&lt;')
        + '</textarea><script>const host = acquireVsCodeApi(); document.body.firstElementChild.addEventListener('
        + '"input", ({ data }) => host.postMessage(data ?? "\\\\n"));</script></body></html>';
    },
  }, { webviewOptions: { retainContextWhenHidden: true } }));`,
  );
  await writeFile(path.join(folder, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg" />');
}

async function send(service: Listening, method: string, at: string, body: object): Promise<unknown> {
  const response = await fetch(`${service.url}/api/projects/${service.projects[0]?.id ?? ''}/${at}`, {
    method,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${at}: ${response.status} ${await response.text()}`);
  return response.json();
}

const nameOf = (turn: number, editor: Editor) => `B${turn}${editor === 'ours' ? '' : `.${editor}`}`;

/** @returns a document of two kilobytes for each opening, with its mark near the beginning, then a large one and a small one */
async function makeCohorts(service: Listening): Promise<readonly BenchDocument[]> {
  const documents: BenchDocument[] = [];
  const add = async (label: string, editor: Editor, filters: object): Promise<void> => {
    const created = await send(service, 'POST', 'cohorts/', { name: label, filters });
    const id = typeof created === 'object' && created && 'id' in created ? Number(created.id) : Number.NaN;
    const connectionId = createConnectionId(service.url, new Set());
    const projectId = service.projects[0]?.id ?? '';
    const ref = toDocument({ connectionId, projectId, kind: 'cohort', id }, 'filters');
    documents.push({ label, uri: { scheme, ...formatPlace(ref, label) }, viewType: viewTypes[editor] });
  };
  const leaf = (word: string) => ({ type: 'person', key: word, operator: 'exact', value: ['one', 'two'] });
  for (let turn = 0; turn <= turns; turn++) {
    for (const editor of editors) {
      const label = nameOf(turn, editor);
      const words = [`mark-${label.replace('.', '')}`, ...Array.from({ length: 11 }, (_, at) => `key${at}`)];
      await add(label, editor, { properties: { type: 'AND', values: words.map(leaf) } });
    }
  }
  const leaves = Math.floor(largeBytes / 170); // laid out, one takes 170 bytes
  const values = Array.from({ length: leaves }, (_, at) => leaf(`key${at}`));
  await add('Large', 'ours', { properties: { type: 'OR', values } });
  await add('Long', 'ours', { properties: {} });
  await service.idle();
  return documents;
}

const treeTitle = 'Bench';

async function connect({ page, workbench }: Session, service: Listening): Promise<void> {
  // A tree holds only the items that show, and here all have to: the window is high. A panel below the editors leaves
  // them the height that they have in a usual window.
  await page.setViewportSize({ width: 1400, height: 1500 });
  await workbench.run('Debug Console: Focus on Debug Console View');
  await page.locator('.part.panel').waitFor();
  await workbench.openView('Cohort Deck');
  await workbench.connect(service.url, key);
  await workbench.tree().expand('Brightloaf Web', 'Cohorts'); // by then Connect has shown it there
  await workbench.openView(treeTitle);
  await workbench.tree(treeTitle).waitFor('Long');
}

async function benchOpening({ page, workbench }: Session): Promise<readonly BenchRow[]> {
  let clickedAt = 0;
  let onShown: (mark: string, at: number) => void = () => undefined;
  await page.exposeBinding('cohortDeckShown', (_source, mark: string, at: number) => onShown(mark, at));
  await page.exposeBinding('cohortDeckClicked', (_source, at: number) => void (clickedAt = at));
  const script = await readFile(new URL('shown.browser.js', import.meta.url), 'utf8');
  await page.addInitScript({ content: script });
  await page.evaluate(script);
  const tree = workbench.tree(treeTitle);
  const open = async (name: string): Promise<number> => {
    const shown = new Promise<number>((resolve, reject) => {
      setTimeout(() => reject(new Error(`${name} does not show`)), maxWaitMs).unref();
      onShown = (mark, at) => {
        if (mark === `mark-${name.replace('.', '')}`) resolve(at);
      };
    });
    const [shownAt] = await Promise.all([shown, tree.click(name)]);
    const ms = shownAt - clickedAt;
    // What an editor does once it shows, its own structure included, would be the next one's time.
    await new Promise((resolve) => setTimeout(resolve, restMs));
    return ms;
  };
  const times = new Map<Editor, number[]>(editors.map((editor) => [editor, []]));
  for (let turn = 0; turn <= turns; turn++) {
    for (const editor of orders[turn % orders.length] ?? []) {
      const ms = await open(nameOf(turn, editor));
      if (turn > 0) times.get(editor)?.push(ms); // the first one loads everything
    }
  }
  const of = (editor: Editor) => times.get(editor) ?? [];
  const rowsOf = (editor: Editor, words: string): readonly BenchRow[] => [
    { name: `open 2 kB of filters, ${words}: median`, value: median(of(editor)), unit: 'ms' },
    { name: `open 2 kB of filters, ${words}: worst of ${turns}`, value: Math.max(...of(editor)), unit: 'ms' },
  ];
  const ratioTo = (floor: Editor) =>
    median(of('ours').map((ms, turn) => ms / (of(floor)[turn] ?? Number.NaN)));
  return [
    ...rowsOf('ours', 'filters editor'),
    ...rowsOf('text', 'VS Code’s text editor'),
    ...rowsOf('field', 'a bare text field in a webview'),
    { name: 'open: filters editor / bare text field', value: ratioTo('field'), unit: 'ratio', goal: 1.35 },
    { name: 'open: filters editor / VS Code’s text editor', value: ratioTo('text'), unit: 'ratio' },
  ];
}

/**
 * Keys are pressed one after the other, each when the one before it is in the document. The ratio is the median of the
 * turns' own: what slows the machine for some seconds slows both editors of a turn.
 */
async function benchTyping({ page, workbench }: Session): Promise<readonly BenchRow[]> {
  const typeInto = async (editor: Editor, selector: string) => {
    await workbench.tree(treeTitle).doubleClick(nameOf(1, editor));
    return typeKeys(await workbench.editors.webview(selector), selector, page, typedKeys, keysATurn);
  };
  const field: number[] = [];
  const times: number[] = [];
  const ratios: number[] = [];
  for (let turn = 0; turn <= typingTurns; turn++) {
    const fieldTimes = await typeInto('field', 'textarea.floor');
    const ownTimes = await typeInto('ours', '.cm-content');
    if (turn === 0) continue; // what is compiled and loaded once is not measured
    field.push(...fieldTimes);
    times.push(...ownTimes);
    ratios.push(median(ownTimes) / median(fieldTimes));
  }
  const p95 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN;
  return [
    { name: `key to confirmed document: median of ${times.length}`, value: median(times), unit: 'ms' },
    { name: 'key to confirmed document: 95th percentile', value: p95, unit: 'ms' },
    { name: 'key to confirmed document, bare text field: median', value: median(field), unit: 'ms' },
    {
      name: 'key: filters editor / bare text field',
      value: median(ratios),
      unit: 'ratio',
      goal: 1.25,
    },
  ];
}

/** Into the value with the mark, or any value of that line. @returns the milliseconds of each */
async function typeKeys(
  frame: Frame,
  selector: string,
  page: Session['page'],
  names: readonly string[],
  count: number,
): Promise<readonly number[]> {
  await frame.locator(selector).click();
  await frame.waitForFunction(
    (wanted) => document.activeElement?.matches(wanted) && document.hasFocus(),
    selector,
  );
  await page.keyboard.press('ControlOrMeta+Home');
  for (let line = 1; line < 7; line++) await page.keyboard.press('ArrowDown');
  for (const move of ['End', 'ArrowLeft', 'ArrowLeft']) await page.keyboard.press(move);
  await frame.evaluate(`
    if (!globalThis.typed) {
      addEventListener('keydown', () => (globalThis.pressedAt = performance.now()), { capture: true });
      addEventListener('message', ({ data }) => {
        if (data?.type === 'applied') typed.push(performance.now() - pressedAt);
      });
    }
    globalThis.typed = [];`);
  for (let pressed = 1; pressed <= count; pressed++) {
    await page.keyboard.press(names[(pressed - 1) % names.length] ?? '');
    await frame.waitForFunction((least) => {
      const typed: unknown = Reflect.get(globalThis, 'typed');
      return Array.isArray(typed) && typed.length >= least;
    }, pressed);
  }
  return frame.evaluate<number[]>('typed');
}

async function benchLarge(session: Session): Promise<readonly BenchRow[]> {
  const { page, workbench } = session;
  await workbench.run('View: Close All Editors');
  await workbench.dialog.press("Don't Save"); // discards the text typed before
  const openMs = await time(async () => {
    await workbench.tree(treeTitle).doubleClick('Large');
    const shown = await workbench.editors.webview('.cm-content');
    await shown.getByText('"key0"').first().waitFor();
  });
  const frame = await workbench.editors.webview('.cm-content');
  const times = await typeKeys(frame, '.cm-content', page, ['Space'], 30);
  const waitForEdits = (count: number) =>
    frame.waitForFunction((least) => {
      const typed: unknown = Reflect.get(globalThis, 'typed');
      return Array.isArray(typed) && typed.length >= least;
    }, count);
  for (const move of ['ControlOrMeta+Home', 'ArrowRight', 'Enter']) await page.keyboard.press(move);
  await waitForEdits(31); // there is something to lay out now
  const formatMs = await time(async () => {
    await frame.getByRole('button', { name: 'Format' }).click();
    await waitForEdits(32);
  });
  const saveMs = await time(async () => {
    await workbench.save();
    await workbench.editors.waitDirty('Large.filters.json', false);
  });
  return [
    { name: 'open 5 MB of filters', value: openMs, unit: 'ms' },
    { name: 'key to confirmed document in 5 MB: median of 30', value: median(times), unit: 'ms' },
    { name: 'key to confirmed document in 5 MB: worst', value: Math.max(...times), unit: 'ms' },
    { name: 'format 5 MB', value: formatMs, unit: 'ms' },
    { name: 'save 5 MB', value: saveMs, unit: 'ms' },
  ];
}

/** The line is pasted: it holds as many tokens as a line can. */
async function benchLongLine({ page, workbench }: Session): Promise<readonly BenchRow[]> {
  await workbench.run('View: Close All Editors');
  await workbench.tree(treeTitle).doubleClick('Long');
  const frame = await workbench.editors.webview('.cm-content');
  await frame.getByText('"properties"').first().waitFor();
  const item = '{"key": "one", "value": 1}';
  const items = Array.from({ length: Math.floor(longLineBytes / (item.length + 2)) }, () => item);
  const pasteMs = await time(() => workbench.editors.replacePageText(`{"list": [${items.join(', ')}]}`));
  const times = await typeKeys(frame, '.cm-content', page, ['Space'], 30);
  return [
    { name: 'paste a line of 200 kB', value: pasteMs, unit: 'ms' },
    { name: 'key to confirmed document in a line of 200 kB: median of 30', value: median(times), unit: 'ms' },
    { name: 'key to confirmed document in a line of 200 kB: worst', value: Math.max(...times), unit: 'ms' },
  ];
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

if (import.meta.main) printRows(await bench());
