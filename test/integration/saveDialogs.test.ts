import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { saveOptions } from '#commands/exports/saveExport.ts';

describe('the dialog that saves an export', () => {
  for (const name of ['All users.csv', 'All users.json', 'All users.NDJSON', 'no extension'])
    it(`has a name and a type for ${name}, also without a workspace`, () => {
      const { defaultUri, filters = {} } = saveOptions(name, vscode.Uri.file('/home/person'));
      assert.equal(defaultUri?.path, `/home/person/${name}`);
      const types = Object.values(filters);
      const extension = name.includes('.') ? name.slice(name.indexOf('.') + 1).toLowerCase() : undefined;
      assert.deepEqual(types, extension === undefined ? [['*']] : [[extension], ['*']]);
    });
});
