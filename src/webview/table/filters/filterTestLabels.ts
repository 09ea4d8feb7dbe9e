// The labels of filter comparisons.
import type { TableFilter } from '#protocol/tableMessages.ts';
import { t } from '#webview/elements/translate.ts';

export type FilterTest = TableFilter['test'];

export function filterTestLabels(): ReadonlyMap<FilterTest, string> {
  return new Map([
    ['contains', t('contains')],
    ['lacks', t('doesn’t contain')],
    ['starts', t('starts with')],
    ['is', t('is')],
    ['isNot', t('is not')],
    ['atLeast', t('is at least')],
    ['atMost', t('is at most')],
    ['filled', t('is not empty')],
    ['empty', t('is empty')],
  ]);
}

export function takesValue(test: FilterTest): boolean {
  return test !== 'filled' && test !== 'empty';
}

/** Whether the test makes sense with an empty value. */
export function allowsEmptyValue(test: FilterTest): boolean {
  return test === 'is' || test === 'isNot';
}

export function asFilterTest(name: string): FilterTest {
  return [...filterTestLabels().keys()].find((test) => test === name) ?? 'contains';
}
