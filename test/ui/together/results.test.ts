// The result of a save: the calculation and its count, in the editor, the tree and the status bar.
import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import type { Frame } from 'playwright-core';
import { eventually } from '../driver/eventually.ts';
import { useJourney } from '../driver/useJourney.ts';
import { useSharedWorkbench } from '../driver/useWorkbench.ts';
import { useOwnService } from '../ownService.ts';

const name = 'Followed by a count';
const tab = `${name}.filters.json`;

describe('the result of a save', () => {
  const session = useSharedWorkbench();
  const test = useJourney();
  const service = useOwnService(session);
  let countAtFirst = '';

  before(async () => {
    const filters = textOf({ type: 'person', key: 'plan', operator: 'exact', value: ['growth'] });
    await service().create('cohorts', name, filters);
    await eventually('its first calculation', async () => {
      const cohort = await service().find(name);
      return cohort.count !== null && !cohort.is_calculating;
    });
  });

  const editor = (): Promise<Frame> => session().workbench.editors.webview('.cm-content');

  async function saveInEditor(leaf: object): Promise<void> {
    const { workbench } = session();
    await workbench.editors.replacePageText(textOf(leaf));
    await workbench.editors.waitDirty(tab, true);
    await workbench.save();
    await workbench.editors.waitDirty(tab, false);
  }

  async function waitForResult(state: string, text: RegExp): Promise<string> {
    const frame = await editor();
    const shown = frame.locator(`.result-${state}`).filter({ hasText: text });
    await shown.waitFor();
    return shown.innerText();
  }

  test.step('is not shown before there is one', async () => {
    const { workbench } = session();
    await service().connect();
    const frame = await service().open(name);
    await frame.locator('.problem-summary').filter({ hasText: 'Valid JSON object' }).waitFor();
    assert.equal(await frame.locator('.result').isVisible(), false);
    countAtFirst = await workbench.tree().description(name);
    assert.match(countAtFirst, /^[\d,]+$/);
  });

  test.step('is “Calculating…” in the editor and the tree until the service is done', async () => {
    const { workbench } = session();
    service().inject('endless;method=PATCH');
    await saveInEditor({ type: 'person', key: 'email', operator: 'is_set', value: 'is_set' });
    await waitForResult('calculating', /^Calculating…$/);
    await workbench.tree().waitForDescription(name, /calculating…/);
    await workbench.screenshot('results-1-calculating');
  });

  test.step('compares the new count with the old one', async () => {
    const { workbench } = session();
    service().inject('');
    await saveInEditor({ type: 'person', key: '$browser', operator: 'is_set', value: 'is_set' });
    const words = await waitForResult('done', /^[\d,]+ persons \([+−][\d,]+\)$/);
    const [now = 0, difference = 0] = [...words.matchAll(/\d[\d,]*/g)].map(([digits]) => toNumber(digits));
    const isMore = words.includes('+');
    assert.equal(isMore ? now - difference : now + difference, toNumber(countAtFirst));
    await workbench.tree().waitForDescription(name, / · [+−][\d,]+$/);
    const description = await workbench.tree().description(name);
    assert.equal(toNumber(/[\d,]+/.exec(description)?.[0] ?? ''), now);
    const heard = (await editor()).locator('[aria-live=polite]').filter({ hasText: words });
    assert.equal(await heard.count(), 1);
    await workbench.screenshot('results-2-done');
  });

  test.step('shows the failure, with the time of the last successful calculation', async () => {
    const { workbench } = session();
    await saveInEditor({ type: 'person', key: 'email', operator: 'sounds_like', value: 'x' });
    await waitForResult('failed', /^The calculation failed: \S.*\. It last succeeded on \S/);
    await workbench.tree().waitForDescription(name, /calculation failed/);
    await workbench.screenshot('results-3-failed');
  });

  test.step('is in the status bar where the text editor shows the filters, whose “Edit Filters” leads back', async () => {
    const { workbench, page } = session();
    await (await editor()).getByRole('button', { name: 'Open as Text' }).click();
    const failed = workbench.statusItem(/The calculation failed/);
    await failed.waitFor();
    assert.doesNotMatch(await failed.innerText(), /last succeeded/); // VS Code cuts what is long: the hover says it
    await workbench.screenshot('results-4-status-bar');
    await page.locator('.editor-actions .action-label[aria-label^="Edit Filters"]').first().click();
    await editor();
    await failed.waitFor({ state: 'hidden' });
  });

  test.step('is stuck when the service stops responding, until the person clicks it', async () => {
    const { workbench } = session();
    service().inject('endless;method=PATCH, status=401;method=GET;after=4');
    await saveInEditor({ type: 'person', key: 'email', operator: 'is_set', value: 'is_set' });
    await waitForResult('stuck', /^Calculating since \d.*; no update from the service$/);
    await workbench.tree().waitForDescription(name, /still calculating/);
    await workbench.screenshot('results-5-stuck');
    service().inject('');
    await (await editor()).locator('.result-stuck').click();
    await waitForResult('calculating', /^Calculating…$/);
    await saveInEditor({ type: 'person', key: 'email', operator: 'is_set', value: 'yes' });
    await waitForResult('done', /persons/);
  });
});

function textOf(leaf: object): string {
  return JSON.stringify({ properties: { type: 'AND', values: [leaf] } });
}

function toNumber(text: string): number {
  return Number(text.replaceAll(',', ''));
}
