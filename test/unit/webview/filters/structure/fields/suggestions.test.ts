import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  matchingSuggestions,
  suggestDates,
  suggestValues,
} from '#webview/filters/structure/fields/suggestions.ts';

const names = ['my plan', 'plan_since', 'email', 'plan', '', 'Planet', 'plan', 'of the plan, mine'];

function found(typed: string): readonly string[] {
  return matchingSuggestions(typed, suggestValues(names)).map(({ value }) => value);
}

describe('suggestions', () => {
  const cases: readonly (readonly [what: string, typed: string, found: readonly string[]])[] = [
    ['are all names once, in their order, for no text', ' ', [...new Set(names)].filter((one) => one !== '')],
    [
      'begin with the exact name, then those that begin so, the shorter first',
      'plan',
      ['plan', 'Planet', 'plan_since', 'my plan', 'of the plan, mine'],
    ],
    ['ignore case', 'PLANE', ['Planet']],
    ['have each of the words, in any order', 'plan my', ['my plan']],
    ['are none for a name that nobody uses', 'plans', []],
  ];
  for (const [what, typed, expected] of cases) {
    it(what, () => assert.deepEqual(found(typed), expected));
  }

  it('match by name, by value and by details', () => {
    const actions = [
      { value: '7', name: 'Paid again', details: '#7' },
      { value: '71', name: 'Paid', details: '#71' },
    ];
    const ids = (typed: string) => matchingSuggestions(typed, actions).map(({ value }) => value);
    assert.deepEqual([ids('paid'), ids('7'), ids('#71')], [['71', '7'], ['7', '71'], ['71']]);
  });

  it('begin with what a date in words means, once', () => {
    const dates = (typed: string) =>
      matchingSuggestions(typed, suggestDates(typed)).map(({ name, value }) => name ?? value);
    assert.deepEqual(dates('14 days ago'), ['14 days ago → -14d']);
    assert.deepEqual(dates('7 days ago'), ['7 days ago → -7d']);
    assert.deepEqual(dates('yesterday'), ['yesterday → -1d']);
    assert.deepEqual(dates('days'), ['-7d', '-30d', '-90d']);
  });

  it('are at most 200', () => {
    const many = suggestValues(Array.from({ length: 1000 }, (_, index) => `name ${index}`));
    assert.equal(matchingSuggestions('', many).length, 200);
    assert.equal(matchingSuggestions('name 999', many)[0]?.value, 'name 999');
  });
});
