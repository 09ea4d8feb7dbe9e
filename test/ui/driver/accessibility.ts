import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Frame } from 'playwright-core';

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** What axe finds wrong in a webview's page: the rule and the elements, one problem a line. */
export async function accessibilityProblems(frame: Frame): Promise<readonly string[]> {
  await frame.evaluate(await readFile(axeFile, 'utf8'));
  const { violations } = await frame.evaluate<Result>('axe.run(document, { resultTypes: ["violations"] })');
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`,
  );
}

interface Result {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}
