// The controls of what persons did, in the order of the sentence that they make.
import type { BehaviorCondition, FilterValue } from '#filters/shape.ts';
import { setBehavior, setStrings } from '#filters/valueEdits.ts';
import { behaviors, countOperators } from '#filters/operatorNames.ts';
import { timeIntervals } from '#filters/timeNames.ts';
import { t } from '#webview/elements/translate.ts';
import { choice, field, type ChoiceOptions } from './fields.ts';
import { h, type Piece } from './render.ts';
import type { Part, RenderContext } from './renderContext.ts';

type Controls = readonly (Piece | false)[];

const multiple = 'performed_event_multiple';

/** All behind “did” or “did not do”. */
export function behaviorControls(scene: RenderContext, item: BehaviorCondition): Controls {
  return [...eventField(scene, item), often(scene, item), ...details(scene, item)];
}

function eventField(scene: RenderContext, { eventType, key }: BehaviorCondition): Controls {
  return nameField(scene, eventType, key, { label: t('Event'), part: 'key', placeholder: t('event') });
}

function nameField(
  scene: RenderContext,
  type: string,
  name: FilterValue,
  options: { readonly label: string; readonly part: Part; readonly placeholder: string },
): Controls {
  const isNamed = type !== '' && type !== 'events';
  return [
    isNamed && word(type === 'actions' ? t('action') : type),
    field(scene, name, { ...options, list: 'event-names', class: 'key' }),
  ];
}

/** Whether it happened at all, how often, and what else was, in one choice. */
function often(scene: RenderContext, item: BehaviorCondition): Piece {
  const present = item.behavior === multiple ? `${multiple}:${item.operator || 'gte'}` : item.behavior;
  const counts = [...countOperators(t)].map(
    ([operator, words]) => [`${multiple}:${operator}`, words] as const,
  );
  const [first, ...others] = behaviors(t);
  const offered = new Map([...(first ? [first] : []), ...counts, ...others]);
  const set = (value: string) => {
    const [behavior = '', operator] = value.split(':', 2);
    scene.change(setBehavior(scene.shape, item, behavior, operator, { indent: scene.indent }));
  };
  return choice(scene, present, offered, { label: t('How often'), part: 'often' }, set);
}

/** What the behaviour is told by; words that belong together stay on one line. */
function details(scene: RenderContext, item: BehaviorCondition): Controls {
  switch (item.behavior) {
    case multiple:
      return [phrase(times(scene, item), word(t('times'))), timeWindow(scene, item)];
    case 'performed_event_regularly':
      return regular(scene, item);
    case 'performed_event_sequence':
      return [
        ...nameField(scene, item.nextType, item.nextKey, {
          label: t('Next event'),
          part: 'next-key',
          placeholder: t('next event'),
        }),
        nextSpan(scene, item, t('within')),
        timeWindow(scene, item),
      ];
    case 'stopped_performing_event':
      return [timeWindow(scene, item), nextSpan(scene, item, t('but not in the last'))];
    case 'restarted_performing_event':
      return [
        nextSpan(scene, item, t('in the last')),
        phrase(word(t('after a pause since')), ...timeSpan(scene, item, '30'), word(t('ago'))),
      ];
    default:
      return [timeWindow(scene, item)];
  }
}

function regular(scene: RenderContext, item: BehaviorCondition): Controls {
  return [
    phrase(counting(scene, item), times(scene, item), word(t('times'))),
    phrase(word(t('per')), ...timeSpan(scene, item, '1')),
    phrase(
      word(t('in at least')),
      count(scene, item.minPeriods, {
        label: t('Periods with the event'),
        part: 'min-periods',
        placeholder: '1',
      }),
      word(t('of the last')),
      count(scene, item.totalPeriods, {
        label: t('Periods looked at'),
        part: 'total-periods',
        placeholder: '3',
      }),
      word(t('such periods')),
    ),
  ];
}

function counting(scene: RenderContext, item: BehaviorCondition): Piece {
  const { shape, indent } = scene;
  const set = (operator: string) => scene.change(setStrings(shape, item, { operator }, { indent }));
  return choice(
    scene,
    item.operator || 'gte',
    countOperators(t),
    { label: t('Comparison of the number of times'), part: 'operator' },
    set,
  );
}

function times(scene: RenderContext, { times: value }: BehaviorCondition): Piece {
  return count(scene, value, { label: t('Number of times'), part: 'times', placeholder: '1' });
}

/** The time that is looked at. */
function timeWindow(scene: RenderContext, item: BehaviorCondition): Piece {
  if (item.since.kind !== 'absent' && item.since.kind !== 'null') {
    const since = field(scene, item.since, {
      label: t('Since'),
      part: 'since',
      placeholder: t('2025-01-31 or -30d'),
      list: 'relative-dates',
      class: 'value',
    });
    return phrase(word(t('since')), since);
  }
  return phrase(word(t('in the last')), ...timeSpan(scene, item));
}

function timeSpan(scene: RenderContext, item: BehaviorCondition, placeholder = t('any')): readonly Piece[] {
  return span(scene, item.timeValue, item.timeInterval, {
    value: { label: t('Length of time'), part: 'time-value', placeholder },
    interval: { label: t('Unit of time'), part: 'time-interval', class: 'short' },
    set: (time_interval) =>
      scene.change(setStrings(scene.shape, item, { time_interval }, { indent: scene.indent })),
  });
}

/** The second time, which `words` tell from the first. */
function nextSpan(scene: RenderContext, item: BehaviorCondition, words: string): Piece {
  const controls = span(scene, item.nextValue, item.nextInterval, {
    value: { label: t('{0}: length of time', words), part: 'next-time-value', placeholder: '7' },
    interval: { label: t('{0}: unit of time', words), part: 'next-time-interval', class: 'short' },
    set: (seq_time_interval) =>
      scene.change(setStrings(scene.shape, item, { seq_time_interval }, { indent: scene.indent })),
  });
  return phrase(word(words), ...controls);
}

interface SpanOptions {
  readonly value: CountOptions;
  readonly interval: ChoiceOptions;
  readonly set: (interval: string) => void;
}

function span(
  scene: RenderContext,
  value: FilterValue,
  interval: string,
  { value: valueOptions, interval: intervalOptions, set }: SpanOptions,
): readonly Piece[] {
  const units = timeIntervals(t, value.text === '1');
  const offered = interval === '' ? new Map([['', '…'], ...units]) : units;
  return [count(scene, value, valueOptions), choice(scene, interval, offered, intervalOptions, set)];
}

interface CountOptions {
  readonly label: string;
  readonly part: Part;
  readonly placeholder?: string;
}

function count(scene: RenderContext, value: FilterValue, options: CountOptions): Piece {
  return field(scene, value, { ...options, prefersNumber: true, class: 'count' });
}

function word(words: string): Piece {
  return h('span', { class: 'word' }, words);
}

function phrase(...children: readonly Piece[]): Piece {
  return h('span', { class: 'phrase' }, children);
}
