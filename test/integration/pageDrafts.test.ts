// Unapplied JSON of the structure that an earlier window or host has left.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { PageDrafts } from '#editors/filters/pageDrafts.ts';
import { type FieldDraft, StructureDrafts } from '#model/documents/structureDrafts.ts';
import { sampleRef, uriOf } from './sampleData.ts';

const uri = uriOf(sampleRef('cohort', 3));
const draft = (field: string, text: string): FieldDraft => ({ field, text, before: '' });
const log = vscode.window.createOutputChannel('PageDrafts of a test', { log: true });

describe('a page that comes back with its unapplied JSON', () => {
  let folder: string;
  before(async () => (folder = await mkdtemp(path.join(tmpdir(), 'pageDrafts-'))));
  after(async () => rm(folder, { recursive: true }));

  it('gets that of another page, which was closed, as well, and no second copy of its own', async () => {
    const open = () => new StructureDrafts(folder, (error) => assert.fail(String(error)));
    const earlier = open();
    await earlier.keep({}, uri.toString(), [draft('0', '{"own"')]);
    await earlier.keep({}, uri.toString(), [draft('1', '{"closed"')]);
    const store = open();
    const posted: unknown[] = [];
    const page = new PageDrafts(uri, store, (message) => posted.push(message), log);
    await page.keep(1, [draft('0', '{"own": 1')]);
    await page.start(true, false);
    assert.deepEqual(posted, [
      { type: 'draftsKept', id: 1 },
      { type: 'leftDrafts', drafts: [draft('1', '{"closed"')] },
    ]);
    assert.equal(store.left(uri.toString()).length, 1, 'it stays stored until the page has it');
    await page.putBack([]);
    assert.deepEqual(store.left(uri.toString()), []);
  });
});
