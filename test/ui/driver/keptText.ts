import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Session } from './session.ts';

/**
 * Whether unapplied JSON of a structure is stored where the next window of the folder finds it. @param text without
 * characters that JSON escapes
 */
export async function isKept({ storageDir }: Pick<Session, 'storageDir'>, text: string): Promise<boolean> {
  const cwd = path.resolve(storageDir, '../../workspaceStorage');
  const files = globSync(`*/${path.basename(storageDir)}/drafts/*.json`, { cwd });
  const kept = await Promise.all(files.map((file) => readFile(path.join(cwd, file), 'utf8')));
  return kept.some((drafts) => drafts.includes(text));
}
