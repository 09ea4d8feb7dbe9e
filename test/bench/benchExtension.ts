// An extension that a bench compares ours with.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Its view types and views begin with `bench.`. @param main the text of its script */
export async function writeBenchExtension(
  folder: string,
  contributes: Readonly<Record<string, unknown>>,
  main: string,
): Promise<void> {
  await mkdir(folder);
  const manifest = {
    name: path.basename(folder),
    publisher: 'bench',
    version: '0.0.0',
    engines: { vscode: '^1.80.0' },
    main: './main.js',
    activationEvents: ['*'],
    contributes,
  };
  await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest));
  await writeFile(path.join(folder, 'main.js'), main);
}

export function customEditor(name: string, filenamePattern: string) {
  return {
    viewType: `bench.${name}`,
    displayName: name,
    priority: 'option',
    selector: [{ filenamePattern }],
  };
}
