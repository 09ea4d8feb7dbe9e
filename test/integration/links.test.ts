// Links to documents, which anybody may write: they open records of known connections and projects only.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { scheme } from '#manifest.ts';
import { formatPlace, toDocument } from '#model/documents/documentUri.ts';
import { sampleRef, startSampleData } from './sampleData.ts';

describe('a link to a record', () => {
  before(startSampleData);

  const unavailable = (message: RegExp) => (error: unknown) => {
    assert.ok(error instanceof vscode.FileSystemError, String(error));
    assert.equal(error.code, 'Unavailable');
    assert.match(error.message, message);
    return true;
  };
  const linkTo = (connectionId: string, projectId: string) => {
    const ref = { ...sampleRef('cohort', 3), connectionId, projectId };
    return vscode.Uri.from({ scheme, ...formatPlace(toDocument(ref, 'filters'), 'Link') });
  };

  for (const [what, uri, message] of [
    ['an unknown connection', linkTo('elsewhere', '1'), /^This connection does not exist/],
    // The service of the sample data has two projects, and would answer this one with 404.
    ['an unknown project', linkTo('sample-data', '99'), /^This project is not in the tree/],
    ['a project by another spelling', linkTo('sample-data', '@current'), /^This project is not in the tree/],
    ['a path for a project', linkTo('sample-data', '../1'), /^This project is not in the tree/],
  ] as const) {
    it(`of ${what} opens nothing, reads nothing and writes nothing`, async () => {
      const { fs } = vscode.workspace;
      await assert.rejects(Promise.resolve(fs.stat(uri)), unavailable(message));
      await assert.rejects(Promise.resolve(fs.readFile(uri)), unavailable(message));
      await assert.rejects(Promise.resolve(fs.writeFile(uri, Buffer.from('{}'))));
      await assert.rejects(Promise.resolve(vscode.workspace.openTextDocument(uri)));
    });
  }
});
