import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { root } from '../../../.scripts/processes.ts';

interface Lock {
  readonly packages: Record<string, LockedPackage>;
}

interface LockedPackage {
  readonly resolved?: string;
  readonly dependencies?: Record<string, string>;
  readonly optionalDependencies?: Record<string, string>;
}

for (const folder of ['.', 'test/vscode']) {
  const read = async (): Promise<Lock> =>
    JSON.parse(await readFile(path.join(root, folder, 'package-lock.json'), 'utf8'));

  // npm ci refuses a lock without them, on every system.
  test(`the lock file of ${folder} has all dependencies, including those of other operating systems`, async () => {
    const { packages } = await read();
    const missing = Object.entries(packages).flatMap(([place, { dependencies, optionalDependencies }]) =>
      Object.keys({ ...dependencies, ...optionalDependencies }).filter(
        (name) => !finds(packages, place, name),
      ),
    );
    assert.deepEqual(missing, []);
  });

  test(`the lock file of ${folder} names no address of a registry`, async () => {
    const { packages } = await read();
    const addresses = Object.values(packages).flatMap(({ resolved }) => resolved ?? []);
    assert.deepEqual(
      addresses.filter((address) => /^https?:/.test(address)),
      [],
    );
  });
}

/** Node's way of looking: beside the package's own modules, then one folder further out, and so on. */
function finds(packages: Lock['packages'], place: string, name: string): boolean {
  const folders = place.split('node_modules/');
  return folders.some((_, index) => {
    const outer = folders
      .slice(0, folders.length - index)
      .join('node_modules/')
      .replace(/\/$/, '');
    return `${outer ? `${outer}/` : ''}node_modules/${name}` in packages;
  });
}
