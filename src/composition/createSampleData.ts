// The embedded service, in a process of its own. It starts when it is wanted; nothing of it is loaded before.
import path from 'node:path';
import { showError } from '#host/messages/showError.ts';
import { sampleConnectionId } from '#model/connections/connection.ts';
import type { Connections } from '#model/connections/connections.ts';
import { SampleData } from '#model/connections/sampleData.ts';
import type { Base } from './createBase.ts';

export function createSampleData({ add, log, memory, workspaceStorage }: Base, connections: Connections) {
  const start = async () => {
    const { startOwnSandbox } = await import('#sandbox/startSandbox.ts');
    const dataDir = path.join(workspaceStorage, 'sample-data');
    const workerUrl = new URL('./sandboxWorker.js', import.meta.url); // beside the entry, which this is built into
    return startOwnSandbox({ dataDir, workerUrl });
  };
  const sampleData = new SampleData(connections, memory('sampleData'), start, {
    crashed: (reason) => log.warn('The sample data crashed and is restarting.', reason),
    gaveUp: (error) => void showError('', error, log),
  });
  add({ dispose: () => void sampleData.close() });
  return {
    sampleData,
    /** Resolves immediately for every other connection. */
    untilReady: async (connectionId: string): Promise<void> => {
      if (connectionId === sampleConnectionId && sampleData.isWanted) await sampleData.ready();
    },
  };
}
