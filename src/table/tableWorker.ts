// The table's thread: indexes the file, then answers queries one after the other.
import { parentPort, workerData } from 'node:worker_threads';
import { ColumnQueries } from './columnQueries.ts';
import { ColumnStore } from './columnStore.ts';
import { indexRows } from './indexRows.ts';
import type { WorkerData, WorkerFailure, WorkerMessage, WorkerRequest } from './workerConnection.ts';
import { createRowParser } from './rowParser.ts';

if (!parentPort) throw new Error('This file runs as a worker thread; openTable.ts starts it.');
const port = parentPort;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- openTable.ts starts this thread with them
const { source, scratchFile } = workerData as WorkerData;

const post = (message: WorkerMessage, transfer: readonly ArrayBuffer[] = []) =>
  port.postMessage(message, transfer);
const parser = createRowParser(source, source.textEncoding);
const running = new Map<number, AbortController>();
const closing = new AbortController();
let store: ColumnStore | undefined;

const indexing = indexRows(
  source,
  parser,
  (progress) => post({ type: 'index', progress }, [progress.marks.buffer]),
  closing.signal,
).then(
  (rows) =>
    new ColumnQueries(
      source,
      parser,
      rows,
      () => (store ??= new ColumnStore(scratchFile, rows, source.dialect.decimal)),
    ),
);
let last: Promise<unknown> = indexing.catch((error: unknown) => {
  if (!closing.signal.aborted) post({ type: 'broken', failure: failureOf(error) });
});

port.on('message', (request: WorkerRequest) => {
  if (request.type === 'close') void close();
  else if (request.type === 'cancel') running.get(request.id)?.abort();
  else {
    const controller = new AbortController();
    running.set(request.id, controller);
    last = last.then(() => answer(request, controller.signal));
  }
});

async function answer(
  request: Extract<WorkerRequest, { readonly type: 'view' | 'summary' }>,
  signal: AbortSignal,
): Promise<void> {
  const { id } = request;
  const context = { signal, onShare: (share: number) => post({ type: 'share', id, share }) };
  try {
    signal.throwIfAborted();
    const columns = await indexing;
    if (request.type === 'summary') {
      post({ type: 'summary', id, summary: await columns.summarize(request.column, context) });
    } else {
      const found = await columns.view(request.query, context);
      post({ type: 'viewed', id, found }, found.order ? [found.order.buffer] : []);
    }
  } catch (error) {
    post({ type: 'failed', id, failure: failureOf(error) });
  } finally {
    running.delete(id);
  }
}

async function close(): Promise<void> {
  closing.abort();
  for (const controller of running.values()) controller.abort();
  await last;
  store?.close();
  port.close();
}

function failureOf(error: unknown): WorkerFailure {
  if (!(error instanceof Error)) return { message: String(error), code: undefined, errcode: undefined };
  return { message: error.message, code: Reflect.get(error, 'code'), errcode: Reflect.get(error, 'errcode') };
}
