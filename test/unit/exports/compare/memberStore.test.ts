import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { MemberStore } from '#exports/compare/memberStore.ts';
import { temporaryFolder } from '../../../volatile.ts';

describe('counting the persons of a comparison', () => {
  const persons = 120_000;
  let folder = '';
  let store: MemberStore;

  before(() => {
    folder = temporaryFolder();
    store = new MemberStore(path.join(folder, 'some.comparison'), false);
    for (const [file, count] of [persons, 70_000].entries())
      for (let person = 0; person < count; person++)
        store.add(file, { id: Buffer.from(String(person)), start: person, length: 1 });
  });
  after(async () => {
    await store.close();
  });

  it('gives others their turn several times, and has each person once', async () => {
    let isCounting = true;
    let turns = 0;
    const takeTurn = (): void => {
      turns++;
      if (isCounting) setImmediate(takeTurn);
    };
    setImmediate(takeTurn);
    const counts = await store.counts(2, new AbortController().signal);
    isCounting = false;
    assert.deepEqual(
      counts.toSorted((a, b) => a.files - b.files),
      [
        { files: 1, isChanged: false, persons: persons - 70_000 },
        { files: 2, isChanged: false, persons: 0 },
        { files: 3, isChanged: false, persons: 70_000 },
      ],
    );
    assert.ok(turns >= 3, `${turns} turns`);
  });

  it('ends when it is canceled', async () => {
    const canceled = new AbortController();
    const counting = store.counts(2, canceled.signal);
    setImmediate(() => canceled.abort());
    await assert.rejects(counting, { name: 'AbortError' });
  });
});
