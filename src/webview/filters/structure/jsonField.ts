// A value without controls: its JSON, to be changed where it stands. What is written waits in the field until the field
// is left or Ctrl+Enter is pressed. What is no JSON stays there, with the reason below it; Escape takes it back.
import { faultOf, jsonOf, writeJson, type JsonFault } from '#filters/jsonPart.ts';
import type { JsonNode, JsonPath } from '#json/tree.ts';
import { isMac, keyName } from '#webview/elements/controls.ts';
import { t } from '#webview/elements/translate.ts';
import { h, type Piece } from './render.ts';
import { isBehind, type Part, type RenderContext } from './renderContext.ts';

/** Code units; more is read better in the text. */
const maxLength = 20_000;
const maxExcerpt = 600;

export interface JsonFieldOptions {
  readonly label: string;
  readonly part: Part;
  /** The item that gets the keyboard where the field is gone once its JSON is one that has controls. */
  readonly itemPath?: JsonPath;
}

export function jsonField(
  scene: RenderContext,
  node: JsonNode,
  path: JsonPath,
  options: JsonFieldOptions,
): Piece {
  const { label, part } = options;
  const { text } = scene.shape;
  if (node.to - node.from > maxLength) {
    const start = `${jsonOf(text, { from: node.from, to: node.from + maxExcerpt })}…`;
    return h('pre', { class: 'raw', key: part, tabindex: '0', 'aria-label': label }, start);
  }
  const json = jsonOf(text, node);
  const noteId = `note-${encodeURIComponent(path.join('.'))}`;
  const run = (event: Event): void => {
    if (event.currentTarget instanceof HTMLTextAreaElement)
      handle(event, { area: event.currentTarget, scene, path, json, itemPath: options.itemPath });
  };
  return h(
    'div',
    { class: 'json', key: part },
    h('textarea', {
      class: 'field json-text',
      rows: '1',
      wrap: 'off',
      spellcheck: 'false',
      autocomplete: 'off',
      'aria-label': label,
      'aria-describedby': noteId,
      'data-part': part,
      readonly: scene.isReadonly,
      value: json,
      oninput: run,
      onchange: run,
      onkeydown: run,
    }),
    // The field's handlers write into it.
    h('p', { class: 'json-note', id: noteId, frozen: true }),
  );
}

/** What an event of a field is about. */
interface Field {
  readonly area: HTMLTextAreaElement;
  readonly scene: RenderContext;
  readonly path: JsonPath;
  /** As the text has it now. */
  readonly json: string;
  readonly itemPath: JsonPath | undefined;
}

function handle(event: Event, field: Field): void {
  if (event.type === 'input') return typed(field);
  if (event.type === 'change') apply(field);
  if (!(event instanceof KeyboardEvent) || event.isComposing) return;
  const { key, ctrlKey, metaKey } = event;
  const { area } = field;
  if (key === 'Enter' && (isMac ? metaKey : ctrlKey)) {
    event.preventDefault();
    const fault = apply(field, true);
    if (fault) area.setSelectionRange(fault.from, fault.to);
  } else if (key === 'Escape' && area.dataset['draft'] !== undefined) {
    event.preventDefault();
    area.value = field.json;
    endDraft(area);
    field.scene.announce(t('Taken back'));
  }
}

/** `data-draft` holds what the text had when the writing began. */
function typed({ area, json }: Field): void {
  if (area.value === json) return endDraft(area);
  area.dataset['draft'] ??= json;
  // Once something was wrong, what is wrong now is told with each letter.
  const fault = area.hasAttribute('aria-invalid') ? faultOf(area.value, t) : undefined;
  note(
    area,
    fault?.message ?? t('{0} applies, Escape takes back', keyName('Mod+Enter')),
    fault !== undefined,
  );
}

/** @returns what is wrong with what was written */
function apply(field: Field, isByKey = false): JsonFault | undefined {
  const { area, scene, path, json, itemPath } = field;
  const base = area.dataset['draft'];
  if (base === undefined || scene.isReadonly || isBehind(scene, area)) return undefined;
  if (base !== json && area.value !== json) {
    area.dataset['draft'] = json;
    const words = t('The text has changed here meanwhile. What is written here is not applied yet.');
    hold(field, words, words);
    return undefined;
  }
  const change = writeJson(scene.shape, path, area.value, { indent: scene.indent });
  if (!change) {
    const fault = faultOf(area.value, t) ?? tooDeep();
    hold(field, fault.message, t('Not applied: {0}', fault.message));
    return fault;
  }
  endDraft(area);
  const focus = isByKey && itemPath ? { path: itemPath, part: area.dataset['part'] ?? '' } : undefined;
  scene.change(change, { ...(focus ? { focus } : {}), say: t('Applied') });
  return undefined;
}

/** What was written stays, with the reason. */
function hold({ area, scene }: Field, words: string, spoken: string): void {
  note(area, words, true);
  scene.announce(spoken);
}

function tooDeep(): JsonFault {
  return { message: t('Nested more than 256 levels deep.'), from: 0, to: 0 };
}

function endDraft(area: HTMLTextAreaElement): void {
  delete area.dataset['draft'];
  note(area, '', false);
}

function note(area: HTMLTextAreaElement, words: string, isFault: boolean): void {
  const { nextElementSibling: place } = area;
  if (place && place.textContent !== words) place.textContent = words;
  if (isFault) area.setAttribute('aria-invalid', 'true');
  else area.removeAttribute('aria-invalid');
}
