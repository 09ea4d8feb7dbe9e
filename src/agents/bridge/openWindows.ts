// The windows that tools of other programs can reach: a file for each, which only its user can read, with the address of its
// pipe and the word that it wants to hear first.
import { realpathSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { removeFile, renameFile, retryInUse } from '#disk/moveFile.ts';
import { isRunning } from '#disk/runningProcess.ts';

export interface OpenWindow {
  readonly pid: number;
  /** The path of a socket, or the name of a pipe of Windows. */
  readonly address: string;
  readonly token: string;
  readonly folders: readonly string[];
  /** Milliseconds since 1970: when a person used it last. */
  readonly usedAt: number;
}

const ending = '.window.json';

export async function writeWindow(directory: string, name: string, window: OpenWindow): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const file = path.join(directory, `${name}${ending}`);
  await writeFile(`${file}.part`, JSON.stringify(window), { mode: 0o600 });
  await renameFile(`${file}.part`, file);
}

export async function removeWindow(directory: string, name: string): Promise<void> {
  await removeFile(path.join(directory, `${name}${ending}`));
}

/** The window whose folder has `cwd` in it, the deepest first; then the one used last. Those that were killed are left out. */
export async function findWindows(directory: string, cwd: string): Promise<readonly OpenWindow[]> {
  const names = await readdir(directory).catch(() => []);
  const found: OpenWindow[] = [];
  for (const name of names) {
    if (!name.endsWith(ending)) continue;
    const file = path.join(directory, name);
    const text = await retryInUse(() => readFile(file, 'utf8')).catch(() => undefined);
    if (text === undefined) continue; // gone, or not to be read for now: its window may be open
    const window = parseWindow(text);
    if (window && isRunning(window.pid)) found.push(window);
    else await removeFile(file).catch(() => undefined);
  }
  const depths = new Map(found.map((window) => [window, depthIn(window, realPath(cwd))]));
  return found.toSorted((a, b) => (depths.get(b) ?? 0) - (depths.get(a) ?? 0) || b.usedAt - a.usedAt);
}

function parseWindow(text: string): OpenWindow | undefined {
  try {
    const { pid, address, token, folders, usedAt } = JSON.parse(text);
    if (typeof pid !== 'number' || typeof address !== 'string' || typeof token !== 'string') return undefined;
    if (address === '') return undefined; // of a window that does not listen yet, or could not
    return {
      pid,
      address,
      token,
      folders: Array.isArray(folders) ? folders.map(String) : [],
      usedAt: Number(usedAt) || 0,
    };
  } catch {
    return undefined;
  }
}

/** The length of the window's longest folder that has the path in it; 0 if none has. */
function depthIn({ folders }: OpenWindow, cwd: string): number {
  return Math.max(
    0,
    ...folders.map(realPath).map((folder) => {
      const inside = path.relative(folder, cwd);
      return inside === '' || (!inside.startsWith('..') && !path.isAbsolute(inside)) ? folder.length : 0;
    }),
  );
}

/** A folder may be reached by a link. */
function realPath(file: string): string {
  try {
    return realpathSync.native(file);
  } catch {
    return path.resolve(file);
  }
}
