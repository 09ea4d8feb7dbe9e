// A new cohort without any JSON, by keyboard alone: from its name to its saved conditions.
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { Frame } from 'playwright-core';
import { accessibilityProblems } from '../driver/accessibility.ts';
import { eventually } from '../driver/eventually.ts';
import { useSharedWorkbench } from '../driver/useWorkbench.ts';
import { useOwnService } from '../ownService.ts';

const name = 'Made by keyboard';
const tab = `${name}.filters.json`;

describe('a new cohort', () => {
  const session = useSharedWorkbench();
  const service = useOwnService(session);

  afterEach(() => service().tidy());

  const focusedPart = async (frame: Frame): Promise<string | null> => {
    const at = frame.locator(':focus');
    return (await at.count()) === 0 ? null : at.getAttribute('data-part');
  };
  const waitForPart = async (frame: Frame, part: string) =>
    eventually(`the focus at ${part}`, async () => (await focusedPart(frame)) === part);

  async function tabTo(frame: Frame, part: string): Promise<void> {
    for (let presses = 0; presses < 40 && (await focusedPart(frame)) !== part; presses++)
      await session().page.keyboard.press('Tab');
    assert.equal(await focusedPart(frame), part);
  }

  it('gets three conditions by keyboard alone, with no JSON typed', async () => {
    const { workbench, page } = session();
    const { keyboard } = page;
    await service().connect();
    await workbench.tree().pressButton('Cohorts', 'Create Cohort…');
    await workbench.quickInput.enter(name);
    await workbench.editors.waitFor(tab);
    const frame = await workbench.editors.webview('.structure .adders', tab);
    await waitForPart(frame, 'add-property');
    assert.equal(await frame.locator('.cm-content').isVisible(), false, 'the structure alone');

    const sentence = frame.locator('.sentence');
    const undoAll = async () =>
      eventually('all of it to be undone', async () => {
        await keyboard.press('ControlOrMeta+Z');
        return frame.getByText('Or begin with a template:').isVisible();
      });
    await keyboard.type('plan'); // at once: no button is pressed
    await waitForPart(frame, 'key');
    await sentence.getByText('plan equals').waitFor();
    await keyboard.press('Tab');
    await tabTo(frame, 'value');
    await keyboard.type('growth');
    await sentence.getByText('plan equals growth').waitFor();
    await undoAll();
    await waitForPart(frame, 'add-property');

    for (let at = 0; at < 9; at++) await keyboard.press('Tab'); // over the other buttons to the sixth template
    await keyboard.press('Enter');
    await waitForPart(frame, 'key');
    await sentence.getByText('did $pageview in the last 30 days').waitFor();
    await keyboard.type('ordered'); // in place of the sample
    await sentence.getByText('did ordered in the last 30 days').waitFor();
    await keyboard.press('Tab');
    await tabTo(frame, 'key');
    await keyboard.type('left');
    await sentence.getByText('did not do left').waitFor();
    await undoAll();
    await waitForPart(frame, 'add-property');
    await tabTo(frame, 'add-property');

    await keyboard.press('Enter');
    await waitForPart(frame, 'key');
    assert.equal(await frame.locator('.problem-row').count(), 0, 'no warning before anything is typed');
    await frame.getByRole('option', { name: 'mrr', exact: true }).waitFor(); // no filter names it
    assert.deepEqual(await accessibilityProblems(frame), []);
    await workbench.screenshot('new-cohort-suggestions');
    await keyboard.press('Enter'); // without anything typed it picks none
    await frame.getByRole('listbox').waitFor({ state: 'detached' });
    await keyboard.press('Tab');
    await waitForPart(frame, 'operator');
    await keyboard.type('contains');
    await frame.locator('.problem-row').getByText('Enter a property.').waitFor();
    await keyboard.press('ControlOrMeta+S');
    assert.match(await workbench.dialog.text(), /^Save “Made by keyboard” with an incomplete condition\?/);
    await keyboard.press('Escape');
    await workbench.statusItem('Not saved. A condition is incomplete.').waitFor();
    await tabTo(frame, 'key');
    await keyboard.type('ema');
    await frame.getByRole('option', { name: 'email', exact: true, selected: true }).waitFor();
    await keyboard.press('Enter');
    await frame.locator('.problem-row').waitFor({ state: 'detached' });
    await tabTo(frame, 'value');
    await keyboard.type('@gmail.com');
    await frame.locator('.sentence').getByText('email contains @gmail.com').waitFor();

    await tabTo(frame, 'add-behavior');
    await keyboard.press('Enter');
    await waitForPart(frame, 'key');
    await keyboard.type('order placed');
    await frame.locator('.sentence').getByText('did “order placed” in the last 30 days').waitFor();

    await tabTo(frame, 'add-cohort');
    await keyboard.press('Enter');
    await waitForPart(frame, 'value');
    await keyboard.type('pay');
    await frame.getByRole('option', { name: /^Paying shops #/, selected: true }).waitFor();
    await keyboard.press('Enter');
    await frame.locator('.sentence').getByText('in cohort “Paying shops').waitFor();
    assert.deepEqual(await accessibilityProblems(frame), []);
    await workbench.screenshot('new-cohort');

    await keyboard.press('ControlOrMeta+S');
    await workbench.editors.waitDirty(tab, false);
    const { values } = (await service().filtersOf(name)).properties;
    await service().change(name, { deleted: true });
    assert.deepEqual(
      values.map(({ type, key, value }: Record<string, unknown>) => [type, key, value]),
      [
        ['person', 'email', '@gmail.com'],
        ['behavioral', 'order placed', 'performed_event'],
        ['cohort', 'id', (await service().find('Paying shops')).id],
      ],
    );
  });
});
