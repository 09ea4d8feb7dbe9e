// The question before only collaborators can edit a dashboard, and the message if the undo is rejected.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { confirmationOf } from '#commands/confirmWrite.ts';
import { SaveQuestions } from '#fileSystem/saveQuestions.ts';
import { Snapshots } from '#fileSystem/snapshots.ts';
import { isCancelled } from '#host/messages/userError.ts';
import { scheme } from '#manifest.ts';
import { formatPlace, toDocument } from '#model/documents/documentUri.ts';
import { DocumentDeleted } from '#model/documents/save/saveErrors.ts';
import { TextMerger } from '#model/documents/merge/textMerger.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import { recordNode } from '#model/records/treeNodes.ts';
import { createFiles, createStore } from './createFiles.ts';
import { startTwoProjects } from './twoProjects.ts';

type Stage = Awaited<ReturnType<typeof startTwoProjects>>;

describe('a dashboard that only its collaborators may edit from now on', () => {
  let stage: Stage;
  /** Dashboards of others, and of the person whose key it is. */
  let theirs: readonly RecordRef[] = [];
  let own: RecordRef;

  beforeEach(async () => {
    stage = await startTwoProjects();
    const { results } = await stage.client.dashboards('1').list({ limit: 100 });
    theirs = results
      .filter((one) => one.restriction_level === 21 && one.created_by && one.created_by.id !== 1)
      .map(({ id }) => stage.ref('dashboard', '1', id));
    own = await stage.createDashboard('1', 'Of my own');
    await Promise.all([...theirs, own].map((ref) => stage.catalog.retrieve(ref)));
    stage.requests.length = 0;
  });
  afterEach(() => stage.stop());

  /** As the history does it. */
  async function restrict(...refs: readonly RecordRef[]): Promise<void> {
    const nodes = refs.map(recordNode);
    const setAccess: (...args: readonly unknown[]) => Promise<void> =
      stage.commands['cohortDeck.setEditAccess'];
    await setAccess(nodes[0], nodes, '37').catch((error: unknown) => {
      if (!isCancelled(error)) throw error;
    });
  }

  const levels = (refs: readonly RecordRef[]) =>
    Promise.all(
      refs.map(async ({ id }) => (await stage.client.dashboards('1').retrieve(id)).restriction_level),
    );
  const question = () => {
    const [request, ...others] = stage.requests;
    assert.ok(request && others.length === 0, `${stage.requests.length} questions`);
    return confirmationOf(request, []);
  };

  it('is asked about first if somebody else created it, and stays unchanged if the person declines', async () => {
    stage.answer(false);
    const [one = own] = theirs;
    await restrict(one);
    const record = stage.catalog.get(one);
    const { question: text, detail, button } = question();
    assert.equal(text, `Let only collaborators edit “${record?.name}”?`);
    assert.match(
      detail,
      /^It was created by \w.* After this change, you may not be able to edit it or undo the change\.$/,
    );
    assert.equal(button, 'Restrict');
    assert.deepEqual(await levels([one]), [21]);
  });

  it('is not asked about if the person created it', async () => {
    await restrict(own);
    assert.deepEqual(stage.requests, []);
    assert.deepEqual(await levels([own]), [37]);
  });

  it('is asked about once with the others, and those that the person created are not counted', async () => {
    const refs = [own, ...theirs.slice(0, 2)];
    await restrict(...refs);
    const { question: text, detail } = question();
    assert.equal(text, 'Let only collaborators edit 2 dashboards that may not be yours?');
    assert.equal(detail.split('\n').length, 3);
    assert.deepEqual(await levels(refs), [37, 37, 37]);
  });

  it('is named in the question of a project in production, which is the only one', async () => {
    const [one = own] = theirs;
    await restrict(one);
    const [request] = stage.requests;
    assert.ok(request);
    const { question: text, detail, button } = confirmationOf(request, ['Web']);
    assert.equal(text, 'Change who can edit in Production “Web”?');
    assert.match(detail, /Who can edit: Only Collaborators\n\nIt was created by/);
    const ofRemoved = confirmationOf({ ...request, areRemoved: true }, ['Web']);
    assert.equal(ofRemoved.question, '“Web” is not in the tree any more. Send the change anyway?');
    assert.equal(button, 'Restrict');
  });

  it('says who can change it back if the service rejects the undo', async () => {
    const [one = own] = theirs;
    await restrict(one);
    assert.deepEqual(await levels([one]), [37]);
    const step = await stage.history.undo();
    assert.ok(step?.error instanceof Error && 'action' in step.error);
    assert.match(
      step.error.message,
      /^Only its creator, its collaborators and admins of the project can edit “.*”\. Ask one of them to change it in the web UI\.$/,
    );
    assert.deepEqual(step.error.action, {
      title: 'Open in Browser',
      command: 'cohortDeck.openInBrowser',
      args: [recordNode(one)],
    });
  });

  it('is asked about when its fields are saved as JSON, too, and Auto Save does not send them', async () => {
    const [one = own] = theirs;
    const files = createFiles(stage);
    const place = vscode.Uri.from({ scheme, ...formatPlace(toDocument(one, 'record'), 'Theirs') });
    const text = Buffer.from(await files.readFile(place)).toString();
    const restricted = Buffer.from(text.replace('"restriction_level": 21', '"restriction_level": 37'));
    const save = (reason: vscode.TextDocumentSaveReason) =>
      files.writeFile(place, restricted, { reason, isChecked: false });
    await assert.rejects(
      save(vscode.TextDocumentSaveReason.AfterDelay),
      /Auto Save does not restrict who can edit\. To save, choose File > Save\./,
    );
    assert.deepEqual([stage.requests, await levels([one])], [[], [21]]);
    stage.answer(false);
    await assert.rejects(save(vscode.TextDocumentSaveReason.Manual), /Nothing was sent/);
    assert.match(question().question, /^Let only collaborators edit “/);
    stage.answer(true);
    await save(vscode.TextDocumentSaveReason.Manual);
    assert.deepEqual(await levels([one]), [37]);
    files.dispose();
  });

  it('is asked about before it is restored with fields that restrict it', async () => {
    const [one = own] = theirs;
    const document = createStore(stage).open({ ref: toDocument(one, 'record'), at: 'shown' });
    const { text } = await document.read(() => undefined);
    const restored: RecordRef[] = [];
    const ports = {
      ...stage,
      restore: async (_: unknown, ref: RecordRef) => void restored.push(ref),
      merger: new TextMerger(new URL('./mergeWorker.js', import.meta.url)),
      askAboutDeletedRecord: async () => 'restore' as const,
    };
    const questions = new SaveQuestions(new Snapshots(), ports, assert.ifError);
    const save = {
      document,
      uri: vscode.Uri.from({ scheme, ...formatPlace(document.ref, 'Theirs') }),
      title: () => 'Theirs',
      text: text.replace('"restriction_level": 21', '"restriction_level": 37'),
      reason: vscode.TextDocumentSaveReason.Manual,
      isEdited: true,
    };
    const decide = () =>
      questions.decide({ kind: 'deleted', error: new DocumentDeleted(document.ref, undefined) }, save);
    stage.answer(false);
    assert.equal(await decide(), 'keepEditing');
    assert.deepEqual(restored, []);
    assert.match(question().question, /^Let only collaborators edit “/);
    stage.answer(true);
    await decide();
    assert.deepEqual(restored, [document.ref]);
    questions.dispose();
  });
});
