// What persons have, for suggestions: all of it in memory while the window is open, and what many have in a small file for
// each project, as long as exports are kept. Readable by the owner only.
import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { sampleConnectionId } from '#model/connections/connection.ts';
import { createFileLock } from '#model/storage/fileLock.ts';
import { createFileMemory } from '#model/storage/fileMemory.ts';
import { hashText } from '#model/storage/hashText.ts';
import { isObject } from '#model/storage/isObject.ts';
import { removeOldFiles } from '#model/storage/removeOldFiles.ts';
import { type CommonValues, findCommonValues } from './commonValues.ts';
import type { ProjectRef } from './recordRef.ts';
import { addSeenValues, type SeenValues } from './seenValues.ts';

export interface KeptValuesOptions {
  readonly folder: string;
  /** Of this window; what is kept goes there as well. */
  readonly seenValues: SeenValues;
  readonly connections: { readonly all: readonly { readonly id: string }[] };
  /** Nothing is kept for 0 days. */
  readonly keepDays: () => number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Suggestions are worth no message. */
  readonly onError: (error: unknown) => void;
}

const dayMs = 24 * 60 * 60 * 1000;
const maxProperties = 300;
/** Of a property. */
const maxValues = 20;
const locks = 'locks';

/** Null: its values are those of single persons, and none is kept. */
type Properties = Readonly<Record<string, readonly string[] | null>>;

export class KeptValues {
  readonly #options: KeptValuesOptions;
  readonly #withLock: ReturnType<typeof createFileLock>;
  /** What is to be written or removed, one after the other. */
  #queue: Promise<void> = Promise.resolve();
  /** Rises when something is forgotten, so that nothing that was on its way is suggested after that. */
  #generation = 0;

  /** Removes what is older than the setting allows, and what has no connection any more, in the background. */
  constructor(options: KeptValuesOptions) {
    this.#options = options;
    this.#withLock = createFileLock(path.join(options.folder, locks), options.onError);
    void this.#run(() => this.#clean());
  }

  /** Resolves once they are kept. @param persons the properties of each, as JSON has them; each person once */
  async add(project: ProjectRef, persons: readonly unknown[]): Promise<void> {
    const { keepDays, seenValues } = this.#options;
    for (const properties of persons) addSeenValues(seenValues, project, properties);
    const found = findCommonValues(persons);
    if (keepDays() <= 0 || found.size === 0) return;
    const file = this.#fileOf(project);
    // Another window may have added some.
    const keep = () => createFileMemory(file).write(merge(readProperties(file), found));
    await this.#run(() => this.#withLock(file, keep));
  }

  /** Those of earlier windows are suggested from now on. */
  async load(project: ProjectRef): Promise<void> {
    const generation = this.#generation;
    await this.#run(async () => {
      if (this.#generation !== generation) return;
      for (const [name, values] of Object.entries(readProperties(this.#fileOf(project))))
        for (const value of values?.length ? values : [undefined])
          addSeenValues(this.#options.seenValues, project, { [name]: value });
    });
  }

  /** On disk. */
  async forget(connectionId: string): Promise<void> {
    this.#generation++;
    await this.#run(() => this.#remove(hashText(connectionId)));
  }

  /** Everywhere, of all projects. */
  async clear(): Promise<void> {
    this.#generation++;
    this.#options.seenValues.clear();
    await this.#run(async () => {
      for (const name of await this.#folders()) await this.#remove(name);
    });
  }

  async #run(task: () => Promise<void>): Promise<void> {
    this.#queue = this.#queue.then(task).catch(this.#options.onError);
    await this.#queue;
  }

  async #clean(): Promise<void> {
    const { folder, connections, keepDays, now } = this.#options;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const ids = [sampleConnectionId, ...connections.all.map(({ id }) => id)];
    const known = new Set(ids.map(hashText));
    for (const name of await this.#folders()) {
      if (!known.has(name)) await this.#remove(name);
      else await removeOldFiles(path.join(folder, name), now() - keepDays() * dayMs);
    }
  }

  /** One for each connection. */
  async #folders(): Promise<readonly string[]> {
    const names = await readdir(this.#options.folder).catch(() => []); // nothing was kept yet
    return names.filter((name) => name !== locks);
  }

  async #remove(name: string): Promise<void> {
    await rm(path.join(this.#options.folder, name), { recursive: true, force: true, maxRetries: 3 });
  }

  #fileOf({ connectionId, projectId }: ProjectRef): string {
    return path.join(this.#options.folder, hashText(connectionId), `${hashText(projectId)}.json`);
  }
}

/** Newer values come first. A property of single persons stays one, also where these persons are few. */
function merge(before: Properties, found: CommonValues): Properties {
  const names = [...new Set([...found.keys(), ...Object.keys(before)])].slice(0, maxProperties);
  return Object.fromEntries(
    names.map((name) => {
      const [older, newer] = [Object.hasOwn(before, name) ? before[name] : [], found.get(name)];
      const isOfOne = older === null || (found.has(name) && newer === undefined);
      return [name, isOfOne ? null : [...new Set([...(newer ?? []), ...(older ?? [])])].slice(0, maxValues)];
    }),
  );
}

function readProperties(file: string): Properties {
  const kept = createFileMemory(file).read();
  if (!isObject(kept)) return {};
  return Object.fromEntries(
    Object.entries(kept).map(([name, values]) => [
      name,
      Array.isArray(values) ? values.filter((value) => typeof value === 'string') : null,
    ]),
  );
}
