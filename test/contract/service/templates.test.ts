// The service calculates each template as it is offered, and who is in them is what their titles say.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { filterTemplates } from '#filters/filterTemplates.ts';
import { inEnglish } from '#text/translate.ts';
import { useService } from './service.ts';

/** Of the sample data nobody views five pages in a month, and nobody's email is at example.com. */
const ofNobody = ['Did an event at least 5 times', 'Email at a domain'];

describe('a cohort from a template', () => {
  const its = useService();

  async function countOf(values: readonly object[]): Promise<number> {
    const { id } = await its.json('POST', 'cohorts/', { filters: { properties: { type: 'AND', values } } });
    await its.service.idle();
    const cohort = await its.json('GET', `cohorts/${id}/`);
    assert.deepEqual(
      [cohort.is_calculating, cohort.errors_calculating],
      [false, 0],
      cohort.last_error_message,
    );
    return cohort.count;
  }

  for (const { title, values } of filterTemplates(inEnglish)) {
    it(`is calculated: ${title}`, async () => {
      const count = await countOf(values);
      assert.equal(count > 0, !ofNobody.includes(title), `${count} persons`);
      const [first, second] = values;
      if (first && second) assert.ok(count <= (await countOf([first])), 'the second condition adds nobody');
    });
  }

  it('has who was active, and fewer for a shorter time', async () => {
    const counts = new Map<string, number>();
    for (const { title, values } of filterTemplates(inEnglish)) counts.set(title, await countOf(values));
    const of = (title: string) => counts.get(title) ?? -1;
    assert.ok(of('Active in the last 7 days') > 0);
    assert.ok(of('Active in the last 7 days') < of('Active in the last 30 days'));
    assert.ok(of('Not active for 30 days') > 0);
  });
});
