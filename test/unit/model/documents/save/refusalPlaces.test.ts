import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusalPlaces } from '#model/documents/save/refusalPlaces.ts';
import { fault } from '../../../../misbehaving/acts.ts';
import { catchApiError, startClient } from '../../../api/support.ts';

const leaf = '{"type": "person", "key": "a"}';
const filters = `{"properties": {"type": "OR", "values": [${leaf}, {"type": "person", "key": "b", "operator": "x"}]}}`;
const place = (index: number, ...last: readonly string[]) =>
  `('properties', 'OR', 'values', ${[index, ...last.map((step) => `'${step}'`)].join(', ')})`;
const finding = (where: string, message: string) => `{'type': 'x', 'loc': ${where}, 'msg': "${message}"}`;

async function placesOf(
  t: Parameters<typeof startClient>[0],
  findings: readonly string[],
  attr: string | null,
) {
  const { client } = await startClient(t, () =>
    fault(400, 'invalid_input', `[${findings.join(', ')}]`, attr),
  );
  return catchApiError(client.cohorts('1').updateText(1, JSON.stringify({})));
}

test('each reason of a refusal is at its condition, in its own words', async (t) => {
  const error = await placesOf(
    t,
    [
      finding(place(0, 'person', 'operator'), 'Field required'),
      finding(place(0, 'person', 'value'), 'Field required'),
      finding(place(1, 'person', 'operator'), "Input should be 'exact'"),
      finding(place(1, 'person', 'operator'), "Input should be 'exact'"),
      finding(place(9), 'Too many'),
    ],
    'filters',
  );
  for (const [part, text] of [
    ['filters', filters],
    ['record', `{"name": "Shops", "filters": ${filters}}`],
  ] as const) {
    const places = refusalPlaces({ part }, text, error);
    assert.deepEqual(
      places.map(({ from, to, message }) => [text.slice(from, to), message]),
      [
        [leaf, 'operator: Field required\nvalue: Field required'],
        ['"x"', "Input should be 'exact'"],
        [`[${leaf}, {"type": "person", "key": "b", "operator": "x"}]`, 'Too many'],
      ],
    );
  }
});

test('a reason without a place, or in a text that is not JSON, concerns the whole text', async (t) => {
  const error = await placesOf(t, [finding('()', 'No')], null);
  assert.deepEqual(refusalPlaces({ part: 'filters' }, '{"a": 1}', error), [
    { from: 0, to: 8, message: 'No' },
  ]);
  const other = await placesOf(t, [finding(place(0), 'No')], 'filters');
  assert.deepEqual(refusalPlaces({ part: 'filters' }, '{"a"', other), [{ from: 0, to: 4, message: 'No' }]);
});
