import path from 'node:path';
import { after, afterEach, before } from 'node:test';
import { openWorkbench, type Session, type WorkbenchOptions } from './session.ts';

/**
 * One workbench for all tests of a file, or of the `describe` that this is called in. Where a test fails, its picture and its
 * logs are kept, and where is printed.
 * @returns a function that gives the session; tests call it, because there is none before the first test
 */
export function useWorkbench(options: WorkbenchOptions = {}): () => Session {
  let session: Session | undefined;
  before(async () => {
    session = await openWorkbench(options);
  });
  afterEach(async (test) => {
    // Node gives hooks of a suite its context, which knows no outcome; its types say so.
    if (!session || !('passed' in test) || test.passed) return;
    const file = path.basename(test.filePath ?? 'test', '.test.ts');
    const kept = await session.keepEvidence(`${file}-${test.name}`);
    console.error(`The picture and the logs of the failure are in ${kept}`);
  });
  after(() => session?.dispose());
  return () => {
    if (!session) throw new Error('the workbench opens before the first test: ask for it inside one');
    return session;
  };
}
