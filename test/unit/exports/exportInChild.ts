// Runs one export in a process of its own, so that it can be killed or confined.
//   node exportInChild.ts BASE_URL DIRECTORY FORMAT EXPECTED_COUNT
// Resumes an interrupted export if the folder has one. Prints what came of it as JSON: the result, or an error's name and kind.
import { createClient } from '#api/client.ts';
import { listResumable } from '#exports/files/checkpointFile.ts';
import { exportPersons } from '#exports/exportPersons.ts';
import { exportFormatNames } from '#exports/files/exportFormat.ts';

const [baseUrl = '', directory = '', format = 'json', expectedCount = '0'] = process.argv.slice(2);
const client = createClient({ baseUrl, key: 'phx_test' });

// The root user may write anywhere; the user `nobody` may not.
if (process.env['AS_NOBODY'] !== undefined && process.getuid?.() === 0) process.setuid?.(65_534);

try {
  const [resumeFrom] = await listResumable(directory);
  const result = await exportPersons({
    cohorts: client.cohorts('1'),
    cohortId: 7,
    format: exportFormatNames.find((one) => one === format) ?? 'json',
    directory,
    fileName: 'a.txt',
    expectedCount: Number(expectedCount),
    signal: new AbortController().signal,
    onProgress: () => undefined,
    paging: { pageSize: 20, tries: 1 },
    resumable: { tag: 'child', everyMs: 0 },
    resumeFrom,
  });
  console.log(JSON.stringify(result));
} catch (error) {
  const kind: unknown = error instanceof Error ? Reflect.get(error, 'kind') : undefined;
  console.log(JSON.stringify({ name: error instanceof Error ? error.name : '', kind }));
} finally {
  await client.close();
}
