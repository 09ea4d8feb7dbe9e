// A dashboard's time range: presets, and a field for any other date.
import { useRef } from 'preact/hooks';
import type { FilterShape, FilterValue } from '#filters/filterShape.ts';
import { dashboardDatePresets } from '#filters/parseRelativeDate.ts';
import { setRaw } from '#filters/valueEdits.ts';
import { t } from '#webview/elements/translate.ts';
import { Choice } from '#webview/filters/structure/fields/phrase.tsx';
import { DateField } from '#webview/filters/structure/fields/dateField.tsx';
import { useStructure } from '#webview/filters/structure/state/structureContext.ts';
import { focusFirst } from '#webview/filters/structure/state/structureFocus.ts';

/** Values of the choice that no date can have. */
const notSet = '\u0000notSet';
const other = '\u0000other';

export function DateControls({ from, to }: NonNullable<FilterShape['dates']>) {
  const endPresets = new Map([
    ['-1d', t('Yesterday')],
    ['-7d', t('7 days ago')],
    ['-30d', t('30 days ago')],
  ]);
  return (
    <div class="dates" role="group" aria-label={t('Time')}>
      <DateRow
        value={from}
        name="date-from"
        label={t('From')}
        unset={t('Not set')}
        presets={dashboardDatePresets(t)}
      />
      <DateRow value={to} name="date-to" label={t('To')} unset={t('Now')} presets={endPresets} />
    </div>
  );
}

interface DateRowProps {
  readonly value: FilterValue;
  readonly name: string;
  readonly label: string;
  /** The label of the choice without a date. */
  readonly unset: string;
  readonly presets: ReadonlyMap<string, string>;
}

function DateRow({ value, name, label, unset, presets }: DateRowProps) {
  const structure = useStructure();
  const row = useRef<HTMLDivElement>(null);
  const field = `${name}-text`;
  const isUnset = value.kind === 'absent' || value.kind === 'null';
  const isPreset = value.kind === 'text' && presets.has(value.text);
  const chosen = isUnset ? notSet : isPreset ? value.text : other;
  const choose = (choice: string): void => {
    if (choice === other || choice === chosen) {
      structure.edit(undefined);
      if (row.current) focusFirst(row.current, field);
      return;
    }
    const raw = choice === notSet ? 'null' : JSON.stringify(choice);
    structure.edit(setRaw(structure.shape, value.path, raw, { indent: structure.indent }));
  };
  return (
    <div class="date-row" ref={row}>
      <span class="date-label">{label}</span>
      <Choice
        value={chosen}
        options={new Map([[notSet, unset], ...presets, [other, t('Other')]])}
        label={t('{0}: presets', label)}
        part={name}
        onChoose={choose}
      />
      <DateField value={value} label={t('{0}: date or time', label)} part={field} />
    </div>
  );
}
