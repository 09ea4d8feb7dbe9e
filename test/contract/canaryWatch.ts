// Searches files and other traces for keys and personal data.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** A text, and where it was found. */
export interface Trace {
  readonly place: string;
  readonly text: string;
}

/** The places that hold one of the texts, each once. */
export function placesOf(traces: readonly Trace[], texts: readonly string[]): readonly string[] {
  const holding = traces.filter(({ place, text }) =>
    texts.some((wanted) => text.includes(wanted) || place.includes(wanted)),
  );
  return [...new Set(holding.map(({ place }) => place))];
}

/** All files of a folder; a place is `file` and the path in it. Leaves out what `except` names. */
export async function readFiles(folder: string, except: string): Promise<readonly Trace[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name))
    .filter((file) => !file.startsWith(path.join(folder, except)));
  return Promise.all(
    files.map(async (file) => ({
      place: `file ${path.relative(folder, file).replaceAll('\\', '/')}`,
      text: await readFile(file, 'utf8'),
    })),
  );
}
