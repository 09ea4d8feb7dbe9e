import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { chooseFiles } from '../../../.scripts/level/chooseFiles.mjs';
import { readLevelArgs } from '../../../.scripts/level/levelArgs.mjs';
import { SetupFailure } from '../../../.scripts/setup/failure.mjs';
import { root } from '../../../.scripts/setup/paths.mjs';
import { levels, testFiles } from '../../../.scripts/stages/levels.mjs';

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

  it('with a name that is alike are listed in the error if no name matches', () => {
    assert.throws(
      () => chooseFiles(ui, ['structurePage']),
      (error) => error instanceof SetupFailure && /names that are alike: .*structure/.test(error.message),
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

describe('the arguments of a level', () => {
  const refuses = (level: string, arg: string, why: RegExp) =>
    assert.throws(
      () => readLevelArgs(level, [arg]),
      (error) => error instanceof SetupFailure && why.test(error.message),
      `${level} ${arg}`,
    );

  it('are names, options of Node, and the age of the editor', () => {
    const nodeOptions = ['--test-name-pattern=foo', '--test-randomize'];
    assert.deepEqual(readLevelArgs('ui', ['table', ...nodeOptions, '--oldest', 'start']), {
      chosen: ['table', 'start'],
      nodeOptions,
      age: 'oldest',
    });
    assert.deepEqual(readLevelArgs('integration', ['a', 'b']).chosen, ['a', 'b']);
  });

  it('are refused where the level does not take them', () => {
    refuses('integration', '--test-name-pattern=foo', /none of Node's options/);
    refuses('ui', '--odlest', /does not know --odlest. It takes --oldest/);
    refuses('ui', '-x', /does not know -x/);
    refuses('unit', '--oldest', /does not know --oldest/);
    refuses('unit', '--test-name-pattern', /--test-name-pattern=VALUE/);
  });
});

describe('package.json', () => {
  it('has a script for each level, and for all of them', () => {
    const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
    for (const level of ['unit', 'contract', 'laws', 'integration', 'ui'])
      assert.equal(scripts[level], `node .scripts/level.mjs ${level}`);
  });
});
