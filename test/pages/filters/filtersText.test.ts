// The text of the filters page: its problems, its format, and what finds and replaces in it.
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { formatJson } from '#json/formatJson.ts';
import { eventually } from '../../ui/driver/eventually.ts';
import { textOf, waitForText, waitForWholeText } from '../../ui/driver/filtersPage.ts';
import { clickInto, compose } from '../../ui/driver/typing.ts';
import { useJourney } from '../../ui/driver/useJourney.ts';
import { usePages } from '../driver/usePages.ts';
import { FiltersHost } from './filtersHost.ts';

const typed =
  '{ "properties": {"type": "AND", "values": [{"type": "person", "key": "seats", "operator": "exact", "value": [12345678901234567890, 1.0]}]}, "note": "caf\\u00e9" }';

describe('the text of the filters page', () => {
  const pages = usePages();
  const test = useJourney();

  const open = (text: string, readonlyReason?: string): Promise<FiltersHost> => {
    const options = readonlyReason === undefined ? {} : { readonlyReason };
    return pages().open('filters', (post) => new FiltersHost(post, { text, options }));
  };

  test.step('marks errors where they are, and says why the text cannot be saved', async () => {
    await open('{\n  "properties": {\n    "type": "AND"\n    "values": tru\n  }\n}');
    const { frame } = pages();
    const summary = frame.locator('.problem-summary');
    await summary
      .filter({ hasText: /Line 4, column 5.*Cannot save: Expected a comma before "values"\./ })
      .waitFor();
    assert.deepEqual(await frame.locator('.cm-lintRange-error').allTextContents(), ['"values"', 'tru']);
    assert.equal(await frame.locator('.cm-lint-marker-error').count(), 1);
    await pages().assertReadable('filters-2-error');
  });

  test.step('moves from problem to problem with F8', async () => {
    const { frame, page } = pages();
    await clickInto(frame.locator('.cm-content'));
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.press('F8');
    await frame.getByText('Ln 4, Col 5').waitFor();
    await frame.getByText('1 of 2 problems').waitFor();
    await page.keyboard.press('F8');
    await frame.getByText('Ln 4, Col 15').waitFor();
    await frame
      .locator('.problem-summary')
      .filter({ hasText: /Line 4, column 15/ })
      .waitFor();
    await frame.getByText('2 of 2 problems').waitFor();
  });

  test.step('formats by tokens, in one step that can be undone', async () => {
    await open(typed);
    const { frame, page } = pages();
    await waitForText(frame, '12345678901234567890');
    const original = await textOf(frame);
    await frame.getByRole('button', { name: 'Format' }).click();
    await waitForText(frame, '\n          12345678901234567890,\n          1.0\n');
    await clickInto(frame.locator('.cm-content'));
    await page.keyboard.press('ControlOrMeta+Z');
    await waitForWholeText(frame, original);
  });

  test.step('finds and replaces, in a panel that Escape closes', async () => {
    await open(formatJson(typed));
    const { frame, page } = pages();
    const find = frame.getByRole('textbox', { name: 'Find' });
    const replace = frame.getByRole('textbox', { name: 'Replace' });
    const matches = frame.locator('.cm-searchMatch');
    const selected = () =>
      matches.evaluateAll((all) => all.map(({ classList }) => classList.contains('cm-searchMatch-selected')));
    await clickInto(frame.locator('.cm-content'));
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.press('ControlOrMeta+F');
    await find.waitFor();
    await page.keyboard.type('type');
    await eventually('two matches', async () => (await matches.count()) === 2);
    await page.keyboard.press('Enter');
    await eventually('the first one', async () => (await selected()).join() === 'true,false');
    for (const [letter, name] of [
      ['C', 'Match Case'],
      ['R', 'Use Regular Expression'],
      ['W', 'Match Whole Word'],
    ] as const)
      for (const isOn of [true, false]) {
        await page.keyboard.press(process.platform === 'darwin' ? `Meta+Alt+${letter}` : `Alt+${letter}`);
        const option = frame.getByRole('checkbox', { name });
        await eventually(`${name} ${isOn ? 'on' : 'off'}`, async () => (await option.isChecked()) === isOn);
      }
    await pages().assertReadable('filters-3-find', async () => {
      const colors = await matches.evaluateAll((all) =>
        all.map((match) => {
          const inner = [...match.querySelectorAll('*')].at(-1) ?? match;
          return getComputedStyle(inner).color;
        }),
      );
      assert.equal(colors.length, 2);
      assert.equal(colors[0], colors[1], 'the selected match, which has no background without the focus');
    });
    await page.keyboard.press('Enter');
    await eventually('the second one', async () => (await selected()).join() === 'false,true');
    const original = await textOf(frame);
    await replace.click();
    await compose(page, 'かな');
    await page.keyboard.press('Enter');
    assert.equal(await replace.inputValue(), 'かな');
    assert.equal(await textOf(frame), original, 'the input method has the key');
    await compose(page, '');
    await page.keyboard.type('kind');
    await page.keyboard.press('Enter');
    await waitForText(frame, '"kind": "person"');
    await page.keyboard.press('ControlOrMeta+Z');
    await eventually(
      'what was typed into the field to be undone',
      async () => (await replace.inputValue()) !== 'kind',
    );
    await waitForText(frame, '"kind": "person"');
    await page.keyboard.press('Escape');
    await find.waitFor({ state: 'detached' });
    await page.keyboard.press('ControlOrMeta+Z');
    await waitForWholeText(frame, original);
  });

  test.step('opens the find panel of the text with Ctrl+F and Ctrl+H in the structure, also where it is shown alone', async () => {
    const { frame, page } = pages();
    for (const [layout, key] of [
      ['Both', 'ControlOrMeta+F'],
      ['Structure', 'ControlOrMeta+H'],
    ] as const) {
      await frame.getByRole('button', { name: layout, exact: true }).click();
      await frame.getByRole('combobox', { name: 'Property', exact: true }).click();
      await page.keyboard.press(key);
      await frame.locator('[aria-label=Find]:focus').waitFor();
      await page.keyboard.press('Escape');
      await frame.locator('.cm-search').waitFor({ state: 'detached' });
    }
  });

  test.step('says why a save failed, and asks for another', async () => {
    const host = await open(formatJson(typed));
    const { frame } = pages();
    const message = 'Not saved at 10:00: The key has no permission.';
    await frame.locator('.sentence').waitFor();
    host.send({ type: 'save', state: 'failed', message, canRetry: true });
    const banner = frame.locator('.banner-error');
    await banner.getByText(message).waitFor();
    await pages().assertReadable('saving-2-failed');
    await banner.getByRole('button', { name: 'Retry' }).click();
    await eventually('the question', async () => host.asked.some(({ type }) => type === 'retrySave'));
    host.send({ type: 'save', state: 'none', message: '' });
    await banner.waitFor({ state: 'detached' });
  });

  test.step('takes no changes if they could not be saved, and says why', async () => {
    const host = await open(
      '{"properties": {"type": "AND", "values": [{"type": "person", "key": "plan"}]}}',
      'Not yours.',
    );
    const { frame, page } = pages();
    await frame.getByText('Not yours.').first().waitFor();
    const original = await textOf(frame);
    await clickInto(frame.locator('.cm-content'));
    await page.keyboard.type('x');
    assert.equal(await textOf(frame), original);
    assert.equal(await frame.getByRole('button', { name: 'Format' }).isDisabled(), true);
    await frame.locator('.structure :is(input, select)').first().waitFor();
    assert.equal(await frame.locator('.structure :is(input, select):enabled').count(), 0);
    assert.equal(await host.textToSave(), original);
    await pages().keepPicture('filters-6-view-only');
  });
});
