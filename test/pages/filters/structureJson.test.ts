// The parts of the structure view that are edited as JSON, and the controls of conditions about events.
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Frame, Locator } from 'playwright-core';
import type { WebviewMessage } from '#protocol/filtersMessages.ts';
import { eventually } from '../../ui/driver/eventually.ts';
import { textAtRest, textOf, waitForText, waitForWholeText } from '../../ui/driver/filtersPage.ts';
import { chooseOption, pasteInto } from '../../ui/driver/typing.ts';
import { useJourney } from '../../ui/driver/useJourney.ts';
import { choose, focus, jsonOf, row, rows, waitForFocus } from '../../ui/together/structurePage.ts';
import { usePages } from '../driver/usePages.ts';
import { FiltersHost } from './filtersHost.ts';

const did = { type: 'behavioral', key: 'order placed', event_type: 'events', value: 'performed_event' };
const filters = {
  properties: {
    type: 'AND',
    values: [
      { type: 'formula', key: 'a > 1', value: null },
      { type: 'person', key: 'email', operator: 'icontains', value: '@acme.com', label: { a: [1] } },
      { ...did, time_value: 30, time_interval: 'day' },
    ],
  },
  note: 'kept',
};

const cohorts = [{ id: 1, name: 'Internal & test accounts' }];

describe('JSON fields of the structure view', () => {
  const pages = usePages();
  const test = useJourney();
  let host: FiltersHost;

  const open = (shown: object): Promise<FiltersHost> =>
    pages().open(
      'filters',
      (post) => new FiltersHost(post, { text: JSON.stringify(shown, null, 2), cohorts }),
    );
  const noteOf = (says: Locator): Locator => says.locator('.json-note');
  const undo = async (wanted: string): Promise<void> => {
    await pages().page.keyboard.press('ControlOrMeta+Z');
    await waitForWholeText(pages().frame, wanted);
  };

  /** One undo step reverts several edits, one after the other: the next step waits until the text is stable. */
  const undoUntil = async (wanted: string): Promise<void> => {
    const { frame, page } = pages();
    for (let text = await textAtRest(frame), steps = 0; steps < 12 && text !== wanted; steps++) {
      const present = text;
      await page.keyboard.press('ControlOrMeta+Z');
      await eventually('a step back', async () => (await textOf(frame)) !== present);
      text = await textAtRest(frame);
    }
    assert.equal(await textOf(frame), wanted);
  };

  test.step('apply on Ctrl+Enter, as one step for undo', async () => {
    host = await open(filters);
    const { frame, page } = pages();
    const json = jsonOf(frame);
    await json.waitFor();
    assert.equal(await json.inputValue(), '{\n  "type": "formula",\n  "key": "a > 1",\n  "value": null\n}');
    const original = await textOf(frame);
    await json.click();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('End');
    await page.keyboard.type(',\n  "more": [1.0, 1e400]');
    assert.equal(await textOf(frame), original);
    await frame.getByText(/Enter to apply, Esc to revert/).waitFor();
    await pages().keepPicture('structure-json-1-writing');
    await page.keyboard.press('ControlOrMeta+Enter');
    await waitForText(frame, '        "value": null,\n        "more": [1.0, 1e400]\n      },');
    await waitForFocus(frame, 'another condition (formula): json');
    assert.equal((await textOf(frame)).replace(',\n        "more": [1.0, 1e400]', ''), original);
    await undo(original);
  });

  test.step('keep invalid JSON with its error, and revert it on Escape', async () => {
    const { frame, page } = pages();
    const original = await textOf(frame);
    const json = jsonOf(frame);
    await pasteInto(json, '{"type": "formula",}');
    await page.keyboard.press('ControlOrMeta+Enter');
    const note = noteOf(row(frame, 'another condition'));
    await note
      .getByText('Trailing comma. Remove it: JSON has none after the last item. (line 1, column 19)')
      .waitFor();
    assert.equal(await json.getAttribute('aria-invalid'), 'true');
    await page.keyboard.press('Tab');
    assert.notEqual(await focus(frame), 'another condition (formula): json');
    assert.equal(await json.inputValue(), '{"type": "formula",}');
    await pasteInto(row(frame, 'email contains').getByLabel('Value', { exact: true }), '@x.org');
    await waitForText(frame, '"@x.org"');
    assert.equal(await json.inputValue(), '{"type": "formula",}', 'other changes leave it alone');
    await pages().keepPicture('structure-json-2-fault');
    await undo(original);
    await json.click();
    await page.keyboard.press('End');
    await page.keyboard.type('x');
    await page.keyboard.press('ControlOrMeta+Z');
    await eventually(
      'the letter to be undone in the field',
      async () => !(await json.inputValue()).includes('x'),
    );
    assert.equal(await textOf(frame), original);
    await page.keyboard.press('Escape');
    assert.equal(await json.inputValue(), '{\n  "type": "formula",\n  "key": "a > 1",\n  "value": null\n}');
    assert.equal(await json.getAttribute('aria-invalid'), null);
    assert.equal(await note.innerText(), '');
  });

  test.step('apply when the focus leaves and when the document is saved', async () => {
    const { frame, page } = pages();
    const label = row(frame, 'email contains').getByRole('textbox', { name: 'label as JSON' });
    await pasteInto(label, '{"a": 12345678901234567890}');
    await page.keyboard.press('Tab');
    await waitForText(frame, '"label": {"a": 12345678901234567890}');
    const field = frame.getByRole('textbox', { name: 'note as JSON' });
    const inText = frame.locator('.cm-line', { hasText: '"note": "kept"' });
    await inText.click({ position: { x: 1, y: 5 } });
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.type(' too');
    await field.click(); // before the structure is rendered from the new text
    assert.equal(await field.inputValue(), '"kept too"');
    await page.keyboard.type(' '); // around JSON it changes nothing
    await page.keyboard.press('Tab');
    await waitForText(frame, '"note": "kept too"');
    await pasteInto(field, '"changed"');
    const saved = JSON.parse(await host.textToSave());
    assert.equal(saved.note, 'changed');
    assert.equal(saved.properties.values[1].label.a, Number('12345678901234567890'));
    assert.deepEqual(saved.properties.values[0], filters.properties.values[0]);
  });

  test.step('become controls where the new JSON has some', async () => {
    const { frame, page } = pages();
    const original = await textOf(frame);
    await pasteInto(jsonOf(frame), '{"type": "person", "key": "plan", "value": "free"}');
    await page.keyboard.press('ControlOrMeta+Enter');
    await row(frame, 'plan equals free').waitFor();
    await waitForFocus(frame, 'plan equals free: grip');
    await undo(original);
    await waitForFocus(frame, 'another condition (formula): grip');
  });

  const behaviors: readonly (readonly [choice: string, says: string, member: string])[] = [
    [
      'regularly',
      'did “order placed” at least once per 30 days in at least 1 of the last 3 such periods',
      '"total_periods": 3',
    ],
    ['and then', 'did “order placed” and then … within 7 days in the last 30 days', '"seq_event": ""'],
    [
      'but stopped',
      'did “order placed” in the last 30 days but not in the last 7 days',
      '"seq_time_value": 7',
    ],
    [
      'again after a pause',
      'did “order placed” again in the last 7 days after a pause that began 30 days ago',
      '"seq_time_interval": "day"',
    ],
    ['less than', 'did “order placed” less than once in the last 30 days', '"operator": "lt"'],
  ];
  for (const [choice, says, member] of behaviors) {
    test.step(`are not needed for “${says}”`, async () => {
      const { frame } = pages();
      const original = await textOf(frame);
      const often = row(frame, 'did “order placed”').getByRole('combobox', { name: 'How often' });
      await chooseOption(often, choice);
      await row(frame, says).waitFor();
      await waitForText(frame, member);
      if (choice === 'and then') await pages().keepPicture('structure-json-3-sequence');
      await undo(original);
      assert.equal((await rows(frame))[2], 'did “order placed” in the last 30 days');
    });
  }

  test.step('are not needed for dates, nor for conditions on the event', async () => {
    const { frame, page } = pages();
    const original = await textOf(frame);
    const window = row(frame, 'did “order placed”').getByRole('combobox', {
      name: 'Time window',
    });
    await chooseOption(window, 'from');
    await row(frame, 'did “order placed” from 30 days ago to 1 day ago').waitFor();
    await choose(frame, 'did “order placed”', 'Add Condition on the Event');
    await page.keyboard.type('amount');
    const words = 'did “order placed” where (amount equals “”) from 30 days ago to 1 day ago';
    await row(frame, words).waitFor();
    await pages().keepPicture('structure-json-4-event');
    await frame.getByRole('button', { name: 'Remove: amount equals “”' }).click();
    await row(frame, 'did “order placed” from').waitFor();
    await chooseOption(window, 'in the last');
    await waitForText(frame, '"time_value": 30');
    await undoUntil(original);
  });

  test.step('are not needed for the second event of a sequence and its time', async () => {
    const { frame, page } = pages();
    const original = await textOf(frame);
    const often = (): Locator =>
      row(frame, 'did “order placed”').getByRole('combobox', { name: 'How often' });
    await chooseOption(often(), 'and then');
    await page.keyboard.press('Tab');
    await page.keyboard.type('signed up');
    await waitForText(frame, '"seq_event": "signed up"');
    await page.keyboard.press('Tab');
    await page.keyboard.type('2');
    await waitForText(frame, '"seq_time_value": 2');
    await page.keyboard.press('Tab');
    await page.keyboard.press('w');
    await row(frame, 'did “order placed” and then “signed up” within 2 weeks in the last 30 days').waitFor();
    await undoUntil(original);
  });

  for (const theme of ['Dark High Contrast', 'Light High Contrast'] as const) {
    test.step(`leave the selection in the text readable in the theme ${theme}`, async () => {
      const { frame } = pages();
      await pages().useTheme(theme);
      await row(frame, 'another condition').getByRole('button', { name: 'Show in Text' }).click();
      await jsonOf(frame).click();
      const selection = frame.locator('.cm-selectionBackground').first();
      await selection.waitFor({ state: 'attached' });
      const isSeen = await selection.evaluate((element) => {
        const style = element.ownerDocument.defaultView?.getComputedStyle(element);
        return style?.outlineStyle === 'dashed' || style?.backgroundColor !== 'rgba(0, 0, 0, 0)';
      });
      assert.ok(isSeen);
      const { selected, elsewhere } = await contrastOfSelection(frame);
      assert.ok(elsewhere >= 3);
      assert.ok(selected >= elsewhere);
      await pages().keepPicture(`structure-json-4-${theme}`);
    });
  }

  test.step('fit into a narrow column, like deep groups, long words and many values', async () => {
    const values = Array.from({ length: 60 }, (_, index) => `person${index}@example.com`);
    let group: object = {
      type: 'OR',
      values: [
        { type: 'person', key: 'x'.repeat(90), operator: 'exact', value: values },
        { ...did, key: 'y '.repeat(60) },
      ],
    };
    for (let depth = 0; depth < 9; depth++)
      group = { type: depth % 2 ? 'OR' : 'AND', values: [group, { type: 'cohort', key: 'id', value: 1 }] };
    await open({ properties: group });
    const { frame, page } = pages();
    const size = page.viewportSize();
    await row(frame, 'in cohort').first().waitFor();
    await frame.getByRole('button', { name: 'Structure', exact: true }).click();
    for (const width of [1050, 350]) {
      await page.setViewportSize({ width, height: 830 });
      const reaches = await frame
        .locator('.structure')
        .evaluate((pane) => pane.scrollWidth - pane.clientWidth);
      assert.ok(reaches <= 0, `${reaches} px beyond the column in a page of ${width} px`);
      await pages().keepPicture(`structure-json-5-deep-${width}`);
    }
    const list = await frame.locator('.chips').first().boundingBox();
    assert.ok(list && list.height < 300);
    if (size) await page.setViewportSize(size);
  });

  test.step('keep what is typed while others change the text around them, or take them away', async () => {
    const formula = (key: string) => ({ type: 'formula', key, value: null });
    const withKeys = (...keys: string[]): string =>
      JSON.stringify({ properties: { type: 'AND', values: keys.map(formula) } }, null, 2);
    host = await pages().open('filters', (post) => new FiltersHost(post, { text: withKeys('a', 'b', 'c') }));
    const { frame } = pages();
    const second = jsonOf(frame).nth(1);
    const typed = '{"type": "formula", "key": "mine"';
    await pasteInto(second, typed);
    host.replaceText(withKeys('changed', 'b', 'changed too'));
    await waitForText(frame, '"changed too"');
    await eventually('the third field', async () =>
      (await jsonOf(frame).nth(2).inputValue()).includes('changed too'),
    );
    assert.equal(await second.inputValue(), typed);
    host.replaceText(withKeys('changed', 'theirs', 'changed too'));
    await waitForText(frame, '"theirs"');
    assert.equal(await second.inputValue(), typed);
    assert.deepEqual(host.asked.filter(isPutBack), []);
    host.replaceText(withKeys('changed'));
    await second.waitFor({ state: 'detached' });
    await eventually('the text to be handed over', async () => host.asked.some(isPutBack));
    assert.deepEqual(host.asked.filter(isPutBack), [{ type: 'draftsPutBack', texts: [typed] }]);
  });

  test.step('forget what is typed if the person removes them', async () => {
    const { frame, page } = pages();
    await pasteInto(jsonOf(frame), '{"type": 1');
    await row(frame, 'another condition').getByRole('button', { name: 'Remove' }).click();
    await jsonOf(frame).waitFor({ state: 'detached' });
    await host.textToSave();
    assert.equal(host.asked.filter(isPutBack).length, 1, 'only that of the step before');
    await page.keyboard.press('Escape');
  });
});

const isPutBack = ({ type }: WebviewMessage): boolean => type === 'draftsPutBack';

/**
 * The least contrast of a letter of the text with what lies behind it, as WCAG counts it: where a selection is that has
 * not the keyboard, and elsewhere.
 */
async function contrastOfSelection(
  frame: Frame,
): Promise<{ readonly selected: number; readonly elsewhere: number }> {
  return frame.locator('.pane').evaluate((pane) => {
    const colorOf = (element: Element, property: string): string =>
      pane.ownerDocument.defaultView?.getComputedStyle(element).getPropertyValue(property) ?? '';
    const canvas = pane.ownerDocument.createElement('canvas').getContext('2d', { willReadFrequently: true });
    if (!canvas) throw new Error('this browser draws nothing');
    const luminance = (...colors: readonly string[]): number => {
      for (const color of colors) {
        canvas.fillStyle = color;
        canvas.fillRect(0, 0, 1, 1);
      }
      const parts = [...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3)].map((part) => {
        const share = part / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * (parts[0] ?? 0) + 0.7152 * (parts[1] ?? 0) + 0.0722 * (parts[2] ?? 0);
    };
    const letters = [...pane.querySelectorAll('.json-key, .json-string, .json-number, .json-literal')];
    const least = (...behind: readonly (Element | null)[]): number => {
      const back = luminance(
        ...behind.map((one) => (one ? colorOf(one, 'background-color') : 'transparent')),
      );
      const contrasts = letters.map((letter) => {
        const own = luminance(colorOf(letter, 'color'));
        return (Math.max(own, back) + 0.05) / (Math.min(own, back) + 0.05);
      });
      return Math.min(...contrasts);
    };
    const whole = pane.querySelector('.cm-editor');
    return {
      selected: least(whole, pane.querySelector('.cm-selectionBackground')),
      elsewhere: least(whole),
    };
  });
}
