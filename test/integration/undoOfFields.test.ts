// Undo of tags, pins and edit access of dashboards that somebody else has changed since they were read.
import assert from 'node:assert/strict';
import { type RecordFields, tagsOf } from '#model/records/deckRecord.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import { recordNode } from '#model/records/treeNodes.ts';
import { startTwoProjects } from './twoProjects.ts';

type Command = 'editTags' | 'pin' | 'unpin' | 'setEditAccess';

interface Case {
  /** What this window has read. */
  readonly read?: RecordFields;
  /** What somebody else has changed it to since. */
  readonly theirs: RecordFields;
  /** The person's own change, with its text if it has one. */
  readonly mine: readonly [Command, text?: string];
}

const cases: Readonly<Record<string, Case>> = {
  'keeps a tag that they had added as well': { theirs: { tags: ['growth'] }, mine: ['editTags', 'growth'] },
  'keeps a tag that they had added beside the own one': {
    theirs: { tags: ['theirs'] },
    mine: ['editTags', 'mine'],
  },
  'does not restore a tag that they had removed as well': {
    read: { tags: ['growth', 'kept'] },
    theirs: { tags: ['kept'] },
    mine: ['editTags', 'kept'],
  },
  'leaves it pinned if they had pinned it': { theirs: { pinned: true }, mine: ['pin'] },
  'leaves it unpinned if they had unpinned it': {
    read: { pinned: true },
    theirs: { pinned: false },
    mine: ['unpin'],
  },
  'leaves it restricted if they had restricted it': {
    theirs: { restriction_level: 37 },
    mine: ['setEditAccess', '37'],
  },
  'takes back the own pin if they had only tagged it': {
    theirs: { tags: ['theirs'] },
    mine: ['pin'],
  },
};

describe('an undo', () => {
  let stage: Awaited<ReturnType<typeof startTwoProjects>>;
  beforeEach(async () => (stage = await startTwoProjects()));
  afterEach(() => stage.stop());

  const changeElsewhere = async (ref: RecordRef, fields: RecordFields) =>
    void (await stage.elsewhere.dashboards('1').updateText(ref.id, JSON.stringify(fields)));

  async function stateOf({ id }: RecordRef) {
    const record = await stage.elsewhere.dashboards('1').retrieve(id);
    const { pinned, restriction_level: level } = record;
    return { tags: tagsOf(record).toSorted(), pinned, level };
  }

  function run([command, text]: Case['mine'], refs: readonly RecordRef[]): Promise<void> {
    const nodes = refs.map(recordNode);
    const handler: (...args: readonly unknown[]) => Promise<void> = stage.commands[`cohortDeck.${command}`];
    return handler(nodes[0], nodes, text);
  }

  for (const [behavior, { read, theirs, mine }] of Object.entries(cases)) {
    for (const count of [1, 2]) {
      it(`${behavior}, of ${count === 1 ? 'one dashboard' : 'one of several'}`, async () => {
        const refs: RecordRef[] = [];
        for (let index = 0; index < count; index++) {
          const ref = await stage.createDashboard('1', `Undone ${index}`);
          if (read) await changeElsewhere(ref, read);
          await stage.catalog.retrieve(ref);
          refs.push(ref);
        }
        const [changed, ...others] = refs;
        assert.ok(changed);
        const first = await Promise.all(others.map(stateOf));
        await changeElsewhere(changed, theirs);
        const before = await stateOf(changed);
        await run(mine, refs);
        assert.equal((await stage.history.undo())?.isDone, true);
        assert.deepEqual(await stateOf(changed), before);
        assert.deepEqual(await Promise.all(others.map(stateOf)), first);
      });
    }
  }

  it('sends nothing if the change changed nothing, so that what others do later stays', async () => {
    const ref = await stage.createDashboard('1', 'Pinned twice');
    await changeElsewhere(ref, { pinned: true });
    await run(['pin'], [ref]);
    await changeElsewhere(ref, { pinned: false });
    await stage.history.undo();
    assert.equal((await stateOf(ref)).pinned, false);
  });

  it('after a redo restores what the redo has replaced', async () => {
    const ref = await stage.createDashboard('1', 'Redone');
    await run(['pin'], [ref]);
    await stage.history.undo();
    await changeElsewhere(ref, { pinned: true });
    await stage.history.redo();
    await stage.history.undo();
    assert.equal((await stateOf(ref)).pinned, true);
  });
});
