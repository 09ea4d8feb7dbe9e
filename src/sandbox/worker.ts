// The service's thread. Told what to do by start.ts, through workerData and one message.
import { parentPort, workerData } from 'node:worker_threads';
import { listen } from './server.ts';
import type { ListenOptions } from './server.ts';

if (!parentPort) throw new Error('This file runs as a worker thread; start.ts starts it.');
const port = parentPort;

try {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- start.ts, which makes this thread, gives it these
  const service = await listen(workerData as ListenOptions);
  port.postMessage({ url: service.url, key: service.key, projects: service.projects });
  port.once('message', () => {
    void service.close().finally(() => port.close());
  });
} catch (error) {
  const { message, name } = error instanceof Error ? error : new Error(String(error));
  port.postMessage({ problem: message, name });
  port.close();
}
