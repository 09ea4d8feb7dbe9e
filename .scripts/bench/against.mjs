// @ts-check
// Runs benches of another revision and of this tree by turns, and prints the figures of both side by side.
import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SetupFailure } from '../setup/failure.mjs';
import { handleInterrupts, whenInterrupted } from '../setup/interrupt.mjs';
import { root } from '../setup/paths.mjs';
import { run, withoutOwnTools } from '../setup/run.mjs';
import { step } from '../setup/steps.mjs';
import { sideBySide } from './sideBySide.mjs';

const turns = 3;

/** @param {string} revision @param {string[]} names of benches */
export async function benchAgainst(revision, names) {
  const interrupted = new AbortController();
  const ended = inWorktree(revision, (old, folder) =>
    measure(old, folder, revision, names, interrupted.signal),
  );
  whenInterrupted(() => {
    interrupted.abort();
    return ended; // the worktree is removed by then
  });
  handleInterrupts(130);
  for (const line of sideBySide(revision, await ended)) console.log(line);
}

/**
 * @template T
 * @param {string} revision
 * @param {(tree: string, folder: string) => Promise<T>} work in a folder that has the worktree
 */
async function inWorktree(revision, work) {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'cohort-deck-bench-')));
  const tree = path.join(folder, 'tree');
  try {
    await must('git', ['worktree', 'add', '--detach', tree, revision], root);
    return await work(tree, folder);
  } finally {
    await run('git', ['worktree', 'remove', '--force', tree]);
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} old
 * @param {string} folder
 * @param {string} revision
 * @param {string[]} names
 * @param {AbortSignal} signal
 */
async function measure(old, folder, revision, names, signal) {
  /** @param {string} tree @returns {Promise<import('./sideBySide.mjs').Row[]>} */
  const rowsOf = async (tree) => {
    signal.throwIfAborted();
    const json = path.join(folder, 'rows.json');
    await must(process.execPath, ['.scripts/bench.mjs', '--json', json, ...names], tree); // which installs first
    return JSON.parse(await readFile(json, 'utf8'));
  };
  const all = [];
  for (let turn = 1; turn <= turns; turn++) {
    const before = await step(`Turn ${turn} of ${turns}: ${revision}`, () => rowsOf(old));
    const now = await step(`Turn ${turn} of ${turns}: this tree`, () => rowsOf(root));
    all.push({ before, now });
  }
  return all;
}

/** @param {string} program @param {string[]} args @param {string} cwd */
async function must(program, args, cwd) {
  const { code, output } = await run(program, args, { cwd, env: withoutOwnTools() });
  if (code !== 0) throw new SetupFailure(`${output}\n${program} ${args.join(' ')} failed.`);
}
