// @ts-check
// A reporter for node --test: one line of JSON with the counts and the files that failed, when all is done.

/**
 * @typedef {{ tests: number, passed: number, failed: number, cancelled: number, skipped: number, todo: number }} Counts
 * @param {AsyncIterable<{ type: string, data: { file?: string, counts: Counts } }>} events of the whole run
 */
export async function* reportCounts(events) {
  /** @type {Set<string>} */
  const failedFiles = new Set();
  for await (const { type, data } of events) {
    if (type === 'test:fail' && data.file?.endsWith('.test.ts')) failedFiles.add(data.file); // not the driver's
    if (type !== 'test:summary' || data.file !== undefined) continue; // each file has a summary of its own, too
    const { passed, failed, cancelled, skipped, todo } = data.counts;
    const counts = { passed, failed: failed + cancelled, skipped: skipped + todo };
    yield `${JSON.stringify({ ...counts, failedFiles: [...failedFiles] })}\n`;
  }
}

export default reportCounts; // node --test takes the default export
