// Compare Exports: who entered, who left and whose properties changed, and what can be compared.
import assert from 'node:assert/strict';
import { access, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setErrorHandler } from '#host/messages/showError.ts';
import { UserError } from '#host/messages/userError.ts';
import { recordNode } from '#model/records/treeNodes.ts';
import { eventually } from '../ui/driver/eventually.ts';
import { withFirstPicks } from './firstPick.ts';
import { watchMessages } from './openMessages.ts';
import { comparedNames, startComparisons } from './startComparisons.ts';

describe('a comparison', () => {
  it('of an export with the current persons finds who entered, who left and whose properties changed', async () => {
    const { compareExports: compare, client, keepExport, refs, stop } = await startComparisons();
    const [ref] = refs;
    assert.ok(ref);
    const { results } = await client.cohorts('1').persons(ref.id, { limit: 1000 });
    const [entered, changed, ...same] = results;
    assert.ok(entered && changed && same.length > 0);
    const left = { ...changed, id: 'left' };
    await keepExport(ref, [left, { ...changed, properties: { plan: 'from before' } }, ...same]);
    const comparison = await withFirstPicks(compare(ref));
    const parts = comparison?.parts ?? [];
    assert.deepEqual(
      new Map(parts.map(({ title, persons }) => [title, persons])),
      new Map([
        ['Unchanged', same.length],
        ['Left', 1],
        ['Entered', 1],
        ['Changed properties', 1],
      ]),
    );
    for (const [title, person] of [
      ['Left', left],
      ['Entered', entered],
      ['Changed properties', changed],
    ] as const) {
      const part = parts.findIndex((one) => one.title === title);
      const text = await readFile((await comparison?.write(part, 'ndjson')) ?? '', 'utf8');
      assert.equal(JSON.parse(text).id, person.id);
    }
    assert.equal(comparison?.namesParts, true);
    const file = path.basename(await comparison.write(0, 'ndjson'));
    assert.ok(file.includes(`(${comparedNames[0]})`), file);
    await stop();
  });

  it('of exports says that nothing differs, and that nobody changed', async () => {
    const { compareExports: compare, client, keepExport, refs, stop } = await startComparisons();
    const [ref] = refs;
    assert.ok(ref);
    const { results } = await client.cohorts('1').persons(ref.id, { limit: 1000 });
    await keepExport(ref, results);
    const comparison = await withFirstPicks(compare(ref));
    assert.deepEqual(
      comparison?.parts.map(({ title, persons }) => [title, persons]),
      [
        ['Unchanged', results.length],
        ['Left', 0],
        ['Entered', 0],
        ['Changed properties', 0],
      ],
    );
    const sentence = 'No differences: nobody entered or left, and no properties changed.';
    assert.deepEqual(comparison.notes, [sentence]);
    assert.ok(comparison.text.includes(sentence));
    await stop();
  });

  it('of exports names their times, and is made again of the same files after it has ended', async () => {
    const { compareExports: compare, keepExport, refs, directory, stop } = await startComparisons();
    const [ref] = refs;
    assert.ok(ref);
    await keepExport(ref, []);
    const first = await withFirstPicks(compare(ref));
    assert.ok(first?.exports);
    assert.match(first.tabTitle, /^Changes of “Everyone with an email”, \d.+\s–\s.+M$/);
    assert.deepEqual(
      first.exports.map((file) => path.dirname(file)),
      [directory, directory],
    );
    const again = await compare(ref, first.exports); // asks nothing
    assert.notEqual(again, first);
    assert.deepEqual([again?.title, again?.exports, again?.parts], [first.title, first.exports, first.parts]);
    await rm(first.exports[1] ?? '');
    const other = await withFirstPicks(compare(ref, first.exports));
    assert.equal(other?.exports?.[0], first.exports[0]);
    await access(other?.exports?.[1] ?? ''); // exported again, perhaps under the name that is free now
    await stop();
  });

  it('of a CSV export with the current persons finds who entered and who left, and says that properties are not compared', async () => {
    const { compareExports: compare, client, keepExport, refs, stop } = await startComparisons();
    const [ref] = refs;
    assert.ok(ref);
    const { results } = await client.cohorts('1').persons(ref.id, { limit: 1000 });
    const [entered, ...same] = results;
    const rows = same.map(({ id }) => `${id},"Ann ""A"", or\nBob"`);
    await keepExport(ref, rows, ['id,name', ...rows, 'gone,Carl', ''].join('\r\n'));
    const comparison = await withFirstPicks(compare(ref));
    assert.ok(comparison);
    assert.deepEqual(
      new Map(comparison.parts.map(({ title, persons }) => [title, persons])),
      new Map([
        ['In both', same.length],
        ['Left', 1],
        ['Entered', 1],
      ]),
    );
    assert.match(comparison.notes.join(), /^Properties are not compared, because a CSV/);
    const read = async (title: string) => {
      const part = comparison.parts.findIndex((one) => one.title === title);
      return readFile(await comparison.write(part, 'ndjson'), 'utf8');
    };
    assert.equal(await read('Left'), '{"id":"gone","name":"Carl"}\n');
    assert.equal(JSON.parse(await read('Entered')).id, entered?.id);
    assert.match(await read('In both'), /"name":"Ann \\"A\\", or\\nBob"/);
    await stop();
  });

  it('of an export that is deleted before it compares again says which, and offers the command', async () => {
    const { compareExports: compare, keepExport, refs, inject, stop } = await startComparisons();
    const [ref] = refs;
    assert.ok(ref);
    const file = await keepExport(ref, []);
    inject('status=403;path=/persons');
    const messages = await watchMessages();
    assert.equal(await withFirstPicks(compare(ref)), undefined);
    const again = await messages.next();
    await rm(file);
    const errors: unknown[] = [];
    const handler = setErrorHandler(async ({ error }) => errors.push(error) > 0);
    await messages.press(again, 0);
    await eventually('an error of Compare Again', async () => errors.length > 0);
    handler.dispose();
    const [error] = errors;
    assert.ok(error instanceof UserError);
    assert.equal(error.message, 'The file “kept.ndjson” no longer exists. Select another export.');
    assert.deepEqual(
      [error.action?.command, error.action?.args],
      ['cohortDeck.compareExports', [recordNode(ref)]],
    );
    await stop();
  });

  it('of exports needs one that is still there, and says so', async () => {
    const { compareExports: compare, keepExport, refs, stop } = await startComparisons();
    const [ref] = refs;
    assert.ok(ref);
    const none = { message: /^There is no export of “/ };
    await assert.rejects(compare(ref), none);
    await rm(await keepExport(ref, []));
    await assert.rejects(compare(ref), none);
    await stop();
  });

  it('from the palette offers the cohorts with an export that is still there, and leads to one where there is none', async () => {
    const { compareExports: compare, client, keepExport, refs, stop } = await startComparisons();
    const [ref] = refs;
    assert.ok(ref);
    const none = {
      message: 'There is no export to compare with. Export the persons of a cohort now, and compare later.',
    };
    await rm(await keepExport(ref, []));
    await assert.rejects(compare(), none);
    const { results } = await client.cohorts('1').persons(ref.id, { limit: 1000 });
    await keepExport(ref, results);
    const comparison = await withFirstPicks(compare()); // no other cohort is the first one
    assert.equal(comparison?.parts.find(({ title }) => title === 'Unchanged')?.persons, results.length);
    await stop();
  });
});
