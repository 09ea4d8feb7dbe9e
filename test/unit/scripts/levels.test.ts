import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { chooseFiles, levels, testFiles } from '../../../.scripts/nodeTests.ts';
import { root, SetupFailure } from '../../../.scripts/processes.ts';

const ui = [levels.uiTogether, levels.uiAlone];
const short = (files: readonly string[]) => files.map((file) => path.basename(file, '.test.ts'));

describe('the files of a level', () => {
  it('are all of them without a name', () => {
    assert.deepEqual(chooseFiles([levels.unit], []), testFiles('test/unit'));
  });

  it('are the one file of that name, though others begin with it', () => {
    assert.deepEqual(short(chooseFiles(ui, ['structure'])), ['structure']);
  });

  it('are those whose path has the name in it', () => {
    assert.deepEqual(short(chooseFiles([levels.unit], ['scripts/rel'])), ['release']);
  });

  it('are those of a folder, too, though a file elsewhere has its name', () => {
    const folder = testFiles('test/contract/faults');
    assert.deepEqual(
      new Set(chooseFiles([levels.contract], ['faults'])),
      new Set([...folder, path.join('test/contract/service/faults.test.ts')]),
    );
    assert.deepEqual(chooseFiles([levels.contract], ['test/contract/faults/']), folder);
    assert.deepEqual(short(chooseFiles([levels.contract], ['test/contract/service/faults.test.ts'])), [
      'faults',
    ]);
  });

  it('are in the folders that the error names if no name matches', () => {
    assert.throws(
      () => chooseFiles(ui, ['structurePage']),
      (error) =>
        error instanceof SetupFailure &&
        /"structurePage" in test\/ui\/together and test\/ui\/alone/.test(error.message),
    );
  });

  it('that run first exist', () => {
    for (const { folder, first = [] } of [levels.laws, levels.uiTogether, levels.uiAlone]) {
      const there = short(testFiles(folder));
      assert.deepEqual(
        first.filter((name) => !there.includes(name)),
        [],
        folder,
      );
    }
  });
});

describe('package.json', () => {
  it('has a script for each level, and for all of them', () => {
    const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
    for (const level of ['unit', 'contract', 'laws', 'integration', 'pages', 'ui'])
      assert.equal(scripts[level], `node .scripts/run.mjs .scripts/level.ts ${level}`);
  });
});
