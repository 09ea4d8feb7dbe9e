import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { changelogProblems } from '../../../.scripts/release/changelog.mjs';
import { root } from '../../../.scripts/setup/paths.mjs';

const today = '2026-05-31';
const changelog = (...lines: string[]) => ['# Changelog', '', ...lines, ''].join('\n');
const released = ['## [0.2.0] - 2026-05-30', '', '- New.', '', '## [0.1.0] - 2026-01-01', '', '- Old.'];

describe('the changelog of a release', () => {
  it('has nothing under Unreleased, and the version with its date and changes', () => {
    assert.deepEqual(changelogProblems(changelog('## [Unreleased]', '', ...released), '0.2.0', today), []);
  });

  const refused: readonly (readonly [what: string, text: string, version: string, problem: RegExp])[] = [
    ['no Unreleased', changelog(...released), '0.2.0', /does not begin with "## \[Unreleased\]"/],
    [
      'changes that are not released',
      changelog('## [Unreleased]', '- Newer.', ...released),
      '0.2.0',
      /Move what is under Unreleased to 0\.2\.0/,
    ],
    [
      'another version on top',
      changelog('## [Unreleased]', ...released),
      '0.3.0',
      /no section "## \[0\.3\.0\] - 2026-05-31"/,
    ],
    ['no date', changelog('## [Unreleased]', '## [0.2.0]', '- New.'), '0.2.0', /gives 0\.2\.0 no date/],
    [
      'a date to come',
      changelog('## [Unreleased]', '## [0.2.0] - 2026-06-01', '- New.'),
      '0.2.0',
      /in the future: 2026-06-01/,
    ],
    [
      'nothing to say',
      changelog('## [Unreleased]', '## [0.2.0] - 2026-05-30'),
      '0.2.0',
      /says nothing about 0\.2\.0/,
    ],
  ];
  for (const [what, text, version, problem] of refused) {
    it(`is refused with ${what}, in one sentence`, () => {
      const problems = changelogProblems(text, version, today);
      assert.equal(problems.length, 1);
      assert.match(problems[0] ?? '', problem);
    });
  }

  it('is CHANGELOG.md as it is, apart from unreleased changes', () => {
    const text = readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8');
    const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
    const problems = changelogProblems(text, version, '9999-12-31');
    assert.deepEqual(
      problems.filter((problem) => !problem.startsWith('Move what is under Unreleased')),
      [],
    );
  });
});
