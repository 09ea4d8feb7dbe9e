import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addEventFilter } from '#filters/itemEdits.ts';
import { parseFilterShape } from '#filters/parseFilterShape.ts';
import { itemWithin } from '#filters/filterShape.ts';
import { setTimeWindow, timeWindowOf, type TimeWindowKind } from '#filters/timeWindow.ts';

const textOf = (members: string) =>
  `{"properties":{"type":"AND","values":[{"type":"behavioral","key":"a","value":"performed_event"${members}}]}}`;

function read(members: string) {
  const text = textOf(members);
  const shape = parseFilterShape(text, 'cohort');
  const item = shape?.group?.items[0];
  assert.ok(shape && item?.kind === 'behavior');
  return { shape, item };
}

const days = ',"time_value":90,"time_interval":"day"';
const since = ',"explicit_datetime":"-2w"';
const until = ',"explicit_datetime_to":"2026-05-01"';

describe('the time in which an event counts', () => {
  const cases: readonly (readonly [
    is: TimeWindowKind,
    before: string,
    wanted: TimeWindowKind,
    after: string,
  ])[] = [
    ['last', days, 'since', ',"explicit_datetime":"-90d"'],
    ['last', days, 'between', ',"explicit_datetime":"-90d","explicit_datetime_to":"-1d"'],
    ['last', days, 'until', ',"explicit_datetime_to":"-1d"'],
    ['last', '', 'since', ',"explicit_datetime":"-30d"'],
    ['last', ',"time_value":"x","time_interval":"odd"', 'since', ',"explicit_datetime":"-30d"'],
    ['since', since, 'last', ',"time_value":2,"time_interval":"week"'],
    ['since', since, 'between', `${since},"explicit_datetime_to":"-1d"`],
    ['between', since + until, 'since', since],
    ['between', since + until, 'until', until],
    ['until', until, 'last', ',"time_value":30,"time_interval":"day"'],
    ['since', `${since},"explicit_datetime_to":null`, 'since', since],
  ];
  for (const [is, before, wanted, after] of cases) {
    test(`is ${is} with ${before || 'nothing'}, and becomes ${wanted}`, () => {
      const { shape, item } = read(before);
      assert.equal(timeWindowOf(item), is);
      const change = setTimeWindow(shape, item, wanted);
      assert.equal(change?.text, textOf(after));
      assert.equal(timeWindowOf(read(after).item), wanted);
    });
  }
});

test('conditions on an event are added to it, and found by their path', () => {
  const { shape, item } = read('');
  const first = addEventFilter(shape, item);
  const added = '{"type":"event","key":"","operator":"exact","value":""}';
  assert.equal(first?.text, textOf(`,"event_filters":[${added}]`));
  const again = read(`,"event_filters":[${added}]`);
  const second = addEventFilter(again.shape, again.item);
  assert.equal(second?.text, textOf(`,"event_filters":[${added},${added}]`));
  assert.ok(again.shape.group && first);
  assert.equal(itemWithin(again.shape.group, first.path), again.item.eventFilters[0]);
});
