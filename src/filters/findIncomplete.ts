// Conditions without a property, event, cohort or type: services store them, and then ignore or reject them.
import type { Translate } from '#text/translate.ts';
import { memberOf } from '#json/jsonTree.ts';
import { expressionType } from './parseFilterShape.ts';
import { type FilterItem, type FilterShape, type FilterValue, partsOf } from './filterShape.ts';

export interface TextRange {
  readonly from: number;
  readonly to: number;
}

export interface IncompleteCondition {
  readonly missing: 'type' | 'property' | 'expression' | 'event' | 'nextEvent' | 'cohort';
  /** The place of the missing name, or the bracket of a condition that lacks the member. */
  readonly place: TextRange;
  /** Nothing was typed into it since it was added. */
  readonly isUntouched: boolean;
}

/** Incomplete conditions in the order of the text. */
export function findIncomplete({ group, kind }: FilterShape): readonly IncompleteCondition[] {
  if (!group) return [];
  return [...partsOf(group)].flatMap((item) => [
    ...(kind === 'cohort' ? withoutType(item) : []),
    ...withoutName(item),
  ]);
}

/** A value alone is an older form, and the conditions on an event need no type. */
function withoutType(item: FilterItem): readonly IncompleteCondition[] {
  const { node, path } = item;
  const needsNone = item.kind === 'group' || item.type !== '' || path.at(-2) === 'event_filters';
  if (needsNone || node.kind !== 'object' || !memberOf(node, 'key')) return [];
  const place = memberOf(node, 'type')?.value ?? { from: node.from, to: node.from + 1 };
  return [{ missing: 'type', place, isUntouched: false }];
}

function withoutName(item: FilterItem): readonly IncompleteCondition[] {
  switch (item.kind) {
    case 'property': {
      const isUntouched = item.value.kind === 'text' && item.value.text === '' && item.operator === 'exact';
      return ifEmpty(item.key, item.type === expressionType ? 'expression' : 'property', isUntouched);
    }
    case 'behavior': {
      const isUntouched = item.behavior === 'performed_event' && item.eventFilters.length === 0;
      const isSequence = item.behavior === 'performed_event_sequence';
      return [
        ...ifEmpty(item.key, 'event', isUntouched),
        ...(isSequence ? ifEmpty(item.nextKey, 'nextEvent', false) : []),
      ];
    }
    case 'cohort':
      return ifEmpty(item.value, 'cohort', !item.isExcluded);
    case 'group':
    case 'other':
      return [];
  }
}

/** A missing value is an older form, of which nothing is known. */
function ifEmpty(
  { kind, text, node }: FilterValue,
  missing: IncompleteCondition['missing'],
  isUntouched: boolean,
): readonly IncompleteCondition[] {
  return kind === 'text' && text.trim() === '' && node ? [{ missing, place: node, isUntouched }] : [];
}

/** What to do about it, as a sentence. */
export function describeIncomplete(missing: IncompleteCondition['missing'], t: Translate): string {
  return sentences[missing](t);
}

const sentences: { readonly [M in IncompleteCondition['missing']]: (t: Translate) => string } = {
  type: (t) => t('Enter a type, for example “person”. Services ignore or reject a condition without one.'),
  property: (t) => t('Enter a property. Services ignore or reject a condition without one.'),
  expression: (t) => t('Enter an expression. Services ignore or reject a condition without one.'),
  event: (t) => t('Enter an event. Services ignore or reject a condition without one.'),
  nextEvent: (t) => t('Enter the next event. Services ignore or reject a sequence without one.'),
  cohort: (t) => t('Select a cohort. Services ignore or reject a condition without one.'),
};
