// Compare Cohorts: what is counted, what a part holds, what is said of cohorts, and what is left on disk.
import assert from 'node:assert/strict';
import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { setErrorHandler, type ShownError } from '#host/messages/showError.ts';
import { UserError } from '#host/messages/userError.ts';
import { eventually } from '../ui/driver/eventually.ts';
import { watchMessages } from './openMessages.ts';
import { comparedNames, only, openFiles, startComparisons } from './startComparisons.ts';
import { createMemory } from '../stored.ts';

describe('a comparison', () => {
  for (const count of [3, 4])
    it(`of ${count} cohorts counts each combination, and writes its persons as NDJSON and CSV`, async () => {
      const { compareCohorts: compare, personsOf, refs, files, close, stop } = await startComparisons();
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
      const names = comparedNames.slice(0, count).join(', ');
      assert.equal(comparison.tabTitle, `Comparison: ${names}`);
      assert.ok(path.basename(await comparison.write(0, 'csv')).includes(comparedNames[0]));
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

  it('of a static cohort, one that failed, an empty one and one that is being calculated says what to know of each', async () => {
    const compared = [
      'Beta testers – winter',
      'Did the old onboarding (action 12)',
      'Nobody yet: Iceland',
      'Everyone with an email',
    ];
    const { compareCohorts: compare, writerOf, refs, inject, stop } = await startComparisons({ compared });
    const [, , , last] = refs;
    inject('endless');
    assert.ok(last);
    await (await writerOf(last)).update(last, { name: 'Calculating' });
    inject('');
    const comparison = await compare(4);
    assert.ok(comparison);
    const counts = comparison.cohorts.map(({ persons }) => persons);
    assert.ok(
      (counts[0] ?? 0) > 0 && (counts[3] ?? 0) > 0,
      'persons of the static and of the calculating one',
    );
    assert.equal(counts[2], 0);
    const notes = comparison.notes.join('\n');
    assert.match(notes, /The last calculation of “Did the old onboarding \(action 12\)” failed/);
    assert.match(notes, /“Calculating” is being calculated/);
    assert.doesNotMatch(notes, /Beta testers|Iceland|No differences/);
    assert.match(comparison.text, /Nobody yet: Iceland/);
    assert.doesNotMatch(comparison.text, /NaN/);
    await stop();
  });

  it('says that a cohort was deleted while it was compared', async () => {
    const {
      compareCohorts: compare,
      writerOf,
      refs,
      inject,
      files,
      personsOf,
      stop,
    } = await startComparisons();
    const [, second] = refs;
    assert.ok(second);
    const before = await personsOf(second);
    inject(`latency=60000;path=/cohorts/${second.id}/persons`); // until it is deleted
    const ended = compare(2);
    await eventually('the first export', async () => (await files()).length > 0);
    await (await writerOf(second)).softDelete(second);
    inject('');
    const comparison = await ended;
    assert.deepEqual(comparison?.notes, ['“Paying shops” is deleted.']);
    assert.equal(comparison.cohorts[1]?.persons, before.length);
    await stop();
  });

  it('loses nobody where the service fails once in the middle', async () => {
    const {
      compareCohorts: compare,
      catalog,
      refs,
      inject,
      stop,
    } = await startComparisons({ persons: 4000 });
    inject(`status=500;path=/cohorts/${refs[0]?.id}/persons;after=1;times=1`);
    const comparison = await compare(2);
    inject('');
    assert.deepEqual(comparison?.notes, []);
    for (const [index, { persons }] of comparison.cohorts.entries()) {
      const record = refs[index] && catalog.get(refs[index]);
      assert.ok(persons > 1000, 'more than a page');
      assert.equal(record && 'count' in record && record.count, persons);
    }
    await stop();
  });

  it('that is canceled leaves nothing on disk, and no export or note of one', async () => {
    const {
      compareCohorts: compare,
      directory,
      refs,
      files,
      recentExports,
      inject,
      waitForShown,
      stop,
    } = await startComparisons({ compared: ['Did the old onboarding (action 12)', 'Paying shops'] });
    inject(`latency=60000;path=/cohorts/${refs[1]?.id}/persons`);
    const messages = await watchMessages();
    const ended = compare(2);
    await eventually('the first export and the database', async () => (await files()).length > 1);
    await vscode.commands.executeCommand('notification.acceptPrimaryAction');
    assert.equal(await ended, undefined);
    assert.deepEqual(await files(), []);
    assert.deepEqual(recentExports.all, []);
    if (process.platform === 'linux') assert.deepEqual(await openFiles(directory), []);
    inject('');
    await messages.press(await messages.next(), 0); // Compare Again
    assert.deepEqual((await waitForShown(1))?.notes, [
      'The last calculation of “Did the old onboarding (action 12)” failed, so its persons may be outdated.',
    ]);
    await stop();
  });

  it('that fails in the middle says so, keeps what was exported, and exports only the rest when it compares again', async () => {
    const {
      compareCohorts: compare,
      refs,
      files,
      recentExports,
      logged,
      inject,
      waitForShown,
      stop,
    } = await startComparisons({
      persons: 4000,
    });
    inject(`status=403;path=/cohorts/${refs[1]?.id}/persons;after=1`);
    const messages = await watchMessages();
    assert.equal(await compare(2), undefined);
    assert.deepEqual(
      logged.map((line) => /^A comparison failed\. .*ApiError forbidden, status 403/.test(line)),
      [true],
    );
    const kept = recentExports.all.map(({ name }) => name);
    assert.deepEqual(kept, [comparedNames[0]]);
    assert.equal((await files()).length, 1, 'no database');
    inject(`status=404;path=/cohorts/${refs[0]?.id}/persons`);
    await messages.press(await messages.next(), 0); // Compare Again
    await waitForShown(1);
    assert.deepEqual(recentExports.all.map(({ name }) => name).toSorted(), [
      comparedNames[0],
      comparedNames[1],
    ]);
    await stop();
  });

  it('that fails gives its error the action Compare Again for after an outage, which exports only the rest', async () => {
    const { compareCohorts: compare, refs, recentExports, inject, stop } = await startComparisons();
    const errors: ShownError[] = [];
    const handler = setErrorHandler(async (error) => errors.push(error) > 0);
    inject(`status=403;path=/cohorts/${refs[1]?.id}/persons`);
    assert.equal(await compare(2), undefined);
    handler.dispose();
    const [again] = errors.map(({ afterOutage }) => afterOutage);
    assert.equal(again?.title, 'Compare Again');
    inject(`status=404;path=/cohorts/${refs[0]?.id}/persons`); // whose export is kept
    await again.run();
    assert.equal(recentExports.all.length, 2);
    await stop();
  });

  it('that failed is no longer offered again once it is made in another way, or its connection is removed', async () => {
    const { compareCohorts: compare, connections, refs, inject, stop } = await startComparisons();
    const messages = await watchMessages();
    const fails = `status=403;path=/cohorts/${refs[1]?.id}/persons`;
    inject(fails);
    await compare(2);
    const first = await messages.next();
    await compare(3);
    assert.ok((await messages.open()).includes(first), 'another comparison has not replaced it');
    inject('');
    assert.ok(await compare(2));
    assert.ok(await compare(3));
    await messages.waitForNone();
    inject(fails);
    await compare(2);
    await messages.next();
    await connections.change(() => []);
    await messages.waitForNone();
    await stop();
  });

  it('that failed is no longer offered again once the same one in another order succeeds, which began before', async () => {
    const { compareCohorts: compare, refs, files, inject, stop } = await startComparisons();
    const messages = await watchMessages();
    const [first, second] = refs.map(({ id }) => `path=/cohorts/${id}/persons`);
    inject(`latency=60000;${first},status=403;${second}`);
    const slow = compare(2);
    await eventually('the first export', async () => (await files()).length > 0);
    await compare(2, 'backwards');
    await messages.next();
    inject('');
    assert.ok(await slow);
    await messages.waitForNone();
    await stop();
  });

  it('whose connection is removed keeps what was exported', async () => {
    const {
      compareCohorts: compare,
      client,
      refs,
      files,
      recentExports,
      inject,
      stop,
    } = await startComparisons();
    const errors: ShownError[] = [];
    const handler = setErrorHandler(async (error) => errors.push(error) > 0);
    inject(`latency=60000;path=/cohorts/${refs[1]?.id}/persons`);
    const ended = compare(2);
    await eventually('the first export', async () =>
      (await files()).some((name) => name.endsWith('.ndjson')),
    );
    await client.close();
    assert.equal(await ended, undefined);
    handler.dispose();
    assert.deepEqual(
      errors.map(({ error }) => error instanceof UserError && error.action?.command),
      ['cohortDeck.connect'],
    );
    assert.deepEqual(
      recentExports.all.map(({ name }) => name),
      [comparedNames[0]],
    );
    assert.equal((await files()).length, 1);
    await stop();
  });

  it('that failed exports again what it would reuse, if the file is gone when it compares again', async () => {
    const {
      compareCohorts: compare,
      directory,
      refs,
      files,
      inject,
      waitForShown,
      stop,
    } = await startComparisons();
    inject(`status=403;path=/cohorts/${refs[1]?.id}/persons`);
    const messages = await watchMessages();
    assert.equal(await compare(2), undefined);
    const again = await messages.next();
    const [kept = ''] = await files();
    await rm(path.join(directory, kept));
    inject('');
    await messages.press(again, 0);
    await waitForShown(1);
    const exported = (await files()).filter((name) => name.endsWith('.ndjson'));
    assert.equal(exported.length, 2);
    await stop();
  });

  it('is canceled even where its exports cannot be removed', async () => {
    const { compareCohorts: compare, directory, refs, files, inject, stop } = await startComparisons();
    inject(`latency=60000;path=/cohorts/${refs[1]?.id}/persons`);
    const ended = compare(2);
    const exported = async () => (await files()).filter((name) => name.endsWith('.ndjson'));
    await eventually('the first export', async () => (await exported()).length > 0);
    const [name = ''] = await exported();
    await rm(path.join(directory, name));
    await mkdir(path.join(directory, name)); // which no file's removal removes
    await vscode.commands.executeCommand('notification.acceptPrimaryAction');
    assert.equal(await ended, undefined);
    assert.deepEqual(await files(), [name]);
    await stop();
  });

  it('is shown even where its exports cannot be listed, and leaves no database', async () => {
    const refuse = async () => {
      throw new Error('The disk is full.');
    };
    const {
      compareCohorts: compare,
      close,
      files,
      stop,
    } = await startComparisons({ memory: { ...createMemory(), write: refuse } });
    assert.ok(await compare(2));
    await close();
    const kinds = (await files()).map((name) => path.extname(name));
    assert.deepEqual(kinds, ['.ndjson', '.ndjson']);
    await stop();
  });
});
