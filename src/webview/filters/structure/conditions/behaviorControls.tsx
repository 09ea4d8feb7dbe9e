// The controls of a condition about events, in the order of its sentence.
import { behaviors, countOperator, countOperators } from '#filters/operators.ts';
import type { BehaviorCondition, FilterValue } from '#filters/filterShape.ts';
import { setBehavior, setStrings } from '#filters/valueEdits.ts';
import { t } from '#webview/elements/translate.ts';
import { Choice, CountField, Phrase, Word } from '#webview/filters/structure/fields/phrase.tsx';
import { useStructure, type Part } from '#webview/filters/structure/state/structureContext.ts';
import { suggestActions, suggestEvents } from '#webview/filters/structure/fields/useCombobox.ts';
import { TextField } from '#webview/filters/structure/fields/textField.tsx';
import { NextTimeSpan, TimeSpan, TimeWindow } from '#webview/filters/structure/fields/timeSpan.tsx';

interface BehaviorProps {
  readonly item: BehaviorCondition;
}

const multiple = 'performed_event_multiple';

/** All that follows “did” or “did not do”. */
export function BehaviorControls({ item }: BehaviorProps) {
  return (
    <>
      <EventField
        type={item.eventType}
        name={item.key}
        label={t('Event')}
        part="key"
        placeholder={t('event')}
      />
      <FrequencyChoice item={item} />
      <BehaviorDetails item={item} />
    </>
  );
}

interface EventFieldProps {
  readonly type: string;
  readonly name: FilterValue;
  readonly label: string;
  readonly part: Part;
  readonly placeholder: string;
}

function EventField({ type, name, ...options }: EventFieldProps) {
  const structure = useStructure();
  const needsType = type !== '' && type !== 'events';
  return (
    <>
      {needsType && <Word>{type === 'actions' ? <ActionWord /> : type}</Word>}
      <TextField
        value={name}
        suggest={() => (type === 'actions' ? suggestActions(structure) : suggestEvents(structure, name))}
        marksFirst
        class="key"
        {...options}
      />
      {type === 'actions' && <ActionName name={structure.names.action(name.text)} />}
    </>
  );
}

function ActionWord() {
  return (
    <span
      title={t(
        'Services do not list actions. Names come from groups and from the tiles of opened dashboards.',
      )}
    >
      {t('action')}
    </span>
  );
}

function ActionName({ name }: { readonly name: string | undefined }) {
  return name === undefined ? null : <span class="cohort-details">{name}</span>;
}

/** The behavior and, for a repeated event, how its count compares: one choice for both. */
function FrequencyChoice({ item }: BehaviorProps) {
  const structure = useStructure();
  const counts = [...countOperators(t)].map(([operator, text]) => [`${multiple}:${operator}`, text] as const);
  const [once, ...others] = behaviors(t);
  const options = new Map([...(once ? [once] : []), ...counts, ...others]);
  const chosen = item.behavior === multiple ? `${multiple}:${countOperator(item.operator)}` : item.behavior;
  const choose = (value: string): void => {
    const [behavior = '', operator] = value.split(':', 2);
    structure.edit(setBehavior(structure.shape, item, behavior, operator, { indent: structure.indent }));
  };
  return <Choice value={chosen} options={options} label={t('How often')} part="often" onChoose={choose} />;
}

function BehaviorDetails({ item }: BehaviorProps) {
  switch (item.behavior) {
    case multiple:
      return (
        <>
          <Phrase>
            <TimesField item={item} />
            <Word>{t('times')}</Word>
          </Phrase>
          <TimeWindow item={item} />
        </>
      );
    case 'performed_event_regularly':
      return <RegularDetails item={item} />;
    case 'performed_event_sequence':
      return (
        <>
          <EventField
            type={item.nextType}
            name={item.nextKey}
            label={t('Next event')}
            part="next-key"
            placeholder={t('next event')}
          />
          <NextTimeSpan item={item} words={t('within')} />
          <TimeWindow item={item} />
        </>
      );
    case 'stopped_performing_event':
      return (
        <>
          <TimeWindow item={item} />
          <NextTimeSpan item={item} words={t('but not in the last')} />
        </>
      );
    case 'restarted_performing_event':
      return (
        <>
          <NextTimeSpan item={item} words={t('in the last')} />
          <PauseSpan item={item} />
        </>
      );
    default:
      return <TimeWindow item={item} />;
  }
}

/** The words around the time differ in number and place from language to language. */
function PauseSpan({ item }: BehaviorProps) {
  const [before = '', after = ''] = t('after a pause that began {0} ago').split('{0}');
  return (
    <Phrase>
      <Word>{before.trim()}</Word>
      <TimeSpan item={item} placeholder="30" />
      {after.trim() !== '' && <Word>{after.trim()}</Word>}
    </Phrase>
  );
}

function RegularDetails({ item }: BehaviorProps) {
  const structure = useStructure();
  const setOperator = (operator: string) =>
    structure.edit(setStrings(structure.shape, item, { operator }, { indent: structure.indent }));
  return (
    <>
      <Phrase>
        <Choice
          value={countOperator(item.operator)}
          options={countOperators(t)}
          label={t('Comparison of the number of times')}
          part="operator"
          onChoose={setOperator}
        />
        <TimesField item={item} />
        <Word>{t('times')}</Word>
      </Phrase>
      <Phrase>
        <Word>{t('per')}</Word>
        <TimeSpan item={item} placeholder="1" />
      </Phrase>
      <Phrase>
        <Word>{t('in at least')}</Word>
        <CountField
          value={item.minPeriods}
          label={t('Periods with the event')}
          part="min-periods"
          placeholder="1"
        />
        <Word>{t('of the last')}</Word>
        <CountField
          value={item.totalPeriods}
          label={t('Number of periods')}
          part="total-periods"
          placeholder="3"
        />
        <Word>{t('such periods')}</Word>
      </Phrase>
    </>
  );
}

function TimesField({ item }: BehaviorProps) {
  return <CountField value={item.times} label={t('Number of times')} part="times" placeholder="1" />;
}
