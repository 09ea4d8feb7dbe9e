// Removes what tables of earlier windows left behind.
import type { Log } from '#host/log.ts';
import { removeStaleScratchFiles } from '#table/scratchFile.ts';

export async function removeStaleTables(directory: string, log: Log): Promise<void> {
  try {
    const count = await removeStaleScratchFiles(directory, Date.now());
    if (count > 0) log.info(`Removed ${count} temporary files of tables that were not closed.`);
  } catch (error) {
    log.error('Could not remove temporary files of tables.', error);
  }
}
