import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { filtersOf, isGrowth, useService } from './service.ts';

describe('members of the service’s cohorts', () => {
  const its = useService();

  const unknowable = [
    ['an unknown operator', filtersOf({ ...isGrowth, operator: 'resembles' }), 'Unknown operator resembles.'],
    [
      'a broken pattern',
      filtersOf({ ...isGrowth, operator: 'regex', value: '(' }),
      'Invalid regular expression (.',
    ],
    [
      'an unknown type of leaf',
      filtersOf({ type: 'hogql', key: 'x', value: 1 }),
      'Conditions of the type hogql do not apply to persons.',
    ],
    [
      'an action that does not exist',
      filtersOf({ type: 'behavioral', key: 5, event_type: 'actions', value: 'performed_event' }),
      'Action 5 does not exist.',
    ],
    [
      'a cohort that does not exist',
      filtersOf({ type: 'cohort', key: 'id', value: 999_999 }),
      'Cohort 999999 does not exist.',
    ],
    [
      'text where a number is needed',
      filtersOf({ ...isGrowth, operator: 'gt', value: 'many' }),
      'Cannot compare with many, which is not a number.',
    ],
    [
      'no date',
      filtersOf({ ...isGrowth, operator: 'is_date_after', value: 'soon' }),
      'Cannot read the date soon.',
    ],
    [
      'a group that is neither AND nor OR',
      { properties: { type: 'XOR', values: [isGrowth] } },
      'The type of a group must be AND or OR, not XOR.',
    ],
  ] as const;
  for (const [what, filters, reason] of unknowable) {
    it(`keep who was in them, count an error and say why where their filters hold ${what}`, async () => {
      const { id } = await its.json('POST', 'cohorts/', { filters: filtersOf(isGrowth) });
      const before = await its.settled(id);
      const changed = await its.json('PATCH', `cohorts/${id}/`, { filters });
      assert.equal(changed.is_calculating, true);
      assert.deepEqual(changed.filters, filters);
      const once = await its.settled(id);
      assert.deepEqual(once, { ...before, filters, errors_calculating: 1, last_error_message: reason });
      await its.json('PATCH', `cohorts/${id}/`, {});
      assert.equal((await its.settled(id)).errors_calculating, 2);
      await its.json('PATCH', `cohorts/${id}/`, { filters: filtersOf(isGrowth) });
      const { errors_calculating: errors, last_error_message: message } = await its.settled(id);
      assert.deepEqual([errors, message], [0, undefined]);
    });
  }

  it('calculate what the service knows of a person: some persons, not all', async () => {
    const created = { type: 'person_metadata', key: 'created_at', operator: 'is_date_after', value: '-200d' };
    const { id } = await its.json('POST', 'cohorts/', { filters: filtersOf(created) });
    const { count, errors_calculating: errors } = await its.settled(id);
    assert.equal(errors, 0);
    const all = await its.json('POST', 'cohorts/', {
      filters: filtersOf({ ...isGrowth, operator: 'is_set' }),
    });
    assert.ok(count > 0 && count < (await its.settled(all.id)).count, `${count} persons`);
  });
});
