// The controls of single conditions, in the order of the sentence that they make.
import type {
  BehaviorCondition,
  CohortCondition,
  OtherItem,
  PropertyCondition,
} from '../../../model/filterShape.ts';
import { setRaw, setStrings } from '../../../model/filterShapeEdits.ts';
import {
  countOperators,
  dateOperators,
  operatorsWithoutValue,
  propertyOperators,
  timeIntervals,
} from '../../../model/filterWords.ts';
import { lineIndent } from '../../../model/jsonLayout.ts';
import { t } from '../../elements/words.ts';
import { chips } from './chips.ts';
import { choice, field, rawValue, showButton, valueField } from './fields.ts';
import { h, type Piece } from './render.ts';
import type { Scene } from './scene.ts';

type Leaf = PropertyCondition | CohortCondition | BehaviorCondition;

export function controlsOf(scene: Scene, item: Leaf): readonly (Piece | false)[] {
  if (item.kind === 'cohort') return cohortControls(scene, item);
  return item.kind === 'behavior' ? behaviorControls(scene, item) : propertyControls(scene, item);
}

function propertyControls(scene: Scene, item: PropertyCondition): readonly (Piece | false)[] {
  const { shape, indent } = scene;
  const isUsual = item.type === 'person' || item.type === '';
  const set = (key: string) => (value: string) =>
    scene.change(setStrings(shape, item, { [key]: value }, { indent }));
  const operatorNode = propertyNode(item, 'operator');
  return [
    item.isNegated && negation(scene, item, t('not'), t('not')),
    (shape.kind === 'dashboard' || !isUsual) &&
      choice(
        scene,
        item.type,
        propertyTypes(item.type),
        { label: t('Property of'), part: 'type', class: 'short' },
        set('type'),
      ),
    field(scene, item.key, {
      label: t('Property'),
      part: 'key',
      placeholder: t('property'),
      list: 'property-keys',
      class: 'key',
    }),
    choice(
      scene,
      item.operator,
      propertyOperators(t),
      { label: t('Operator'), part: 'operator', isFaulty: scene.isFaulty(operatorNode) },
      set('operator'),
    ),
    !operatorsWithoutValue.includes(item.operator) && propertyValue(scene, item),
  ];
}

function propertyValue(scene: Scene, item: PropertyCondition): Piece {
  if (item.value.kind === 'list') return chips(scene, item.value, scene.idOf(item));
  const isDate = dateOperators.includes(item.operator);
  return valueField(scene, item.value, {
    label: t('Value'),
    part: 'value',
    class: 'value',
    placeholder: isDate ? t('2025-01-31 or -30d') : t('value'),
    ...(isDate ? { list: 'relative-dates' } : {}),
  });
}

function propertyTypes(present: string): ReadonlyMap<string, string> {
  const types = new Map([
    ['person', t('Person')],
    ['event', t('Event')],
    ['group', t('Group')],
    ['session', t('Session')],
  ]);
  return present === '' ? new Map([['', t('Default')], ...types]) : types;
}

function cohortControls(scene: Scene, item: CohortCondition): readonly Piece[] {
  return [
    negation(scene, item, t('in'), t('not in')),
    h('span', { class: 'word' }, item.type === 'static-cohort' ? t('static cohort') : t('cohort')),
    field(scene, item.value, {
      label: t('Id of the cohort'),
      part: 'value',
      placeholder: t('id'),
      prefersNumber: true,
      class: 'short',
    }),
  ];
}

/** Whether the condition has to hold or must not. */
function negation(scene: Scene, item: Leaf, positive: string, negative: string): Piece {
  const isWord = positive === negative;
  const words = new Map([
    ['false', isWord ? t('is so') : positive],
    ['true', negative],
  ]);
  const set = (raw: string) =>
    scene.change(setRaw(scene.shape, [...item.path, 'negation'], raw, { indent: scene.indent }));
  return choice(
    scene,
    String(item.isNegated),
    words,
    { label: t('Holds or not'), part: 'negation', class: 'short' },
    set,
  );
}

const multiple = 'performed_event_multiple';

function behaviorControls(scene: Scene, item: BehaviorCondition): readonly (Piece | false)[] {
  const { shape, indent } = scene;
  const isMultiple = item.behavior === multiple;
  const often = isMultiple ? `${multiple}:${item.operator || 'gte'}` : item.behavior;
  const setOften = (value: string) => {
    const [behavior, operator] = value.split(':', 2);
    scene.change(setStrings(shape, item, { value: behavior, operator }, { indent }));
  };
  return [
    negation(scene, item, t('did'), t('did not do')),
    item.eventType !== '' &&
      item.eventType !== 'events' &&
      h('span', { class: 'word' }, item.eventType === 'actions' ? t('action') : item.eventType),
    field(scene, item.key, {
      label: t('Event'),
      part: 'key',
      placeholder: t('event'),
      list: 'event-names',
      class: 'key',
    }),
    choice(scene, often, frequencies(), { label: t('How often'), part: 'often' }, setOften),
    isMultiple &&
      field(scene, item.times, {
        label: t('Number of times'),
        part: 'times',
        placeholder: '1',
        prefersNumber: true,
        class: 'count',
      }),
    isMultiple && h('span', { class: 'word' }, t('times')),
    // Words that belong together stay on one line.
    h('span', { class: 'phrase' }, windowControls(scene, item)),
  ];
}

function windowControls(scene: Scene, item: BehaviorCondition): readonly Piece[] {
  const { shape, indent } = scene;
  if (item.since.kind !== 'absent' && item.since.kind !== 'null') {
    return [
      h('span', { class: 'word' }, t('since')),
      field(scene, item.since, {
        label: t('Since'),
        part: 'since',
        placeholder: t('2025-01-31 or -30d'),
        list: 'relative-dates',
        class: 'value',
      }),
    ];
  }
  const intervals = item.timeInterval === '' ? new Map([['', '…'], ...timeIntervals(t)]) : timeIntervals(t);
  return [
    h('span', { class: 'word' }, t('in the last')),
    field(scene, item.timeValue, {
      label: t('Length of time'),
      part: 'time-value',
      placeholder: t('any'),
      prefersNumber: true,
      class: 'count',
    }),
    choice(
      scene,
      item.timeInterval,
      intervals,
      { label: t('Unit of time'), part: 'time-interval', class: 'short' },
      (time_interval) => scene.change(setStrings(shape, item, { time_interval }, { indent })),
    ),
  ];
}

/** Whether it happened at all, and how often, in one choice. */
function frequencies(): ReadonlyMap<string, string> {
  const counts = [...countOperators(t)].map(([operator, words]): [string, string] => [
    `${multiple}:${operator}`,
    words,
  ]);
  return new Map([
    ['performed_event', t('at least once')],
    ['performed_event_first_time', t('for the first time')],
    ...counts,
  ]);
}

function propertyNode({ node }: Leaf, key: string) {
  return node.kind === 'object' ? node.members.findLast((member) => member.key === key)?.value : undefined;
}

/** What there are no controls for: its text, which stays as it is. */
export function otherControls(scene: Scene, { node, reason }: OtherItem): readonly (Piece | false)[] {
  const words = {
    empty: t('An empty condition: it asks for nothing.'),
    deep: t('Nested too deep to be shown here.'),
    unknown: t('This is kept as it is; it can be changed in the text.'),
  }[reason];
  return [
    h('span', { class: 'other-words' }, words, ' ', showButton(scene, node)),
    reason !== 'empty' &&
      h('pre', { class: 'raw', tabindex: '0', 'aria-label': t('JSON') }, excerpt(scene.shape.text, node)),
  ];
}

/** Members that the controls leave out. */
export function otherKeys(
  scene: Scene,
  item: { readonly node: OtherItem['node']; readonly otherKeys: readonly string[] },
): Piece | false {
  const { node, otherKeys: keys } = item;
  if (keys.length === 0 || node.kind !== 'object') return false;
  return h(
    'ul',
    { class: 'other-keys', 'aria-label': t('Also in the text') },
    node.members
      .filter(({ key }) => keys.includes(key))
      .slice(0, 20)
      .map(({ key, value }) => {
        const text = scene.shape.text.slice(value.from, value.to);
        return h(
          'li',
          {},
          h('span', { class: 'other-key' }, key),
          rawValue(scene, { kind: 'other', path: [], node: value, text, items: [] }),
        );
      }),
  );
}

/** Lines lose the indentation that they have in the text. */
function excerpt(text: string, { from, to }: OtherItem['node']): string {
  const maxLength = 600;
  const indent = lineIndent(text, from);
  const raw = text.slice(from, Math.min(to, from + maxLength)).replaceAll(`\n${indent}`, '\n');
  return to - from > maxLength ? `${raw}…` : raw;
}
