// Comparisons on the embedded service, with handlers called directly.
import { mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { compareCohorts } from '#commands/exports/compareCohorts.ts';
import { compareExports } from '#commands/exports/compareExports.ts';
import { createLog } from '#host/log.ts';
import { RecentExports } from '#model/records/persons/recentExports.ts';
import { formatRecordRef, type RecordRef } from '#model/records/recordRef.ts';
import type { Memory } from '#model/storage/memory.ts';
import type { ShownComparison } from '#model/records/persons/shownComparison.ts';
import { recordNode } from '#model/records/treeNodes.ts';
import { eventually } from '../ui/driver/eventually.ts';
import { volatileDir } from '../volatile.ts';
import { startTwoProjects } from './twoProjects.ts';
import { createMemory } from '../stored.ts';

export const comparedNames = [
  'Everyone with an email',
  'Paying shops',
  'Active this month',
  'No phone number',
] as const;

interface ComparisonOptions {
  readonly memory?: Memory;
  readonly persons?: number;
  readonly compared?: readonly string[];
}

export async function startComparisons({
  memory = createMemory(),
  persons: personCount = 300,
  compared = comparedNames,
}: ComparisonOptions = {}) {
  const service = await startTwoProjects('none', personCount);
  const directory = await mkdtemp(path.join(volatileDir, 'cohort-deck-compared-'));
  const recentExports = new RecentExports(memory);
  const shown: ShownComparison[] = [];
  const logged: string[] = [];
  const write = (line: string) => void logged.push(line);
  const deps = {
    ...service,
    clients: { open: async () => service.client },
    recentExports,
    directory,
    log: createLog({ debug: write, info: write, warn: write, error: write, show: () => undefined }),
    showComparison: async (comparison: ShownComparison) => void shown.push(comparison),
  };
  const all = await service.cohortsIn('1');
  const refs = compared.map((name) =>
    service.ref('cohort', '1', all.find((cohort) => cohort.name === name)?.id ?? 0),
  );
  const nodes = (count: number) => refs.slice(0, count).map(recordNode);
  const close = async () => {
    for (const comparison of shown.splice(0)) await comparison.close();
  };
  return {
    ...service,
    close,
    directory,
    logged,
    recentExports,
    refs,
    files: async () => (await readdir(directory)).toSorted(),
    writerOf: async (ref: RecordRef) =>
      service.catalog.writer(await service.guard.approve({ action: 'save', projects: [ref], detail: '' })),
    personsOf: async ({ id }: RecordRef) => {
      const page = await service.client.cohorts('1').persons(id, { limit: 1000 });
      return page.results.map((person) => person.id);
    },
    compareCohorts: async (count: number, order: 'forwards' | 'backwards' = 'forwards') => {
      const inOrder = order === 'forwards' ? nodes(count) : nodes(count).toReversed();
      await compareCohorts(deps, [inOrder[0], inOrder]);
      return shown.at(-1);
    },
    /** Without a cohort as from the palette; with files as from the page of a comparison that has ended. */
    compareExports: async (ref?: RecordRef, files?: readonly string[]) => {
      const node = ref && recordNode(ref);
      await compareExports(deps, node ? [node, [node], files] : []);
      return shown.at(-1);
    },
    /** @returns the last one of so many pages */
    waitForShown: async (count: number) => {
      await eventually(`${count} comparisons`, async () => shown.length === count);
      return shown.at(-1);
    },
    /** @returns its file */
    keepExport: async (ref: RecordRef, persons: readonly unknown[], csv?: string) => {
      const file = path.join(directory, csv === undefined ? 'kept.ndjson' : 'kept.csv');
      const text = csv ?? persons.map((one) => `${JSON.stringify(one)}\n`).join('');
      await writeFile(file, text);
      await recentExports.add({
        name: comparedNames[0],
        path: file,
        rows: persons.length,
        bytes: text.length,
        isComplete: true,
        holdsPersons: true,
        exportedAt: Date.now() - 60_000,
        cohort: formatRecordRef(ref),
      });
      return file;
    },
    stop: async () => {
      await close();
      await service.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Files in a folder that this process has open; only Linux says so. */
export async function openFiles(directory: string): Promise<readonly string[]> {
  const names = await readdir('/proc/self/fd');
  const links = await Promise.all(names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')));
  return links.filter((link) => link.startsWith(directory));
}

/** The ids that are in the cohorts of these bits and in no other. */
export function only(sets: readonly (readonly string[])[], bits: number): readonly string[] {
  return [...new Set(sets.flat())].filter((id) =>
    sets.every((set, index) => set.includes(id) === ((bits & (1 << index)) !== 0)),
  );
}
