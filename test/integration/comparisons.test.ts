// Compare Cohorts and Compare Exports on the embedded service, with handlers called directly: what is counted, what a part
// holds, and what is left on disk.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { compareCohorts } from '#commands/exports/compareCohorts.ts';
import { compareExports } from '#commands/exports/compareExports.ts';
import { RecentExports } from '#model/records/recentExports.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import type { ShownComparison } from '#model/records/shownComparison.ts';
import { recordNode } from '#model/records/treeNodes.ts';
import { eventually } from '../ui/driver/eventually.ts';
import { volatileDir } from '../volatile.ts';
import { createMemory } from './createTree.ts';
import { withFirstPicks } from './firstPick.ts';
import { startTwoProjects } from './twoProjects.ts';

const names = ['Everyone with an email', 'Paying shops', 'Active this month', 'No phone number'] as const;

async function start(memory = createMemory()) {
  const service = await startTwoProjects('none', 300);
  const directory = await mkdtemp(path.join(volatileDir, 'cohort-deck-compared-'));
  const recentExports = new RecentExports(memory);
  const shown: ShownComparison[] = [];
  const deps = {
    ...service,
    clients: { open: async () => service.client },
    recentExports,
    directory,
    showComparison: async (comparison: ShownComparison) => void shown.push(comparison),
  };
  const all = await service.cohortsIn('1');
  const refs = names.map((name) =>
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
    recentExports,
    refs,
    files: async () => (await readdir(directory)).toSorted(),
    personsOf: async ({ id }: RecordRef) => {
      const page = await service.client.cohorts('1').persons(id, { limit: 1000 });
      return page.results.map((person) => person.id);
    },
    compareCohorts: async (count: number) => {
      await compareCohorts(deps, [nodes(count)[0], nodes(count)]);
      return shown.at(-1);
    },
    compareExports: async (ref: RecordRef) => {
      await compareExports(deps, [recordNode(ref)]);
      return shown.at(-1);
    },
    stop: async () => {
      await close();
      await service.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** The ids that are in the cohorts of these bits and in no other. */
function only(sets: readonly (readonly string[])[], bits: number): readonly string[] {
  return [...new Set(sets.flat())].filter((id) =>
    sets.every((set, index) => set.includes(id) === ((bits & (1 << index)) !== 0)),
  );
}

describe('a comparison', () => {
  for (const count of [3, 4])
    it(`of ${count} cohorts counts each combination, and writes its persons as NDJSON and CSV`, async () => {
      const { compareCohorts: compare, personsOf, refs, files, close, stop } = await start();
      const sets: (readonly string[])[] = [];
      for (const ref of refs.slice(0, count)) sets.push(await personsOf(ref));
      const comparison = await compare(count);
      assert.ok(comparison);
      const found = new Map(comparison.parts.map(({ cohorts, persons }) => [cohorts, persons]));
      for (let bits = 1; bits < 1 << count; bits++)
        assert.equal(found.get(bits) ?? 0, only(sets, bits).length, `persons in ${bits.toString(2)}`);
      assert.deepEqual(
        comparison.cohorts.map(({ persons }) => persons),
        sets.map((set) => set.length),
      );
      assert.match(comparison.parts[0]?.title ?? '', /^Only in “|^In all/);
      const largest = only(sets, comparison.parts[0]?.cohorts ?? 0).toSorted();
      const lines = (await readFile(await comparison.write(0, 'ndjson'), 'utf8')).trimEnd().split('\n');
      assert.deepEqual(lines.map((line) => String(JSON.parse(line).id)).toSorted(), largest);
      const csv = (await readFile(await comparison.write(0, 'csv'), 'utf8')).trimEnd().split('\r\n');
      const column = csv[0]?.split(',').indexOf('id') ?? -1;
      assert.ok(column >= 0);
      assert.deepEqual(
        csv
          .slice(1)
          .map((row) => row.split(',')[column] ?? '')
          .toSorted(),
        largest,
      );
      await close();
      assert.deepEqual(
        (await files()).filter((name) => name.endsWith('.comparison')),
        [],
      );
      await stop();
    });

  it('that is canceled leaves nothing on disk, and no export', async () => {
    const { compareCohorts: compare, refs, files, recentExports, inject, stop } = await start();
    inject(`latency=60000;path=/cohorts/${refs[1]?.id}/persons`);
    const rejected = assert.rejects(compare(2), { kind: 'cancelled' });
    await eventually('the first export and the database', async () => (await files()).length > 1);
    await vscode.commands.executeCommand('notification.acceptPrimaryAction');
    await rejected;
    assert.deepEqual(await files(), []);
    assert.deepEqual(recentExports.all, []);
    await stop();
  });

  it('is canceled even where its exports cannot be removed', async () => {
    const { compareCohorts: compare, directory, refs, files, inject, stop } = await start();
    inject(`latency=60000;path=/cohorts/${refs[1]?.id}/persons`);
    const rejected = assert.rejects(compare(2), { kind: 'cancelled' });
    const exported = async () => (await files()).filter((name) => name.endsWith('.ndjson'));
    await eventually('the first export', async () => (await exported()).length > 0);
    const [name = ''] = await exported();
    await rm(path.join(directory, name));
    await mkdir(path.join(directory, name)); // which no file's removal removes
    await vscode.commands.executeCommand('notification.acceptPrimaryAction');
    await rejected;
    assert.deepEqual(await files(), [name]);
    await stop();
  });

  it('is shown even where its exports cannot be listed, and leaves no database', async () => {
    const refuse = async () => {
      throw new Error('The disk is full.');
    };
    const { compareCohorts: compare, close, files, stop } = await start({ ...createMemory(), write: refuse });
    assert.ok(await compare(2));
    await close();
    const kinds = (await files()).map((name) => path.extname(name));
    assert.deepEqual(kinds, ['.ndjson', '.ndjson']);
    await stop();
  });

  it('of an export with the current persons finds who entered and who left', async () => {
    const {
      compareExports: compare,
      compareCohorts: compareFirst,
      catalog,
      guard,
      personsOf,
      ...rest
    } = await start();
    const [ref] = rest.refs;
    assert.ok(ref);
    await compareFirst(2); // exports it
    const before = await personsOf(ref);
    const places = [{ connectionId: ref.connectionId, projectId: ref.projectId }];
    const writer = catalog.writer(await guard.approve({ action: 'save', projects: places, detail: '' }));
    const condition = { type: 'person', key: 'plan', operator: 'exact', value: ['free'] };
    await writer.update(ref, { filters: { properties: { type: 'AND', values: [condition] } } });
    await eventually('the new persons', async () => {
      const record = await catalog.retrieve(ref);
      return 'count' in record && record.count !== before.length;
    });
    const after = await personsOf(ref);
    const comparison = await withFirstPicks(compare(ref));
    const found = new Map(comparison?.parts.map(({ title, persons }) => [title, persons]));
    const [left, entered, both] = [0b01, 0b10, 0b11].map((bits) => only([before, after], bits).length);
    assert.ok(left && entered && both, 'each of the parts has persons');
    assert.deepEqual(
      [found.get('Left'), found.get('Entered'), found.get('Unchanged')],
      [left, entered, both],
    );
    await rest.stop();
  });
});
