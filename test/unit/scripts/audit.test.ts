import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { verdictOn } from '../../../.scripts/stages/audit.mjs';

const report = (...severities: string[]) => {
  const entries = severities.map((severity, index) => [`p${index}`, { name: `p${index}`, severity }]);
  return `npm warn something\n${JSON.stringify({ vulnerabilities: Object.fromEntries(entries) }, null, 2)}\n`;
};

describe('the audit', () => {
  it('passes if no vulnerability is known', () => {
    const { passed, failed } = verdictOn(report());
    assert.deepEqual([passed, failed], [1, 0]);
  });

  it('names what is of low or moderate severity, and passes', () => {
    const { failed, note } = verdictOn(report('low', 'moderate'));
    assert.equal(failed, 0);
    assert.equal(note, 'p0 (low), p1 (moderate)');
  });

  it('fails for each that is of high or critical severity', () => {
    const { passed, failed } = verdictOn(report('high', 'low', 'critical'));
    assert.deepEqual([passed, failed], [0, 2]);
  });

  it('passes if the registry does not respond, and says so', () => {
    const refused = '{\n  "message": "405 Method Not Allowed",\n  "statusCode": 405\n}\nnpm error A log\n';
    const cutOff = '{\n  "vulnerabilities": {\n    "p0": {\n}\n';
    const page = '<html>\n{\n  sign: in\n}\n';
    for (const output of [refused, cutOff, page, 'npm error network ETIMEDOUT', '']) {
      const { failed, note } = verdictOn(output);
      assert.equal(failed, 0);
      assert.match(note ?? '', /does not answer/);
    }
  });
});
