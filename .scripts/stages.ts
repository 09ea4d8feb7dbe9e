// Every stage of the checks and tests, each by name.
import { installVsix } from '../test/vscode/server.mjs';
import { inPlace, levels, nodeTests, runJobs } from './nodeTests.ts';
import { npmCommand } from './npm.mjs';
import { measure, packExtension, printSizes } from './package.ts';
import { installedDir, node24, run, runTool } from './processes.ts';
import type { Stage, StageResult } from './stage.ts';

type Tool = readonly [name: string, args: readonly string[], packageName?: string];

/** @returns one that passes or fails as a whole */
function toolStage(name: string, tools: readonly Tool[], advice = ''): Stage {
  return {
    name,
    async run() {
      const startedAt = performance.now();
      const outcomes = [];
      for (const tool of tools) outcomes.push(await inPlace(() => runTool(...tool)));
      const failed = outcomes.some(({ code }) => code !== 0) ? 1 : 0;
      return {
        passed: 1 - failed,
        failed,
        output: [...outcomes.map(({ output }) => output), advice].join('\n'),
        times: [
          {
            name,
            wallMs: performance.now() - startedAt,
            processorMs: outcomes.reduce((sum, { processorMs }) => sum + processorMs, 0),
          },
        ],
      };
    },
  };
}

const types = toolStage('types', [
  ['tsc', ['-p', '.'], 'typescript'],
  ['tsc', ['-p', 'src/webview'], 'typescript'],
  ['tsc', ['-p', 'test'], 'typescript'],
]);
const lint = toolStage('lint', [
  ['oxlint', ['--type-aware', '--deny-warnings', '--report-unused-disable-directives', '.', '.scripts']],
  // Finds patterns of src that take quadratic time, which a text from outside could use.
  ['oxlint', ['-c', '.scripts/patterns.json', '--deny-warnings', 'src']],
]);

/** Two runs, see knip.mjs: the second finds what is used by tests alone. What knip read of a file is kept for the next run. */
const knip = ['-c', '.scripts/knip.mjs', '--cache', '--cache-location', '.build/knip', '--no-progress'];
const deadExports = toolStage('dead exports', [
  ['knip', knip],
  ['knip', [...knip, '--production']],
]);
const format = toolStage('format', [['oxfmt', ['--check']]], 'Run npm run format to fix this.');

export const build: Stage = {
  name: 'build',
  async run() {
    const { code, output } = await inPlace(() => run(node24, ['esbuild.mjs', '--tests']));
    return code === 0 ? { passed: 1, failed: 0, output } : { passed: 0, failed: 1, output };
  },
};

/** Known vulnerabilities of the installed packages: those of high or critical severity fail. */
export const audit: Stage = {
  name: 'audit',
  async run() {
    const [npm = 'npm', ...first] = npmCommand;
    const args = [...first, 'audit', '--audit-level=high', '--fetch-retries=0', '--fetch-timeout=20000'];
    const { code, output } = await run(npm, args);
    return verdictOn(code, output);
  },
};

/** Of npm audit. A registry that does not respond or does not support audits fails nothing. */
export function verdictOn(code: number, output: string): StageResult {
  const note = /^.*\d+ .*vulnerabilit.*$/m.exec(output)?.[0];
  if (note === undefined) return { passed: 0, failed: 0, note: 'the registry does not answer', output };
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, note, output };
}

/** Each run draws other random cases: a tenth of them finds in ten runs what all find in one, and lets people run it ten times. */
const fewCases = { COHORT_DECK_CASES: '0.1' };
const unit = nodeTests('unit', levels.unit, fewCases);

export const staticChecks = [types, lint, deadExports, format];
/** Those of npm run check, which a release has to pass, too, before it is packed. */
export const checks = [...staticChecks, unit];

/** Packs the VSIX, tests what it holds, and installs it for the stages that follow. */
export const packaging: Stage = {
  name: 'package',
  async run() {
    await inPlace(async () => {
      const vsix = await packExtension();
      printSizes((await measure(vsix)).filter(({ limitBytes }) => limitBytes));
      await installVsix(vsix, installedDir);
    });
    return nodeTests('package', levels.package).run();
  },
};

/** The suite inside an extension host. */
export function integration(name: string, args: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Stage {
  const job = { name, program: node24, args: ['test/integration/run.ts', ...args] };
  return { name, run: () => runJobs(name, [{ ...job, env: { ...process.env, ...env } }]) };
}

/** Files whose subject is VS Code's own API. The whole suite runs there after each push, see .github/workflows/editors.yml. */
const ofVscode =
  'activation agentTools askPick commands documents keepDirtyMark schemas settings tableTabs tree treeView treeFocus treeWindow'
    .split(' ')
    .flatMap((name) => ['--only', `test/integration/${name}.test.ts`]);

/** The workbench as people get it, from the installed VSIX. Nobody looks at the pictures of a whole run. */
const asInstalled = { COHORT_DECK_INSTALLED: '1', COHORT_DECK_PICTURES: 'none' };

/**
 * The longest first: each begins as soon as a core is free.
 * @param oldest from `prepareWorkbench`: the oldest VS Code that is supported; the pinned one is the newest
 */
export const tests = (oldest: NodeJS.ProcessEnv, isOnDesktop: boolean): Stage[] => [
  nodeTests('ui, together', levels.uiTogether, asInstalled),
  integration('integration'),
  integration('integration, oldest', ofVscode, oldest),
  ...(isOnDesktop ? [integration('integration, desktop', ['--desktop'])] : []),
  nodeTests('ui, alone', levels.uiAlone, asInstalled),
  nodeTests('pages', levels.pages, asInstalled),
  nodeTests('laws', levels.laws, fewCases),
  nodeTests('contract', levels.contract),
  unit,
];
