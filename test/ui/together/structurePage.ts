// The structure view as tests use it: conditions by their labels, and the focus.
import type { Frame, Locator } from 'playwright-core';
import { eventually } from '../driver/eventually.ts';

/** The labels of all conditions, from top to bottom. */
export async function rows(frame: Frame): Promise<readonly (string | null)[]> {
  return frame.locator('.row').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
}

export function row(frame: Frame, says: string): Locator {
  return frame.locator(`.row[aria-label^="${says}"]`);
}

/** The JSON field of the one condition without controls. */
export function jsonOf(frame: Frame): Locator {
  return row(frame, 'another condition').getByRole('textbox', { name: 'JSON' });
}

/** The focused control: the label of its condition, and its part. */
export async function focus(frame: Frame): Promise<string> {
  const at = frame.locator(':focus');
  if ((await at.count()) === 0) return 'nowhere';
  return at.evaluate((element) => {
    const item = element.closest('.row, .group')?.getAttribute('aria-label') ?? '';
    return `${item}: ${element.getAttribute('data-part') ?? ''}`;
  });
}

export async function waitForFocus(frame: Frame, wanted: string): Promise<void> {
  await eventually(`the focus at ${wanted}`, async () => (await focus(frame)) === wanted);
}

export async function choose(frame: Frame, says: string, action: string): Promise<void> {
  await row(frame, says).getByRole('button', { name: 'More Actions' }).click();
  await frame.getByRole('menuitem', { name: action }).click();
}
