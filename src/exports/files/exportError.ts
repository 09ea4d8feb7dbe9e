// Errors of the disk. What the service or the network does is an ApiError.
import { access, open, type FileHandle } from 'node:fs/promises';
import { retryInUse } from '#disk/moveFile.ts';

/**
 * By what a person can do about it.
 * - `diskFull`: no space, or a quota or size limit is reached
 * - `noPermission`: the folder or the file may not be written
 * - `badName`: the file system rejects the name
 * - `noFolder`: the folder does not exist, or is not a folder
 * - `inUse`: another program is using the file
 * - `notKept`: an interrupted export is already being resumed, or its file is gone
 * - `damaged`: an interrupted export is not as its checkpoint says
 * - `disk`: any other system error
 */
export type ExportErrorKind =
  | 'diskFull'
  | 'noPermission'
  | 'badName'
  | 'noFolder'
  | 'inUse'
  | 'notKept'
  | 'damaged'
  | 'disk';

/** `code` is the system's own, such as `ENOSPC`; `path` is the file or folder at fault. */
export class ExportError extends Error {
  override readonly name = 'ExportError';
  readonly kind: ExportErrorKind;
  readonly path: string;
  readonly code: string | undefined;

  constructor(kind: ExportErrorKind, path: string, cause: unknown) {
    super(`${kind}: ${path}${cause instanceof Error ? ` (${cause.message})` : ''}`, { cause });
    this.kind = kind;
    this.path = path;
    this.code = fileErrorCode(cause);
  }
}

/** The ExportError for a system error; any other error is returned unchanged. */
export function toExportError(error: unknown, path: string): unknown {
  const code = fileErrorCode(error);
  if (code === undefined || error instanceof ExportError) return error;
  return new ExportError(kinds[code] ?? 'disk', path, error);
}

/** `ENOSPC` and the like; undefined if `error` is not the system's. */
export function fileErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code: unknown = Reflect.get(error, 'code');
  return typeof code === 'string' && (/^E[A-Z0-9]+$/.test(code) || code === 'ERR_INVALID_ARG_VALUE')
    ? code
    : undefined;
}

const kinds: Readonly<Record<string, ExportErrorKind>> = {
  ENOSPC: 'diskFull',
  EDQUOT: 'diskFull',
  EFBIG: 'diskFull',
  EACCES: 'noPermission',
  EPERM: 'noPermission',
  EROFS: 'noPermission',
  ENAMETOOLONG: 'badName',
  EINVAL: 'badName',
  EILSEQ: 'badName',
  ERR_INVALID_ARG_VALUE: 'badName', // a NUL in the name
  ENOENT: 'noFolder',
  ENOTDIR: 'noFolder',
  EEXIST: 'noFolder',
  EBUSY: 'inUse',
  ETXTBSY: 'inUse',
};

// Steps on the disk, with what the system refuses as an ExportError.

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
