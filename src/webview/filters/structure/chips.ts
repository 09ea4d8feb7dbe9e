// A list of values as chips: each can be typed over, taken out, and more added behind them.
import type { FilterValue } from '#filters/shape.ts';
import { addValues } from '#filters/valueEdits.ts';
import { removeItem } from '#filters/itemEdits.ts';
import { t } from '#webview/elements/translate.ts';
import { field } from './fields.ts';
import { h, iconPiece, type Piece } from './render.ts';
import { isBehind, type RenderContext } from './renderContext.ts';

/** @param id of the item whose value the list is */
export function chips(scene: RenderContext, list: FilterValue, id: string): Piece {
  const shown = scene.shownOf(`${id}-values`);
  const left = list.items.length - shown;
  return h(
    'span',
    { class: 'chips', role: 'group', 'aria-label': t('Values') },
    list.items.slice(0, shown).map((value, index) => chip(scene, list, value, index)),
    left > 0 &&
      h(
        'button',
        { type: 'button', class: 'link', onclick: () => scene.showMore(`${id}-values`) },
        t('{0} more…', left),
      ),
    !scene.isReadonly && adder(scene, list),
  );
}

function chip(scene: RenderContext, list: FilterValue, value: FilterValue, index: number): Piece {
  const label = t('Value {0} of {1}', index + 1, list.items.length);
  const isTyped = value.kind === 'text' || value.kind === 'number';
  return h(
    'span',
    { class: 'chip' },
    isTyped
      ? field(scene, value, { label, part: `value-${index}`, onEmptied: () => takeOut(scene, list, index) })
      : h('span', { class: 'chip-literal' }, value.text),
    !scene.isReadonly &&
      h(
        'button',
        {
          type: 'button',
          class: 'chip-remove',
          'aria-label': t('Remove {0}', value.text),
          title: t('Remove'),
          onclick: () => takeOut(scene, list, index),
        },
        iconPiece('close'),
      ),
  );
}

/** Focus stays in the list: on the value that comes up, else where values are added. */
function takeOut(scene: RenderContext, list: FilterValue, index: number): void {
  const part = index < list.items.length - 1 ? `value-${index}` : 'add-value';
  const item = list.path.slice(0, -1);
  scene.change(removeItem(scene.shape, [...list.path, index]), {
    focus: { path: item, part },
    say: t('Removed {0}', list.items[index]?.text ?? ''),
  });
}

/** Several lines that are pasted become several values. */
function adder(scene: RenderContext, list: FilterValue): Piece {
  const add = (input: HTMLInputElement, typed: string): void => {
    if (isBehind(scene, input)) return;
    const values = typed.split(/[\r\n]+/).filter((value) => value.trim() !== '');
    input.value = '';
    if (values.length === 0) return;
    const say = t('Added {0}', values.join(', '));
    scene.change(addValues(scene.shape, list, values, { indent: scene.indent }), { say });
  };
  return h('input', {
    class: 'field chip-add',
    type: 'text',
    spellcheck: 'false',
    autocomplete: 'off',
    'aria-label': t('Add a value'),
    'data-part': 'add-value',
    placeholder: list.items.length === 0 ? t('Add a value') : '＋',
    onpaste: (event) => {
      const { currentTarget: input } = event;
      if (!(event instanceof ClipboardEvent) || !(input instanceof HTMLInputElement)) return;
      const pasted = event.clipboardData?.getData('text/plain') ?? '';
      if (!/[\r\n]/.test(pasted.trim())) return;
      event.preventDefault();
      add(input, input.value + pasted);
    },
    onkeydown: (event) => {
      const { currentTarget: input } = event;
      if (!(event instanceof KeyboardEvent) || !(input instanceof HTMLInputElement)) return;
      if (event.key === 'Enter' && !event.isComposing) add(input, input.value);
      if (event.key !== 'Backspace' || input.value !== '' || list.items.length === 0) return;
      event.preventDefault();
      takeOut(scene, list, list.items.length - 1);
    },
    // What was typed and not confirmed is meant as well.
    onchange: ({ currentTarget: input }) => {
      if (input instanceof HTMLInputElement) add(input, input.value);
    },
  });
}
