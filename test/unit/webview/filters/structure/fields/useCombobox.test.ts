import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  isAsTyped,
  matchingSuggestions,
  suggestDates,
  suggestValues,
} from '#webview/filters/structure/fields/useCombobox.ts';

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

  it('begin with the spelling that was typed, before the same name with other accents', () => {
    const known = suggestValues(['prénoms', 'prénom', 'prenom']);
    const values = (typed: string) => matchingSuggestions(typed, known).map(({ value }) => value);
    assert.deepEqual(values('prenom'), ['prenom', 'prénom', 'prénoms']);
    assert.deepEqual(values('Pre\u0301nom'), ['prénom', 'prenom', 'prénoms']);
  });

  it('are as typed with the accents that were typed, in any case and order of words', () => {
    const isSo = (typed: string, value: string) => isAsTyped(typed, { value });
    assert.deepEqual([isSo('prenom', 'prénom'), isSo('prénom', 'prenom')], [false, false]);
    assert.ok(isSo('pre\u0301', 'Prénom') && isSo(' plan My', 'my plan'));
    assert.ok(isAsTyped('paid', { value: '7', name: 'Paid' }));
  });

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
