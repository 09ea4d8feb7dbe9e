// Fields for single values. What is typed goes into the text at once, as a value of the type that is there.
import type { FilterValue } from '#filters/shape.ts';
import { convertValue, setRaw, typeValue, type TypeOptions } from '#filters/valueEdits.ts';
import { t } from '#webview/elements/translate.ts';
import { jsonField } from './jsonField.ts';
import { h, type Piece, type Props } from './render.ts';
import type { Part, RenderContext } from './renderContext.ts';

export interface FieldOptions extends Pick<TypeOptions, 'prefersNumber'> {
  readonly label: string;
  readonly part: Part;
  readonly placeholder?: string;
  /** The id of a list of suggestions. */
  readonly list?: string;
  readonly class?: string;
  /** Backspace was pressed where there is nothing left to delete. */
  readonly onEmptied?: () => void;
}

/** A text or a number. A number that is none yet waits in the field, marked, until it is one. */
export function field(scene: RenderContext, value: FilterValue, options: FieldOptions): Piece {
  const { label, part, placeholder = '', list, prefersNumber = false } = options;
  const isOpen = value.kind === 'absent' || value.kind === 'null';
  const isNumber = value.kind === 'number' || (isOpen && prefersNumber);
  const type = (event: Event): void => {
    const { currentTarget: input } = event;
    if (!(input instanceof HTMLInputElement)) return;
    const change = typeValue(scene.shape, value, input.value, { indent: scene.indent, prefersNumber });
    setDraft(input, change === undefined);
    if (change) scene.change(change, { isTyping: true });
  };
  const leave = ({ currentTarget: input }: Event): void => {
    if (!(input instanceof HTMLInputElement) || input.dataset['draft'] === undefined) return;
    setDraft(input, false);
    input.value = isOpen ? '' : value.text;
  };
  return h('input', {
    class: `field ${isNumber ? 'number' : ''} ${options.class ?? ''}`,
    type: 'text',
    inputmode: isNumber ? 'decimal' : undefined,
    spellcheck: 'false',
    autocomplete: 'off',
    'aria-label': label,
    'data-part': part,
    placeholder: scene.isReadonly ? '' : value.kind === 'null' ? 'null' : placeholder,
    title: value.text.length > 30 ? value.text : undefined,
    list,
    disabled: scene.isReadonly,
    value: isOpen ? '' : value.text,
    ...faultProps(scene, value),
    oninput: type,
    onblur: leave,
    onkeydown: options.onEmptied && ((event) => emptied(event, options.onEmptied)),
  });
}

function emptied(event: Event, run: FieldOptions['onEmptied']): void {
  const { currentTarget: input } = event;
  if (!(event instanceof KeyboardEvent) || !(input instanceof HTMLInputElement)) return;
  if (event.key !== 'Backspace' || input.value !== '') return;
  event.preventDefault();
  run?.();
}

/** For screen readers: the field is at fault, and what describes its item says how. */
export function faultProps(scene: RenderContext, { node }: FilterValue): Props {
  return { 'aria-invalid': scene.isFaulty(node) && 'true' };
}

function setDraft(input: HTMLInputElement, isDraft: boolean): void {
  if (isDraft) {
    input.dataset['draft'] = '';
    input.title = t('A number is needed here; the text still has the last one.');
    input.setAttribute('aria-invalid', 'true');
  } else if (input.dataset['draft'] !== undefined) {
    delete input.dataset['draft'];
    input.title = '';
    input.removeAttribute('aria-invalid');
  }
}

export interface ChoiceOptions {
  readonly label: string;
  readonly part: Part;
  readonly class?: string;
  readonly isFaulty?: boolean;
}

/** One of several texts; one that is not among them is offered as it is. */
export function choice(
  scene: RenderContext,
  value: string,
  options: ReadonlyMap<string, string>,
  { label, part, isFaulty = false, ...rest }: ChoiceOptions,
  choose: (value: string) => void,
): Piece {
  const offered = options.has(value) ? options : new Map([[value, value], ...options]);
  return h(
    'select',
    {
      class: `choice ${rest.class ?? ''}`,
      'aria-label': label,
      'data-part': part,
      'aria-invalid': isFaulty && 'true',
      disabled: scene.isReadonly,
      value,
      onchange: ({ currentTarget: select }) => {
        if (select instanceof HTMLSelectElement) choose(select.value);
      },
    },
    [...offered].map(([key, words]) => h('option', { value: key }, words)),
  );
}

/** A value in the control that fits its type. */
export function valueField(scene: RenderContext, value: FilterValue, options: FieldOptions): Piece {
  if (value.kind === 'boolean') {
    const truth = new Map([
      ['true', 'true'],
      ['false', 'false'],
    ]);
    return choice(scene, value.text, truth, options, (raw) =>
      scene.change(setRaw(scene.shape, value.path, raw)),
    );
  }
  const isField = value.kind !== 'other' && value.kind !== 'list';
  return value.node && !isField
    ? jsonField(scene, value.node, value.path, { label: t('{0} as JSON', options.label), part: options.part })
    : field(scene, value, options);
}

/** What can only be changed in the text: the beginning of it. */
export function rawValue(scene: RenderContext, text: string, node: NonNullable<FilterValue['node']>): Piece {
  return h('span', { class: 'raw-value' }, h('code', {}, firstLine(text)), showButton(scene, node));
}

export function showButton(scene: RenderContext, node: NonNullable<FilterValue['node']>): Piece {
  return h(
    'button',
    { type: 'button', class: 'link', 'data-part': 'show', onclick: () => scene.showInText(node) },
    t('Show in Text'),
  );
}

function firstLine(text: string): string {
  const line = text.slice(0, 200).replaceAll(/\s+/g, ' ');
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}

/** The other types that a value can be given. */
export function conversions(
  scene: RenderContext,
  value: FilterValue,
): readonly { readonly label: string; readonly run: () => void }[] {
  const kinds = [
    ['text', t('Value as Text')],
    ['number', t('Value as Number')],
    ['boolean', t('Value as True or False')],
    ['list', t('Value as List')],
  ] as const;
  return kinds.flatMap(([kind, label]) => {
    const change = convertValue(scene.shape, value, kind, { indent: scene.indent });
    return change && kind !== value.kind ? [{ label, run: () => scene.change(change) }] : [];
  });
}
