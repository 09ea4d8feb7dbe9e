// Changes of a record that somebody else has changed: what is asked, and what reaches the service.
import assert from 'node:assert/strict';
import { isCancelled } from '#host/messages/userError.ts';
import { type RecordFields, tagsOf } from '#model/records/deckRecord.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import { recordNode } from '#model/records/treeNodes.ts';
import { eventually } from '../ui/driver/eventually.ts';
import { untilBoxCloses, withFirstPicks } from './firstPick.ts';
import { startTwoProjects } from './twoProjects.ts';

type Stage = Awaited<ReturnType<typeof startTwoProjects>>;

describe('of a dashboard that somebody else has changed meanwhile', () => {
  let stage: Stage;
  let ref: RecordRef;

  beforeEach(async () => {
    stage = await startTwoProjects();
    ref = await stage.createDashboard('1', 'Old');
  });
  afterEach(() => stage.stop());

  const changeElsewhere = (fields: RecordFields) =>
    stage.elsewhere.dashboards('1').updateText(ref.id, JSON.stringify(fields));
  const onService = () => stage.elsewhere.dashboards('1').retrieve(ref.id);
  const texts = {
    name: {
      run: (...args: readonly unknown[]) => stage.commands['cohortDeck.rename'](recordNode(ref), ...args),
      asked: 'Dashboard “Old”\nCurrent name: Theirs\nNew name: Mine',
      askedByUndo: 'Dashboard “Mine”\nCurrent name: Theirs\nNew name: Old',
    },
    description: {
      run: (...args: readonly unknown[]) =>
        stage.commands['cohortDeck.editDescription'](recordNode(ref), ...args),
      asked: 'Dashboard “Old”\nCurrent description: Theirs\n\nNew description: Mine',
      askedByUndo: 'Dashboard “Old”\nCurrent description: Theirs\n\nNew description: Old',
    },
  };

  it('the tags of others stay, those that the page had when the person began to edit excepted', async () => {
    const edit = stage.commands['cohortDeck.editTags'];
    await changeElsewhere({ tags: ['mine', 'seen', 'theirs'] });
    await stage.catalog.retrieve(ref);
    await changeElsewhere({ tags: ['mine', 'seen', 'theirs', 'newest'] });
    await edit(recordNode(ref), undefined, 'mine, new', 'mine, seen');
    const tags = async () => tagsOf(await onService()).toSorted();
    assert.deepEqual(await tags(), ['mine', 'new', 'newest', 'theirs']);
    await stage.history.undo();
    assert.deepEqual(await tags(), ['mine', 'newest', 'seen', 'theirs']);
  });

  for (const field of ['name', 'description'] as const) {
    describe(`the ${field}`, () => {
      const { run, asked, askedByUndo } = texts[field];
      const sent = async () => (await onService())[field];
      const undo = async () => (await stage.history.undo())?.error;

      beforeEach(async () => {
        await changeElsewhere({ [field]: 'Old' });
        await stage.catalog.retrieve(ref);
      });

      it('is replaced only after a yes; after a no, the box opens again with what was typed', async () => {
        await changeElsewhere({ [field]: 'Theirs' });
        const edited = run(undefined, 'Mine');
        await eventually('the question', async () => stage.overwrites.length === 1);
        assert.equal(await sent(), 'Theirs');
        stage.answerOverwrite(true);
        await withFirstPicks(edited);
        assert.equal(stage.overwrites.length, 2);
        assert.equal(stage.overwrites[0], asked);
        assert.equal(await sent(), 'Mine');
        await stage.history.undo();
        assert.equal(await sent(), 'Theirs');
      });

      it('stays if Escape closes the box that a no has opened again', async () => {
        await changeElsewhere({ [field]: 'Theirs' });
        await untilBoxCloses(run(undefined, 'Mine'));
        assert.deepEqual([stage.overwrites, await sent()], [[asked], 'Theirs']);
        assert.deepEqual([stage.retries.changes, await stage.history.undo()], [[], undefined]);
      });

      it('is shown as the service has it while the question is open', async () => {
        await changeElsewhere({ [field]: 'Theirs' });
        const edited = run(undefined, 'Mine');
        await eventually('the question', async () => stage.overwrites.length === 1);
        assert.equal(stage.catalog.get(ref)?.[field], 'Theirs');
        stage.answerOverwrite(true);
        await withFirstPicks(edited);
        assert.equal(stage.catalog.get(ref)?.[field], 'Mine');
      });

      it('is asked about if the page had another one when the person began to edit', async () => {
        stage.answerOverwrite(true);
        await run(undefined, 'Theirs');
        await run(undefined, 'Mine', 'Old');
        assert.deepEqual(stage.overwrites, [asked.replace('“Old”', field === 'name' ? '“Theirs”' : '“Old”')]);
      });

      it('is not asked about if it is the one that was seen, or the wanted one already', async () => {
        await changeElsewhere({ tags: ['theirs'] });
        await run(undefined, 'Mine');
        await changeElsewhere({ [field]: 'Yours' });
        await run(undefined, 'Yours');
        assert.deepEqual([stage.overwrites, await sent()], [[], 'Yours']);
        await stage.history.undo();
        assert.equal(await sent(), 'Mine');
      });

      it('is undone without a question even if it was typed with spaces around it, which services remove', async () => {
        await run(undefined, ' Mine \n');
        assert.equal(await sent(), 'Mine');
        assert.equal(await undo(), undefined);
        assert.deepEqual([stage.overwrites, await sent()], [[], 'Old']);
      });

      it('is asked about by an undo, too', async () => {
        await run(undefined, 'Mine');
        await changeElsewhere({ [field]: 'Theirs' });
        assert.ok(isCancelled(await undo()));
        assert.deepEqual([stage.overwrites, await sent()], [[askedByUndo], 'Theirs']);
        stage.answerOverwrite(true);
        assert.equal(await undo(), undefined);
        assert.equal(await sent(), 'Old');
      });

      it('is not asked about because of a change of the person that is still on its way', async () => {
        stage.inject('latency=200');
        const first = run(undefined, 'First');
        await eventually('the first one to show', async () => stage.catalog.get(ref)?.[field] === 'First');
        await Promise.all([first, run(undefined, 'Second')]);
        stage.inject('');
        assert.deepEqual([stage.overwrites, await sent()], [[], 'Second']);
      });

      it('is not asked about if the person began with one that the service has rejected since', async () => {
        stage.inject('status=400;method=PATCH');
        await run(undefined, 'Refused');
        stage.inject('');
        await run(undefined, 'Mine', 'Refused');
        assert.deepEqual([stage.overwrites, await sent()], [[], 'Mine']);
        await undo();
        assert.deepEqual([stage.overwrites, await sent()], [[], 'Old']);
      });

      it('is changed by a retry with what was typed if it could not be read', async () => {
        stage.inject('status=400;method=GET');
        await run(undefined, 'Mine');
        stage.inject('');
        assert.equal(stage.retries.changes.length, 1);
        await stage.retries.retry(stage.retries.changes);
        assert.deepEqual([stage.retries.changes, await sent()], [[], 'Mine']);
      });
    });
  }
});
