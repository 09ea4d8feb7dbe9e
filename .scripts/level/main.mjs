// @ts-check
// Sets up what a level of tests needs and runs it with its output as it comes.
import { spawn } from 'node:child_process';
import { prepareOther } from '../../test/vscode/otherEditor.mjs';
import { prepareVscode } from '../../test/vscode/prepare.mjs';
import { SetupFailure, runCommand } from '../setup/failure.mjs';
import { handleInterrupts, whenInterrupted } from '../setup/interrupt.mjs';
import { prepareDependencies } from '../setup/npm.mjs';
import { node24, root } from '../setup/paths.mjs';
import { prepareTests } from '../setup/prepareTests.mjs';
import { run, withOwnTools } from '../setup/run.mjs';
import { step } from '../setup/steps.mjs';
import { compiled, levels } from '../stages/levels.mjs';
import { chooseFiles } from './chooseFiles.mjs';
import { readLevelArgs } from './levelArgs.mjs';

const [name = '', ...given] = process.argv.slice(2);

await runCommand(async () => {
  handleInterrupts(130);
  const { chosen, nodeOptions, age } = readLevelArgs(name, given);
  if (name === 'integration') {
    const files = chooseFiles([levels.integration], chosen);
    if (chosen.length > 0) console.log(files.join('\n'));
    const only = chosen.length > 0 ? files.flatMap((file) => ['--only', file]) : [];
    await runNode(['.scripts/integration.ts', ...only], await prepareWorkbench(['--tests'], age));
  } else if (name === 'pseudo') {
    await runNode(['.scripts/translations/walk.ts', ...chosen], await prepareWorkbench([], age));
  } else if (name === 'ui') {
    const files = chooseFiles([levels.uiTogether, levels.uiAlone], chosen);
    if (chosen.length > 0) console.log(files.join('\n'));
    await runTests([...nodeOptions, ...files], await prepareWorkbench([], age));
  } else {
    const level = { unit: levels.unit, contract: levels.contract, laws: levels.laws }[name];
    if (!level) throw new SetupFailure(`There is no level "${name}" of tests.`);
    const [url, key, project] = chosen;
    const isNamed = name === 'contract' && /^https?:/.test(url ?? '');
    if (isNamed && (!key || !project))
      throw new SetupFailure(
        'Use: npm run contract -- URL KEY PROJECT, with a key that may write both kinds of records.',
      );
    const files = chooseFiles([level], isNamed ? ['client/'] : chosen);
    if (chosen.length > 0) console.log(files.join('\n'));
    const named = { COHORT_DECK_TEST_URL: url, COHORT_DECK_TEST_KEY: key, COHORT_DECK_TEST_PROJECT: project };
    await prepareDependencies();
    await runTests([...nodeOptions, ...files], {
      ...(isNamed ? named : {}),
    });
  }
});

/**
 * VS Code, a browser and a build that it loads as an extension under development.
 * @param {string[]} flags of the build
 * @param {import('../../test/vscode/otherEditor.mjs').Age} [age]
 * @returns {Promise<NodeJS.ProcessEnv>} names the VS Code
 */
async function prepareWorkbench(flags, age) {
  /** @type {NodeJS.ProcessEnv} */
  let editor = {};
  await prepareTests(age === undefined ? prepareVscode : async () => void (editor = await prepareOther(age)));
  const { code, output } = await step('Building', () => run(node24, ['esbuild.mjs', ...flags]));
  if (code !== 0) throw new SetupFailure(`${output}\nThe build failed.`);
  return editor;
}

/** @param {string[]} args options and files @param {NodeJS.ProcessEnv} [env] */
function runTests(args, env) {
  return runNode(['--test', '--test-isolation=none', ...args], env);
}

/** @param {string[]} args @param {NodeJS.ProcessEnv} [env] */
async function runNode(args, env = {}) {
  const options = { cwd: root, env: { ...withOwnTools(), ...compiled, ...env } };
  const child = spawn(node24, args, { ...options, stdio: 'inherit' });
  whenInterrupted(() => child.kill());
  process.exitCode = await new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)));
}
