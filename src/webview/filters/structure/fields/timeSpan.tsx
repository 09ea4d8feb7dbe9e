// A number and a unit of time, such as “30 days”.
import type { BehaviorCondition, FilterValue } from '#filters/filterShape.ts';
import { setTimeWindow, timeIntervals, type TimeWindowKind, timeWindowOf } from '#filters/timeWindow.ts';
import { setStrings } from '#filters/valueEdits.ts';
import { t } from '#webview/elements/translate.ts';
import { Choice, CountField, Phrase, Word } from './phrase.tsx';
import { DateField } from './dateField.tsx';
import { useStructure, type Part } from '#webview/filters/structure/state/structureContext.ts';

interface BehaviorProps {
  readonly item: BehaviorCondition;
}

/** The time in which the event counts: relative, or dates. */
export function TimeWindow({ item }: BehaviorProps) {
  const structure = useStructure();
  const window = timeWindowOf(item);
  const windows = new Map<TimeWindowKind, string>([
    ['last', t('in the last')],
    ['since', t('since')],
    ['until', t('until')],
    ['between', t('from')],
  ]);
  const choose = (chosen: string): void => {
    const [known] = [...windows.keys()].filter((one) => one === chosen);
    const { shape, indent } = structure;
    structure.edit(known && setTimeWindow(shape, item, known, { indent }));
  };
  return (
    <Phrase>
      <Choice
        value={window}
        options={windows}
        label={t('Time window')}
        part="window"
        class="short"
        onChoose={choose}
      />
      {window === 'last' && <TimeSpan item={item} placeholder={t('any')} />}
      {(window === 'since' || window === 'between') && (
        <DateField value={item.since} label={t('Since')} part="since" />
      )}
      {window === 'between' && <Word>{t('to')}</Word>}
      {(window === 'until' || window === 'between') && (
        <DateField value={item.until} label={t('Until')} part="until" />
      )}
    </Phrase>
  );
}

export function TimeSpan({ item, placeholder }: BehaviorProps & { readonly placeholder: string }) {
  const structure = useStructure();
  const setUnit = (time_interval: string) =>
    structure.edit(setStrings(structure.shape, item, { time_interval }, { indent: structure.indent }));
  return (
    <>
      <CountField
        value={item.timeValue}
        label={t('Length of time')}
        part="time-value"
        placeholder={placeholder}
      />
      <UnitChoice
        count={item.timeValue}
        unit={item.timeInterval}
        label={t('Unit of time')}
        part="time-interval"
        onChoose={setUnit}
      />
    </>
  );
}

/** The second time span of a condition with two; `words` describe it. */
export function NextTimeSpan({ item, words }: BehaviorProps & { readonly words: string }) {
  const structure = useStructure();
  const setUnit = (seq_time_interval: string) =>
    structure.edit(setStrings(structure.shape, item, { seq_time_interval }, { indent: structure.indent }));
  return (
    <Phrase>
      <Word>{words}</Word>
      <CountField
        value={item.nextValue}
        label={t('{0}: length of time', words)}
        part="next-time-value"
        placeholder="7"
      />
      <UnitChoice
        count={item.nextValue}
        unit={item.nextInterval}
        label={t('{0}: unit of time', words)}
        part="next-time-interval"
        onChoose={setUnit}
      />
    </Phrase>
  );
}

interface UnitChoiceProps {
  readonly count: FilterValue;
  readonly unit: string;
  readonly label: string;
  readonly part: Part;
  readonly onChoose: (unit: string) => void;
}

function UnitChoice({ count, unit, ...choice }: UnitChoiceProps) {
  const units = timeIntervals(t, count.text === '1');
  const options = unit === '' ? new Map([['', '…'], ...units]) : units;
  return <Choice value={unit} options={options} class="short" {...choice} />;
}
