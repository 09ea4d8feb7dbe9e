// A whole file of what an interrupted export has so far.
import path from 'node:path';
import type { ResumableExport } from '#exports/files/checkpointFile.ts';
import { readChunks } from '#exports/files/diskSteps.ts';
import { toExportError } from '#exports/files/exportError.ts';
import { createPartFile, type PartFile } from '#exports/files/partFile.ts';
import { endPersons } from './personWriter.ts';

/** Resolves with the file, named `fileName`; the export can still be resumed. Throws ExportError, or the signal's reason. */
export async function writeInterruptedFile(
  kept: ResumableExport,
  fileName: string,
  signal: AbortSignal,
): Promise<string> {
  const part = await createPartFile(path.dirname(kept.partPath), fileName);
  let finished = part;
  try {
    await copyPersons(kept, part, signal);
    finished = (await endPersons(part, kept.format, { fileName, signal })).part;
    return await finished.finish(fileName);
  } finally {
    await finished.discard(); // unless it is whole
    await part.discard();
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
}
