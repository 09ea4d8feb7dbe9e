// The time that a dashboard looks at: a choice of usual times, and a field for any other.
import type { FilterShape, FilterValue } from '#filters/shape.ts';
import { setRaw } from '#filters/valueEdits.ts';
import { datePresets } from '#filters/timeNames.ts';
import { t } from '#webview/elements/translate.ts';
import { choice, valueField } from './fields.ts';
import { h, type Piece } from './render.ts';
import type { RenderContext } from './renderContext.ts';

const notSet = '\u0000notSet';
const own = '\u0000own';

export function dateControls(scene: RenderContext, { from, to }: NonNullable<FilterShape['dates']>): Piece {
  const ends = new Map([
    ['-1d', t('Yesterday')],
    ['-7d', t('7 days ago')],
    ['-30d', t('30 days ago')],
  ]);
  return h(
    'div',
    { class: 'dates', role: 'group', 'aria-label': t('Time') },
    dateRow(scene, from, {
      name: 'date-from',
      label: t('From'),
      unset: t('Not set'),
      presets: datePresets(t),
    }),
    dateRow(scene, to, { name: 'date-to', label: t('To'), unset: t('Now'), presets: ends }),
  );
}

interface DateRow {
  readonly name: string;
  readonly label: string;
  readonly unset: string;
  readonly presets: ReadonlyMap<string, string>;
}

function dateRow(scene: RenderContext, value: FilterValue, { name, label, unset, presets }: DateRow): Piece {
  const isUnset = value.kind === 'absent' || value.kind === 'null';
  const isPreset = value.kind === 'text' && presets.has(value.text);
  const present = isUnset ? notSet : isPreset ? value.text : own;
  const offered = new Map([[notSet, unset], ...presets, [own, t('Other')]]);
  const choose = (text: string): void => {
    if (text === own || text === present) return scene.change(undefined);
    const raw = text === notSet ? 'null' : JSON.stringify(text);
    scene.change(setRaw(scene.shape, value.path, raw, { indent: scene.indent }));
  };
  return h(
    'div',
    { class: 'date-row' },
    h('span', { class: 'date-label' }, label),
    choice(scene, present, offered, { label: t('{0}: usual times', label), part: name }, choose),
    valueField(scene, value, {
      label: t('{0}: date or time', label),
      part: `${name}-text`,
      placeholder: t('2025-01-31 or -30d'),
      class: 'value',
    }),
  );
}
