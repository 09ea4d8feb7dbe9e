import { close, open, read, write } from 'node:fs';
import { promisify } from 'node:util';
import { removeFile } from '#disk/moveFile.ts';
import { utf16Of } from '#exports/scan/isText.ts';
import { createScratchFile } from './scratchFile.ts';

/** A temporary file with the same text in UTF-8. */
export interface DecodedFile {
  readonly fd: number;
  readonly bytes: number;
  /** Closes and removes it. */
  readonly dispose: () => Promise<void>;
}

const headBytes = 64 * 1024;
const pieceBytes = 1024 * 1024;

/**
 * A file in UTF-16 as one in UTF-8, which is what all else reads; undefined for any other file, and for one that is not
 * whole UTF-16. Rejects if the disk cannot be read or written.
 */
export async function decodeFile(
  fd: number,
  bytes: number,
  directory: string,
): Promise<DecodedFile | undefined> {
  const head = Buffer.alloc(Math.min(bytes, headBytes));
  if (head.length > 0) await promisify(read)(fd, head, 0, head.length, 0);
  const encoding = utf16Of(head);
  if (encoding === undefined) return undefined;
  const path = await createScratchFile(directory, 'utf8');
  const decoded = await promisify(open)(path, 'wx+', 0o600);
  const dispose = async (): Promise<void> => {
    await promisify(close)(decoded);
    await removeFile(path);
  };
  try {
    return { fd: decoded, bytes: await copyDecoded(fd, bytes, decoded, encoding), dispose };
  } catch (error) {
    await dispose();
    if (error instanceof TypeError) return undefined; // not a letter
    throw error;
  }
}

/** Throws TypeError for bytes that are no letters. @returns how many bytes were written */
async function copyDecoded(
  from: number,
  bytes: number,
  to: number,
  encoding: 'utf-16le' | 'utf-16be',
): Promise<number> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const piece = Buffer.allocUnsafe(Math.min(bytes, pieceBytes));
  let written = 0;
  for (let at = 0; at < bytes;) {
    const { bytesRead } = await promisify(read)(from, piece, 0, Math.min(piece.length, bytes - at), at);
    if (bytesRead === 0) break; // the file has become shorter
    at += bytesRead;
    const text = Buffer.from(decoder.decode(piece.subarray(0, bytesRead), { stream: at < bytes }));
    for (let done = 0; done < text.length;) {
      const { bytesWritten } = await promisify(write)(to, text, done, text.length - done, written);
      done += bytesWritten;
      written += bytesWritten;
    }
  }
  return written;
}
