// The service's worker thread. startSandbox.ts controls it with workerData and one message.
import { parentPort, workerData } from 'node:worker_threads';
import { listen } from './server.ts';
import type { ListenOptions } from './server.ts';

if (!parentPort) throw new Error('This file runs as a worker thread; startSandbox.ts starts it.');
const port = parentPort;

try {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- startSandbox.ts creates this thread with these options
  const service = await listen(workerData as ListenOptions);
  port.postMessage({ url: service.url, key: service.key, projects: service.projects });
  port.once('message', () => {
    void service.close().finally(() => port.close());
  });
} catch (error) {
  const { message, name, cause } = error instanceof Error ? error : new Error(String(error));
  const [code, errcode, path] = ['code', 'errcode', 'path'].map((key): unknown =>
    Reflect.get(Object(cause), key),
  );
  port.postMessage({ problem: message, name, refusal: { code, errcode, path } });
  port.close();
}
