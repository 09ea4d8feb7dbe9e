import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addItem, type NewItem } from '#filters/itemEdits.ts';
import { findIncomplete } from '#filters/findIncomplete.ts';
import { parseFilterShape } from '#filters/parseFilterShape.ts';

function find(text: string, kind: 'cohort' | 'dashboard' = 'cohort') {
  const shape = parseFilterShape(text, kind);
  assert.ok(shape);
  return findIncomplete(shape).map(({ missing, isUntouched, place }) => {
    const marked = text.slice(place.from, place.to);
    if (missing === 'type')
      assert.match(marked, /^(""|null|\{)$/, 'the mark is at the type, or where it belongs');
    else assert.match(marked, /^"\s*"$/, 'the mark is at the empty name');
    return `${missing}${isUntouched ? ' untouched' : ''}`;
  });
}

const filters = (...values: readonly object[]) => JSON.stringify({ properties: { type: 'AND', values } });
const property = { type: 'person', key: '', operator: 'exact', value: '' };
const behavior = { type: 'behavioral', key: '', value: 'performed_event', event_type: 'events' };
const sequence = { ...behavior, key: 'a', value: 'performed_event_sequence', seq_event: '' };
const eventFilter = { ...behavior, key: 'a', event_filters: [{ ...property, value: 'x' }] };

describe('an incomplete condition', () => {
  for (const [title, values, found] of [
    ['on a property without a name', [{ ...property, value: 'x' }], ['property']],
    ['on a property of white space', [{ ...property, key: '  ', value: 'x' }], ['property']],
    ['on a property that only has an operator', [{ ...property, operator: 'is_set' }], ['property']],
    ['on no event, counted', [{ ...behavior, value: 'performed_event_multiple' }], ['event']],
    ['on a sequence without its next event', [sequence], ['nextEvent']],
    ['on a property of an event without a name', [eventFilter], ['property']],
    ['on no cohort, negated', [{ type: 'cohort', key: 'id', value: '', negation: true }], ['cohort']],
    ['without a type', [{ key: 'email', operator: 'exact', value: 'x' }], ['type']],
    ['with an empty type', [{ ...property, type: '', key: 'email' }], ['type']],
    ['with null as its type', [{ ...property, type: null, key: 'email' }], ['type']],
    ['on an action, without a type', [{ ...behavior, type: undefined, key: 7 }], ['type']],
    ['in a nested group', [{ type: 'OR', values: [{ ...property, value: 1 }] }], ['property']],
  ] as const) {
    it(`is one ${title}`, () => assert.deepEqual(find(filters(...values)), found));
  }

  it('is none that names something, nor one of an older form without a name', () => {
    const complete = [
      { ...property, key: 'email' },
      { ...behavior, key: 7, event_type: 'actions' },
    ];
    assert.deepEqual(find(filters(...complete, { type: 'cohort', value: 3 }, { value: 'x' }, {})), []);
  });

  it('of a dashboard or on an event needs no type', () => {
    const untyped = { key: 'email', operator: 'exact', value: 'x' };
    assert.deepEqual(find(JSON.stringify({ properties: [untyped] }), 'dashboard'), []);
    assert.deepEqual(find(filters({ ...behavior, key: 'a', event_filters: [untyped] })), []);
  });

  it('is untouched as the buttons of the structure add it', () => {
    const untouched: readonly (readonly [NewItem, readonly string[]])[] = [
      ['property', ['property untouched']],
      ['behavior', ['event untouched']],
      ['cohort', ['cohort untouched']],
      ['group', []],
    ];
    for (const [kind, found] of untouched) {
      const text = filters();
      const shape = parseFilterShape(text, 'cohort');
      assert.ok(shape);
      const change = addItem(shape, shape.group, kind);
      assert.ok(change);
      assert.deepEqual(find(change.text), found);
    }
  });

  it('of a dashboard is found in its plain list', () => {
    assert.deepEqual(find('{"properties": [{"type": "event", "key": "", "value": "x"}]}', 'dashboard'), [
      'property',
    ]);
  });
});
