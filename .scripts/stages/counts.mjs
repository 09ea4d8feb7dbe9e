// @ts-check
// A reporter for node --test: one line of JSON with the counts, when all is done.

/**
 * @typedef {{ tests: number, passed: number, failed: number, cancelled: number, skipped: number, todo: number }} Counts
 * @param {AsyncIterable<{ type: string, data: { file?: string, counts: Counts } }>} events of the whole run
 */
export async function* reportCounts(events) {
  for await (const { type, data } of events) {
    if (type !== 'test:summary' || data.file !== undefined) continue; // each file has a summary of its own, too
    const { passed, failed, cancelled, skipped, todo } = data.counts;
    yield `${JSON.stringify({ passed, failed: failed + cancelled, skipped: skipped + todo })}\n`;
  }
}

export default reportCounts; // node --test takes the default export
