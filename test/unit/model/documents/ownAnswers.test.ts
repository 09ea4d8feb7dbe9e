// An editor that reads its document again with each reported change, and what it costs in requests.
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { WriteApproval } from '#api/writeApproval.ts';
import { type DocumentPart, toDocument } from '#model/documents/documentUri.ts';
import type { ListRef } from '#model/records/recordRef.ts';
import { held, json } from '../../../misbehaving/acts.ts';
import { startClient } from '../../api/support.ts';
import { createCatalog, createDocumentStore } from '../../../models.ts';

/** A loop is one that has not ended after so many reads. */
const maxReads = 5;
const approval = new WriteApproval();
const dashboard = { id: 7, name: 'Old', filters: {}, tags: [], pinned: false, restriction_level: 21 };
const cohort = { id: 7, name: 'Old', filters: {}, groups: [], is_static: false };

interface Editing {
  readonly kind: ListRef['kind'];
  readonly part?: DocumentPart;
  /** What the service answers for the record, each time it is asked. */
  readonly record: () => object;
  /** What it answers to a change, and when. */
  readonly change?: { readonly answer: object; readonly until: Promise<unknown> };
}

async function edit(context: TestContext, { kind, part = 'record', record, change }: Editing) {
  let reads = 0;
  const { client } = await startClient(context, ({ method, url }) => {
    if (method === 'PATCH' && change) return held(json(change.answer), change.until);
    if (!url.endsWith('/7/')) return json({ count: 1, next: null, results: [record()] });
    reads++;
    return json(record());
  });
  const ref = { connectionId: 'acme', projectId: '1', kind, id: 7 } as const;
  const openClient = async () => client;
  const catalog = createCatalog({ openClient });
  let reading = Promise.resolve();
  const store = createDocumentStore({
    openClient,
    listed: (one) => catalog.get(one),
    onRecord: (one, answer) => catalog.store(one, answer),
    readUnchanged: (one, request) => catalog.readUnchanged(one, request),
    onSent: (one) => catalog.noteChange(one),
    onChange: () => read(),
    onGone: () => assert.fail('it is there'),
  });
  const document = store.open({ ref: toDocument(ref, part), at: 'cohortdeck://acme/7' });
  let text = '';
  function read(): void {
    if (reads >= maxReads) return;
    reading = reading.then(async () => {
      ({ text } = await document.read(() => undefined));
    });
  }
  const following = store.follow(catalog);
  context.after(() => following.dispose());
  /** Once the editor shows what it was last told of. */
  async function settle(): Promise<void> {
    for (let last; last !== reading;) {
      last = reading;
      await last;
    }
  }
  await catalog.load(ref);
  read();
  await settle();
  return { ref, catalog, settle, shown: () => text, readCount: () => reads };
}

describe('an editor reads its document once', () => {
  const { groups: _, ...withoutGroups } = cohort;
  for (const [what, editing] of [
    ['a sound cohort', { kind: 'cohort', record: () => cohort }],
    ['a sound dashboard', { kind: 'dashboard', record: () => dashboard }],
    ['a cohort without groups', { kind: 'cohort', part: 'groups', record: () => withoutGroups }],
    ['a cohort whose groups are null', { kind: 'cohort', record: () => ({ ...cohort, groups: null }) }],
    [
      'a cohort whose filters are a list',
      { kind: 'cohort', part: 'filters', record: () => ({ ...cohort, filters: [] }) },
    ],
    ['a dashboard whose tags are null', { kind: 'dashboard', record: () => ({ ...dashboard, tags: null }) }],
    [
      'a dashboard whose level is a text',
      { kind: 'dashboard', record: () => ({ ...dashboard, restriction_level: '21' }) },
    ],
  ] as const satisfies readonly (readonly [string, Editing])[])
    it(`of ${what}`, async (t) => {
      const { readCount, settle, catalog, ref } = await edit(t, editing);
      assert.equal(readCount(), 1);
      await catalog.retrieve(ref);
      await settle();
      assert.equal(readCount(), 2, 'also where the catalog has read the same');
    });

  it('while a change of its record is on its way, and once more when the change has ended', async (t) => {
    const answered = Promise.withResolvers<void>();
    let record = dashboard;
    const change = { answer: { ...dashboard, restriction_level: 37, name: 'New' }, until: answered.promise };
    const editing: Editing = { kind: 'dashboard', record: () => record, change };
    const { catalog, ref, settle, readCount, shown } = await edit(t, editing);
    record = { ...dashboard, restriction_level: 37 }; // by somebody else
    const renaming = catalog.writer(approval).update(ref, { name: 'New' });
    await catalog.retrieve(ref);
    await settle();
    assert.equal(readCount(), 3);
    assert.match(shown(), /"restriction_level": 37/);
    record = change.answer;
    answered.resolve();
    await renaming;
    await settle();
    assert.equal(readCount(), 4);
    assert.match(shown(), /"name": "New"/);
  });
});
