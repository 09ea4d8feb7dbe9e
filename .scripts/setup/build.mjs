// @ts-check
import { SetupFailure } from './failure.mjs';
import { node24 } from './paths.mjs';
import { run } from './run.mjs';
import { step } from './steps.mjs';

/** Builds the extension into dist/. */
export async function buildExtension() {
  const { code, output } = await step('Building', () => run(node24, ['esbuild.mjs'], { log: 'build' }));
  if (code !== 0) throw new SetupFailure(`${output}\nThe build failed. Fix the errors above and try again.`);
}
