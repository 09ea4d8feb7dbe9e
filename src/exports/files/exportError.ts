// Errors of the disk. What the service or the network does is an ApiError.

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
