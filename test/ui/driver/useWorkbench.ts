import path from 'node:path';
import { after, afterEach, before } from 'node:test';
import { openWorkbench, type Session, type WorkbenchOptions } from './session.ts';

/**
 * One workbench for all tests of a file, or of the `describe` that this is called in. If a test fails, its picture and its
 * logs are kept, and where is printed.
 * @returns a function that gives the session; tests call it, because there is none before the first test
 */
export function useWorkbench(options: WorkbenchOptions = {}): () => Session {
  let session: Session | undefined;
  before(async () => {
    session = await openWorkbench(options);
  });
  afterEach((test) => explainFailure(test, session));
  after(() => session?.dispose());
  return () => opened(session);
}

let shared: Session | undefined;
/** What ends with the shared workbench, also if that finds a leak: a hook that throws skips those of other files. */
const ends: (() => Promise<void>)[] = [];
export function endWithShared(end: () => Promise<void>): void {
  ends.push(end);
}

/** The files of one process come one after the other; without this the process would not end. */
after(async () => {
  try {
    await closeShared();
  } finally {
    for (const end of ends) await end();
  }
});

/**
 * The one workbench of all files in this process that ask for it. To open one takes longer than most tests: so each file
 * gets it as the first one found it, with no editor, no message and the same color theme, and a new one only if a
 * test of the file before failed.
 * @returns a function that gives the session, as `useWorkbench`
 */
export function useSharedWorkbench(): () => Session {
  let hasFailed = false;
  before(async () => {
    shared ??= await openWorkbench();
  });
  afterEach(async (test) => {
    hasFailed ||= 'passed' in test && !test.passed;
    await explainFailure(test, shared);
  });
  after(async () => {
    if (!hasFailed) return shared?.leaveAsFound();
    // The file has failed already, and a hook that throws would skip those that stop its servers.
    await closeShared().catch(console.error);
  });
  return () => opened(shared);
}

async function closeShared(): Promise<void> {
  const closing = shared;
  shared = undefined;
  await closing?.dispose();
}

function opened(session: Session | undefined): Session {
  if (!session) throw new Error('the workbench opens before the first test: ask for it inside one');
  return session;
}

type HookContext = Parameters<NonNullable<Parameters<typeof afterEach>[0]>>[0];

async function explainFailure(test: HookContext, session: Session | undefined): Promise<void> {
  // Node gives hooks of a suite its context, which knows no outcome; its types say so.
  if (!session || !('passed' in test) || test.passed) return;
  const file = path.basename(test.filePath ?? 'test', '.test.ts');
  const kept = await session.keepEvidence(`${file}-${test.name}`);
  console.error(`The picture and the logs of the failure are in ${kept}`);
}
