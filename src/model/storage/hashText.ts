import { createHash } from 'node:crypto';

/** The same text always has the same hash: SHA-256, 64 hex digits. */
export function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
