// A whole file of what an interrupted export has so far.
import path from 'node:path';
import type { ResumableExport } from '#exports/files/checkpointFile.ts';
import { readChunks, toExportError } from '#exports/files/exportError.ts';
import { createPartFile, type PartFile } from '#exports/files/partFile.ts';
import { createPersonWriter } from './personWriter.ts';

/** Resolves with the file, named `fileName`; the export can still be resumed. Throws ExportError, or the signal's reason. */
export async function writeInterruptedFile(
  kept: ResumableExport,
  fileName: string,
  signal: AbortSignal,
): Promise<string> {
  const directory = path.dirname(kept.partPath);
  const part = await createPartFile(directory, fileName);
  let finished = part;
  try {
    await copyPersons(kept, part, signal);
    const writer = createPersonWriter({ format: kept.format, directory, fileName, signal }, part);
    await writer.restore(() => undefined);
    finished = await writer.end(() => undefined);
    return await finished.finish(fileName);
  } catch (error) {
    await finished.discard();
    throw error;
  } finally {
    if (finished !== part) await part.discard();
  }
}

async function copyPersons(
  { partPath, bytes }: ResumableExport,
  part: PartFile,
  signal: AbortSignal,
): Promise<void> {
  if (bytes === 0) return; // a stream cannot end before its first byte
  try {
    for await (const chunk of readChunks(partPath, { end: bytes - 1, signal })) {
      part.append(chunk);
      if (part.isFull) await part.drained();
    }
  } catch (error) {
    signal.throwIfAborted();
    throw toExportError(error, partPath);
  }
  await part.flush();
}
