import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import manifest from '../../../package.json' with { type: 'json' };
import { root } from '../../../.scripts/processes.ts';
import { isReady } from '../../../.scripts/release.ts';

const changelog = (...lines: string[]) => ['# Changelog', '', ...lines, ''].join('\n');
const released = ['## [0.2.0] - 2026-05-30', '', '- New.', '', '## [0.1.0] - 2026-01-01', '', '- Old.'];

describe('the changelog of a release', () => {
  it('has nothing under Unreleased, and the version with its date and changes', () => {
    assert.ok(isReady(changelog('## [Unreleased]', '', ...released), '0.2.0'));
  });

  const refused: readonly (readonly [what: string, text: string, version: string])[] = [
    ['no Unreleased', changelog(...released), '0.2.0'],
    ['changes that are not released', changelog('## [Unreleased]', '- Newer.', ...released), '0.2.0'],
    ['another version on top', changelog('## [Unreleased]', ...released), '0.3.0'],
    ['no date', changelog('## [Unreleased]', '## [0.2.0]', '- New.'), '0.2.0'],
    ['nothing to say', changelog('## [Unreleased]', '## [0.2.0] - 2026-05-30'), '0.2.0'],
  ];
  for (const [what, text, version] of refused) {
    it(`is refused with ${what}`, () => {
      assert.ok(!isReady(text, version));
    });
  }

  it('is CHANGELOG.md as it is, apart from unreleased changes', () => {
    const [head, , ...rest] = readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8').split(/^## /m);
    assert.ok(isReady([head, '[Unreleased]\n\n', ...rest].join('## '), manifest.version));
  });
});
