// The embedded service with records of its own, which go with it.
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { listen, type ListenOptions, type Listening } from '#sandbox/server.ts';
import { volatileDir } from './volatile.ts';

export async function startService(options: Omit<ListenOptions, 'dataDir'> = {}): Promise<Listening> {
  const dataDir = await mkdtemp(path.join(volatileDir, 'cohort-deck-service-'));
  const service = await listen({ ...options, dataDir });
  const close = async (): Promise<void> => {
    await service.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { ...service, close };
}
