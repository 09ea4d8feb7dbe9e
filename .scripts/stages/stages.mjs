// @ts-check
// Every stage of the checks and tests, each by name. To be loaded when the dependencies are there.
import { installVsix } from '../../test/vscode/server.mjs';
import { packExtension } from '../package/pack.mjs';
import { measure, table } from '../package/sizes.mjs';
import { installedDir, node24 } from '../setup/paths.mjs';
import { run, runTool, withOwnTools } from '../setup/run.mjs';
import { levels } from './levels.mjs';
import { inPlace, nodeTests, runJobs } from './nodeTests.mjs';
import { commandStage } from './stage.mjs';

/** @typedef {import('./stage.mjs').Stage} Stage */

export const types = commandStage('types', async (onProcessorTime) => {
  const programs = ['.', 'src/webview', 'test'];
  const outcomes = await Promise.all(
    programs.map((program) =>
      inPlace(() => runTool('tsc', ['-p', program], { in: 'typescript', onProcessorTime })),
    ),
  );
  return {
    code: Math.max(...outcomes.map(({ code }) => code)),
    output: outcomes.map(({ output }) => output).join(''),
  };
});

const lintArgs = ['--type-aware', '--deny-warnings', '--report-unused-disable-directives', '.', '.scripts'];
/** Finds patterns of src that take quadratic time, which a text from outside could use. */
const patternArgs = ['-c', '.scripts/stages/patterns.json', '--deny-warnings', 'src'];
export const lint = commandStage('lint', (onProcessorTime) =>
  inPlace(async () => {
    const all = await runTool('oxlint', lintArgs, { onProcessorTime });
    const patterns = await runTool('oxlint', patternArgs, { onProcessorTime });
    return { code: Math.max(all.code, patterns.code), output: `${all.output}\n${patterns.output}` };
  }),
);

/** Two runs, see knip.mjs. What knip read of a file is kept for the next run. */
export const deadExports = commandStage('dead exports', (onProcessorTime) =>
  inPlace(async () => {
    const args = [
      '-c',
      '.scripts/stages/knip.mjs',
      '--cache',
      '--cache-location',
      '.build/knip',
      '--no-progress',
    ];
    const all = await runTool('knip', args, { onProcessorTime });
    const ours = await runTool('knip', [...args, '--production'], { onProcessorTime });
    return {
      code: Math.max(all.code, ours.code),
      output: `${all.output}\nUsed by tests alone, or by nothing:\n${ours.output}`,
    };
  }),
);

export const format = commandStage('format', (onProcessorTime) =>
  inPlace(async () => {
    const { code, output } = await runTool('oxfmt', ['--check'], { onProcessorTime });
    return { code, output: `${output}\nRun npm run format to fix this.` };
  }),
);

export const build = commandStage('build', (onProcessorTime) =>
  inPlace(() => run(node24, ['esbuild.mjs', '--tests'], { log: 'build', onProcessorTime })),
);

/** Each run draws other random cases: a tenth of them finds in ten runs what all find in one, and lets people run it ten times. */
const fewCases = { COHORT_DECK_CASES: '0.1' };
export const unit = nodeTests('unit', levels.unit, fewCases);
export const contract = nodeTests('contract', levels.contract);
export const laws = nodeTests('laws', levels.laws, fewCases);

const staticChecks = [types, lint, deadExports, format];

/** Those of npm run check, which a release has to pass, too, before it is packed. */
export const checks = [...staticChecks, unit];

/** Packs the VSIX, tests what it holds, and installs it for the stages that follow. @type {Stage} */
export const packaging = {
  name: 'package',
  async run() {
    await inPlace(async () => {
      const vsix = await packExtension();
      console.log(table((await measure(vsix)).filter(({ limitBytes }) => limitBytes)));
      await installVsix(vsix, installedDir);
    });
    return nodeTests('package', levels.package).run();
  },
};

/** @param {string} name @param {string[]} [args] @param {NodeJS.ProcessEnv} [env] @returns {Stage} the suite inside an extension host */
export function integration(name, args = [], env = {}) {
  const job = { name, program: node24, args: ['.scripts/integration.ts', ...args] };
  return { name, run: () => runJobs(name, [{ ...job, env: { ...withOwnTools(), ...env } }]) };
}

/** Files whose subject is VS Code's own API. The whole suite runs there after each push, see .github/workflows/editors.yml. */
const ofVscode = [
  'activation',
  'askPick',
  'commands',
  'documents',
  'keepDirtyMark',
  'schemas',
  'settings',
  'tableTabs',
];
const ofVscodesTree = ['tree', 'treeView', 'treeFocus', 'treeWindow'];

/** @param {NodeJS.ProcessEnv} oldest from `prepareOther`: the oldest VS Code that is supported; the pinned one is the newest */
export const integrationInOldest = (oldest) =>
  integration(
    'integration, oldest',
    [...ofVscode, ...ofVscodesTree].flatMap((name) => ['--only', `test/integration/${name}.test.ts`]),
    oldest,
  );

/** The workbench as people get it, from the installed VSIX. Nobody looks at the pictures of a whole run. */
const asInstalled = { COHORT_DECK_INSTALLED: '1', COHORT_DECK_PICTURES: 'none' };
export const uiTogether = nodeTests('ui, together', levels.uiTogether, asInstalled);
export const uiAlone = nodeTests('ui, alone', levels.uiAlone, asInstalled);
