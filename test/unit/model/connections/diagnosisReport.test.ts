import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Step } from '#api/diagnosis/findings.ts';
import { inEnglish } from '#json/translate.ts';
import { formatDiagnosis } from '#model/connections/diagnosisReport.ts';

test('the headline describes the problem to begin with and names all others', () => {
  const missing = (project: number): Step => ({
    name: { project },
    status: 'failed',
    ms: 1,
    findings: [{ is: 'projectMissing' }],
  });
  const context = { at: new Date(), isSample: false, versions: [], secrets: [] };
  const headlineOf = (...steps: readonly Step[]) => formatDiagnosis(steps, context, inEnglish).split('\n\n');
  const first = '**Project 1 in the tree:** The service has no such project (404).';
  const others = 'Begin with this one. There is a problem as well with: Project 3 in the tree.';
  assert.deepEqual(headlineOf(missing(1), missing(3)).slice(1, 3), [first, others]);
  assert.deepEqual(headlineOf(missing(1)).slice(1, 3), [
    first,
    '0 passed, 0 with a warning, 1 failed, 0 skipped.',
  ]);
});
