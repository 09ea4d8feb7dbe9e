// The controls of single conditions, in the order of the sentence that they make.
import type { BehaviorCondition, CohortCondition, OtherItem, PropertyCondition } from '#filters/shape.ts';
import { setRaw, setStrings } from '#filters/valueEdits.ts';
import { dateOperators, operatorsWithoutValue, propertyOperators } from '#filters/operatorNames.ts';
import type { JsonMemberNode, JsonObjectNode, JsonPath } from '#json/tree.ts';
import { t } from '#webview/elements/translate.ts';
import { behaviorControls } from './behaviors.ts';
import { chips } from './chips.ts';
import { choice, field, rawValue, showButton, valueField } from './fields.ts';
import { jsonField } from './jsonField.ts';
import { h, type Piece } from './render.ts';
import type { RenderContext } from './renderContext.ts';

type Leaf = PropertyCondition | CohortCondition | BehaviorCondition;

export function controlsOf(scene: RenderContext, item: Leaf): readonly (Piece | false)[] {
  if (item.kind === 'cohort') return cohortControls(scene, item);
  if (item.kind === 'property') return propertyControls(scene, item);
  return [negation(scene, item, t('did'), t('did not do')), ...behaviorControls(scene, item)];
}

function propertyControls(scene: RenderContext, item: PropertyCondition): readonly (Piece | false)[] {
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

function propertyValue(scene: RenderContext, item: PropertyCondition): Piece {
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

function cohortControls(scene: RenderContext, item: CohortCondition): readonly Piece[] {
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
function negation(scene: RenderContext, item: Leaf, positive: string, negative: string): Piece {
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

function propertyNode({ node }: Leaf, key: string) {
  return node.kind === 'object' ? node.members.findLast((member) => member.key === key)?.value : undefined;
}

/** What there are no controls for: its JSON. */
export function otherControls(scene: RenderContext, { path, node, reason }: OtherItem): readonly Piece[] {
  const words = {
    empty: t('An empty condition: it asks for nothing.'),
    deep: t('Nested too deep for controls.'),
    unknown: t('There are no controls for this.'),
  }[reason];
  return [
    h('span', { class: 'other-words' }, words, ' ', showButton(scene, node)),
    jsonField(scene, node, path, { label: t('JSON'), part: 'json', itemPath: path }),
  ];
}

/** As many members without controls are shown. */
const maxOtherKeys = 20;

/** Members that the controls leave out. */
export function otherKeys(
  scene: RenderContext,
  item: Pick<OtherItem, 'node' | 'path'> & { readonly otherKeys: readonly string[] },
  caption = '',
): Piece | false {
  const { node, path, otherKeys: keys } = item;
  if (keys.length === 0 || node.kind !== 'object') return false;
  const members = node.members.filter(({ key }) => keys.includes(key));
  const left = members.length - maxOtherKeys;
  return h(
    'ul',
    { class: 'other-keys', 'aria-label': t('Also in the text') },
    caption !== '' && h('li', { key: '' }, h('span', { class: 'caption' }, caption)),
    members.slice(0, maxOtherKeys).map((member) => otherMember(scene, node, path, member)),
    left > 0 &&
      h('li', {}, h('span', { class: 'caption' }, t('{0} more', left), ' ', showButton(scene, node))),
  );
}

function otherMember(
  scene: RenderContext,
  owner: JsonObjectNode,
  path: JsonPath,
  { key, keyFrom, value }: JsonMemberNode,
): Piece {
  // No path leads to a member whose key comes again.
  const isTwice = owner.members.some((other) => other.key === key && other.keyFrom !== keyFrom);
  return h(
    'li',
    { key: isTwice ? `=${key}\n${keyFrom}` : `=${key}` },
    h('span', { class: 'other-key' }, key),
    isTwice
      ? rawValue(scene, scene.shape.text.slice(value.from, value.to), value)
      : jsonField(scene, value, [...path, key], { label: t('{0} as JSON', key), part: `json-${key}` }),
  );
}
