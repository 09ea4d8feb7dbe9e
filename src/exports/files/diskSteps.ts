// Steps on the disk, with what the system refuses as an ExportError.
import { access, open, readdir, type FileHandle } from 'node:fs/promises';
import { retryInUse } from '#disk/moveFile.ts';
import { fileErrorCode, toExportError } from './exportError.ts';

/** `file` is named in the ExportError. */
export async function onDisk<T>(file: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    throw toExportError(error, file);
  }
}

/** Ignores what the system refuses: for steps that change nothing about what is reported. */
export async function ignoringDisk(action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (error) {
    if (fileErrorCode(error) === undefined) throw error;
  }
}

export async function fileExists(file: string): Promise<boolean> {
  try {
    await access(file);
    return true;
  } catch (error) {
    if (fileErrorCode(error) === 'ENOENT') return false;
    throw toExportError(error, file);
  }
}

/** The names in a folder; none where nothing was exported yet. */
export async function exportNamesIn(directory: string): Promise<readonly string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    if (fileErrorCode(error) === 'ENOENT') return [];
    throw toExportError(error, directory);
  }
}

interface ReadOptions {
  readonly start?: number;
  /** The last byte's place. */
  readonly end?: number;
  readonly highWaterMark?: number;
  readonly signal?: AbortSignal;
}

/**
 * The bytes of a file, which is closed however the reading ends: Node never closes one whose signal aborts before its stream
 * begins. Throws the system's errors, and the signal's.
 */
export async function* readChunks(file: string, options: ReadOptions = {}): AsyncGenerator<Buffer> {
  const handle = await retryInUse(() => open(file));
  try {
    options.signal?.throwIfAborted();
    const chunks: AsyncIterable<Buffer> = handle.createReadStream({ ...options, autoClose: false });
    yield* chunks;
  } finally {
    await handle.close();
  }
}

/**
 * A nearly full disk takes a part of what it is given and refuses the rest only when asked again. By position: Windows does
 * not truncate a file that is opened for appending.
 */
export async function writeAll(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let written = 0; written < bytes.length;) {
    const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, position + written);
    written += bytesWritten;
  }
}

/** Makes a rename in the folder last through a power cut. Windows opens no folders, and some network drives sync none. */
export async function syncDirectory(directory: string): Promise<void> {
  await ignoringDisk(async () => {
    const handle = await open(directory, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  });
}
