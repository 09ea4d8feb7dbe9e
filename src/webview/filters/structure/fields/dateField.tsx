// A field for a date, relative or not, with the browser's own picker beside it.
import type { FilterValue } from '#filters/filterShape.ts';
import { dayOf, replaceDay } from '#filters/parseRelativeDate.ts';
import { setRaw } from '#filters/valueEdits.ts';
import { t } from '#webview/elements/translate.ts';
import { useStructure, type Part } from '#webview/filters/structure/state/structureContext.ts';
import { suggestDates } from './useCombobox.ts';
import { ValueField } from './valueList.tsx';

interface DateFieldProps {
  readonly value: FilterValue;
  readonly label: string;
  readonly part: Part;
}

export function DateField(props: DateFieldProps) {
  const { value, label, part } = props;
  const structure = useStructure();
  const { shape, indent, isReadonly } = structure;
  const day = dayOf(value.text);
  const pick = (picked: string): void => {
    const date = replaceDay(value.text, picked);
    if (date !== undefined)
      structure.edit(setRaw(shape, value.path, JSON.stringify(date), { indent }), { announcement: date });
  };
  return (
    <span class="date-field">
      <ValueField {...props} placeholder={t('2025-01-31 or -30d')} suggest={suggestDates} class="value" />
      {!isReadonly && (
        <input
          class="date-picker"
          type="date"
          aria-label={t('{0}: pick a date', label)}
          title={t('Pick a Date')}
          data-part={`${part}-day`}
          value={day}
          onChange={({ currentTarget }) => pick(currentTarget.value)}
        />
      )}
    </span>
  );
}
