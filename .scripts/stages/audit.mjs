// @ts-check
// Checks the installed packages for known vulnerabilities.
import { runNpm } from '../setup/run.mjs';

/** @typedef {{ vulnerabilities?: Record<string, { name: string, severity: string }> }} Report what npm audit --json prints */

/**
 * Fails for vulnerabilities of high or critical severity. A registry that does not respond or does not
 * support audits fails nothing.
 * @type {import('./stage.mjs').Stage}
 */
export const audit = {
  name: 'audit',
  async run() {
    const args = ['audit', '--json', '--fetch-retries=0', '--fetch-timeout=20000'];
    const { output } = await runNpm(args, { log: 'audit' });
    return verdictOn(output);
  },
};

/** @param {string} output of npm audit --json @returns {import('./stage.mjs').StageResult} */
export function verdictOn(output) {
  const report = read(output);
  if (!report?.vulnerabilities) return { passed: 0, failed: 0, note: 'the registry does not answer', output };
  const found = Object.values(report.vulnerabilities);
  const grave = found.filter(({ severity }) => severity === 'high' || severity === 'critical');
  const note = found.map(({ name, severity }) => `${name} (${severity})`).join(', ');
  return {
    passed: grave.length === 0 ? 1 : 0,
    failed: grave.length,
    note,
    output: `${note}\nSee npm audit.`,
  };
}

/** npm prints warnings around its JSON. @param {string} output @returns {Report | undefined} */
function read(output) {
  const [json = ''] = /^\{[\s\S]*^\}/m.exec(output) ?? [];
  try {
    return JSON.parse(json);
  } catch {
    return undefined; // cut off, or replaced by a proxy's message
  }
}
