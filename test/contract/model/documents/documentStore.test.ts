import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DocumentConflict, SaveIgnored, SaveIncomplete } from '#model/documents/save/saveErrors.ts';
import { isSameSpelling } from '#json/sameValue.ts';
import { JsonTextError } from '#json/checkJsonObject.ts';
import { sliceMember } from '#json/jsonTree.ts';
import { leaf, text, useDocuments } from './editor.ts';
import { approval, useService } from '../service.ts';

const service = useService();
const { open, createCohort, remotely, onService } = useDocuments(service);

describe('a document’s text', () => {
  it('is laid out and ends with a line break', async () => {
    const state = await open().read(await createCohort());
    assert.equal(state.text, `${JSON.stringify(leaf('free'), null, 2)}\n`);
  });

  it('keeps its version while the service’s text stays the same', async () => {
    const { store, age, read } = open();
    const document = await createCohort();
    const { mtime } = await read(document);
    age();
    assert.equal((await store.stat(document.ref)).mtime, mtime);
    assert.equal((await open().read(document)).mtime, mtime, 'another window sees the same version');
  });

  it('is sent as it was typed, with no other field', async () => {
    const { write, read, bodies } = open();
    const document = await createCohort();
    await read(document);
    const typed =
      '{ "properties": {"values": [12345678901234567890, 1.0, 1e400, "\\u00e9 \\/ \\ud800"], "type": "OR"},\n' +
      '\t"a": 1, "a": 2, "__proto__": {"x": null} }\n';
    await write(document, typed);
    assert.deepEqual(bodies, [`{"filters": ${typed}}`]);
    const { text: answer } = await service()
      .client.cohorts(document.ref.projectId)
      .retrieveText(document.ref.id);
    assert.ok(isSameSpelling(sliceMember(answer, 'filters') ?? '', typed));
  });

  it('gets a newer version by a write, and can be written again', async () => {
    const { store, age, read, mine } = open();
    const document = await createCohort();
    const { mtime } = await read(document);
    await mine(document, 'team');
    age();
    assert.ok((await store.stat(document.ref)).mtime > mtime);
    await mine(document, 'paid');
    assert.deepEqual((await onService(document)).filters, leaf('paid'));
  });

  it('that was opened before thousands of others can still be saved, and still finds a conflict', async () => {
    const { store, read, mine } = open();
    const document = await createCohort();
    const { mtime } = await read(document);
    const first = store.open(document);
    const others = (from: number): void => {
      for (let id = from; id < from + 1000; id++)
        store.open({ ref: { ...document.ref, id }, at: `other ${id}` });
    };
    others(1_000_000);
    assert.notEqual(store.open(document), first, 'what is kept of documents is bounded');
    assert.equal((await store.stat(document.ref)).mtime, mtime);
    await mine(document, 'team');
    others(2_000_000);
    await remotely(document, 'theirs');
    await assert.rejects(mine(document, 'paid'), DocumentConflict);
  });

  for (const wrong of ['', '[]', '"text"', '{"a": 1', '{"a": 1,}', 'null']) {
    it(`is not sent as ${JSON.stringify(wrong)}`, async () => {
      const { write, read } = open();
      const document = await createCohort();
      const before = await read(document);
      await assert.rejects(write(document, wrong), JsonTextError);
      assert.equal((await open().read(document)).text, before.text);
    });
  }
});

describe('a change elsewhere', () => {
  it('is overwritten if a person agreed to overwrite it, but a later one is not', async () => {
    const { store, read, mine } = open();
    const document = await createCohort();
    await read(document);
    await remotely(document, 'paid');
    const conflict = await mine(document, 'mine').catch((error: unknown) => error);
    assert.ok(conflict instanceof DocumentConflict);
    assert.deepEqual(
      [conflict.base, conflict.theirs].map((raw) => JSON.parse(raw ?? '')),
      [leaf('free'), leaf('paid')],
    );
    await store.open(document).allowOverwrite(conflict.theirs);
    await remotely(document, 'later');
    await assert.rejects(mine(document, 'mine'), DocumentConflict);
    await remotely(document, 'paid');
    await mine(document, 'mine');
    assert.deepEqual((await onService(document)).filters, leaf('mine'));
  });

  it('is a newer version, which editors read again', async () => {
    const { store, changed, age, read } = open();
    const document = await createCohort();
    const before = await read(document);
    await remotely(document, 'enterprise');
    age();
    assert.ok((await store.stat(document.ref)).mtime > before.mtime);
    assert.deepEqual(changed, [document.ref]);
    assert.equal(store.open(document).base?.mtime, before.mtime, 'the editor still has the old one');
  });

  it('that was read is not the merge base of a text that the editor kept', async () => {
    const { store, age, read, mine } = open();
    const document = await createCohort();
    await read(document);
    await remotely(document, 'paid');
    age();
    const theirs = await read(document, text('mine'));
    await store.open(document).showed(text('free')); // undone until it was clean again
    await assert.rejects(mine(document, 'mine'), DocumentConflict);
    await store.open(document).showed(theirs.text); // reverted
    await mine(document, 'mine');
  });

  it('that a revert has shown is not the merge base of a text that is put back after it', async () => {
    const { store, age, read, mine } = open();
    const document = await createCohort();
    await read(document);
    await remotely(document, 'paid');
    age();
    const theirs = await read(document, text('mine'));
    await store.open(document).showed(theirs.text);
    assert.equal(await store.open(document).restoreBase(), true);
    await assert.rejects(mine(document, 'mine'), (error) => {
      assert.ok(error instanceof DocumentConflict);
      assert.deepEqual(JSON.parse(error.base ?? ''), leaf('free'));
      return true;
    });
    await store.open(document).showed(theirs.text); // undone until it was clean again
    await mine(document, 'mine');
    assert.equal(await store.open(document).restoreBase(), false, 'a saved text has nothing to restore');
  });

  it('is assumed where the merge base is no longer known', async () => {
    const document = await createCohort();
    const { mine, read } = open();
    await assert.rejects(mine(document, 'mine'), DocumentConflict);
    await read(document, text('mine')); // by somebody else than the editor, which keeps its text
    await assert.rejects(mine(document, 'mine'), DocumentConflict);
  });

  it('to the same text is no conflict', async () => {
    const { read, mine } = open();
    const document = await createCohort();
    await read(document);
    await remotely(document, 'same');
    await mine(document, 'same');
  });
});

describe('a service that keeps something else', () => {
  it('than what was sent, and changed nothing, counts as not accepting the save', async () => {
    const { write, read } = open();
    const document = await createCohort();
    const { client, projectId } = service();
    await client.cohorts(projectId).updateText(document.ref.id, JSON.stringify({ is_static: true })); // a static cohort has no filters
    await read(document);
    await assert.rejects(write(document, text('mine')), SaveIgnored);
  });
});

describe('the permission to overwrite a version that the editor asked about', () => {
  async function saveIncomplete(answer: 'keepEditing' | 'retry') {
    const { store, read, age } = open();
    const document = await createCohort();
    const opened = store.open(document);
    await read(document);
    await remotely(document, 'a plan of somebody else');
    for (let asked = 0; asked < 2; asked++) {
      age();
      await opened.stat(() => true);
    }
    const save = (typed: string, mayOverwriteReported: boolean) =>
      opened.save(typed, {
        isFromEditor: true,
        mayOverwriteReported,
        approval: () => approval,
        decide: async ({ kind }) => (kind === 'incomplete' ? answer : 'keepEditing'),
      });
    const first = await save(text('mine').replace('"plan"', '""'), true);
    return { first, saveLater: () => save(text('mine'), false), theirs: () => onService(document) };
  }

  it('is given where the person saves incomplete conditions', async () => {
    const { first } = await saveIncomplete('retry');
    assert.equal(first.kind, 'saved');
  });

  it('is not kept for later saves where the person does not save them', async () => {
    const { first, saveLater, theirs } = await saveIncomplete('keepEditing');
    assert.ok(first.kind === 'failed' && first.error instanceof SaveIncomplete);
    const later = await saveLater();
    assert.ok(later.kind === 'failed' && later.error instanceof DocumentConflict);
    assert.deepEqual((await theirs()).filters, leaf('a plan of somebody else'));
  });
});
