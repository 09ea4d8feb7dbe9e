import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verdictOn } from '../../../.scripts/stages.ts';

test('the audit passes if npm does, and shows what it found', () => {
  assert.equal(verdictOn(0, 'found 0 vulnerabilities\n').passed, 1);
  const { failed, note } = verdictOn(0, 'p0\nSeverity: low\n\n2 low severity vulnerabilities\n');
  assert.deepEqual([failed, note], [0, '2 low severity vulnerabilities']);
});

test('the audit fails if npm does for a vulnerability', () => {
  const { passed, failed } = verdictOn(1, 'npm warn a\n\n3 vulnerabilities (2 low, 1 high)\n');
  assert.deepEqual([passed, failed], [0, 1]);
});

test('the audit passes if the registry does not respond, and says so', () => {
  const refused =
    'npm warn audit 405 Method Not Allowed - POST\nnpm error audit endpoint returned an error\n';
  for (const output of [refused, '<html>\nsign in\n', 'npm error network ETIMEDOUT', '']) {
    const { failed, note } = verdictOn(1, output);
    assert.equal(failed, 0);
    assert.match(note ?? '', /does not answer/);
  }
});
