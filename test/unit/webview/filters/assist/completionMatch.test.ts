import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  asksForChoices,
  layOutChoice,
  matchChoices,
  type Choice,
} from '#webview/filters/assist/completionMatch.ts';

function choice(filter: string): Choice {
  return {
    kind: 'value',
    label: filter,
    filter,
    insert: filter,
    from: 0,
    to: 0,
    stops: [],
    documentation: '',
    isContinued: false,
  };
}

const operators = ['"exact"', '"is_not"', '"icontains"', '"not_icontains"', '"is_set"', '"is_not_set"'].map(
  choice,
);

for (const [typed, ...fitting] of [
  ['"', '"exact"', '"is_not"', '"icontains"', '"not_icontains"', '"is_set"', '"is_not_set"'],
  ['"is_', '"is_not"', '"is_set"', '"is_not_set"'],
  ['"NOT', '"not_icontains"', '"is_not"', '"is_not_set"'],
  ['"set', '"is_set"', '"is_not_set"'],
  ['"ntai', '"icontains"', '"not_icontains"'],
  ['"inset', '"is_not_set"'],
  ['"x y'],
] as const) {
  test(`${typed} is answered with ${fitting.join(', ') || 'nothing'}`, () => {
    assert.deepEqual(
      matchChoices(operators, () => typed).map(({ label }) => label),
      fitting,
    );
  });
}

test('lines and levels of a choice become those of its place, and its stops move along', () => {
  const insert = '{\n\t"a": "one",\n\t"b": "two"\n}';
  const stops = ['one', 'two'].map((word) => ({ from: insert.indexOf(word), to: insert.indexOf(word) + 3 }));
  const laidOut = layOutChoice({ insert, stops }, '    ', '  ');
  assert.equal(laidOut.text, '{\n      "a": "one",\n      "b": "two"\n    }');
  assert.deepEqual(
    laidOut.stops.map(({ from, to }) => laidOut.text.slice(from, to)),
    ['one', 'two'],
  );
});

for (const [text, asks] of [
  ['"', true],
  ['a', true],
  ['ß', true],
  ['$', true],
  [':', true],
  [': ', true],
  [', ', false],
  ['', false],
  ['{', false],
  [',', false],
] as const) {
  test(`typing ${JSON.stringify(text)} ${asks ? 'asks' : 'does not ask'} for suggestions`, () => {
    assert.equal(asksForChoices(text), asks);
  });
}
