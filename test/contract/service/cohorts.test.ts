import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { filtersOf, isGrowth, type Json, useService } from './service.ts';

describe('cohorts of the service', () => {
  const its = useService();

  it('need no fields to be created, and have the interface’s fields with defaults', async () => {
    const reply = await its.ask('POST', 'cohorts/', { body: {} });
    assert.equal(reply.status, 201);
    const { id, created_at: createdAt, created_by: createdBy, ...rest }: Json = JSON.parse(reply.text);
    assert.equal(typeof id, 'number');
    assert.match(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
    assert.deepEqual(Object.keys(createdBy), ['id', 'uuid', 'distinct_id', 'first_name', 'email']);
    assert.deepEqual(rest, {
      name: null,
      description: '',
      groups: [],
      deleted: false,
      filters: { properties: {} },
      is_calculating: true,
      last_calculation: null,
      errors_calculating: 0,
      count: null,
      is_static: false,
    });
  });

  const refused = [
    [{ name: 'x'.repeat(401) }, 'name', 'max_length'],
    [{ description: 'x'.repeat(1001) }, 'description', 'max_length'],
    [{ description: null }, 'description', 'null'],
    [{ groups: 'all' }, 'groups', 'not_a_dict'],
    [{ deleted: null }, 'deleted', 'null'],
    [{ is_static: 'perhaps' }, 'is_static', 'invalid_input'],
    [{ filters: {} }, 'filters', 'invalid_input'],
    [{ filters: [] }, 'filters', 'invalid_input'],
    [{ filters: null }, 'filters', 'invalid_input'],
    [{ filters: 'properties' }, 'filters', 'invalid_input'],
  ] as const;
  for (const [body, attr, code] of refused) {
    it(`refuse ${JSON.stringify(body).slice(0, 60)} with 400 ${code} at ${attr}`, async () => {
      const reply = await its.ask('POST', 'cohorts/', { body });
      assert.equal(reply.status, 400);
      const error: Json = JSON.parse(reply.text);
      assert.deepEqual([error.type, error.attr, error.code], ['validation_error', attr, code]);
    });
  }

  it('take a name of 400 characters and a description of 1,000', async () => {
    const given = { name: '日'.repeat(400), description: '🍞'.repeat(1000) };
    const made = await its.json('POST', 'cohorts/', given);
    assert.deepEqual([made.name, made.description], [given.name, given.description]);
  });

  it('keep groups as they came, list or object', async () => {
    for (const groups of [[{ properties: [isGrowth] }], { a: { b: 1 } }, {}, []]) {
      const { id } = await its.json('POST', 'cohorts/', { groups });
      assert.deepEqual((await its.json('GET', `cohorts/${id}/`)).groups, groups);
    }
  });

  it('never have null filters; those of a static one are empty', async () => {
    const { id, filters } = await its.json('POST', 'cohorts/', {
      is_static: true,
      filters: filtersOf(isGrowth),
    });
    assert.deepEqual(filters, { properties: {} });
    assert.deepEqual(
      (await its.json('PATCH', `cohorts/${id}/`, { is_static: false })).filters,
      filtersOf(isGrowth),
    );
  });

  it('exclude the members of a cohort by the operator not_in, as by negation', async () => {
    const { id: growth } = await its.json('POST', 'cohorts/', { filters: filtersOf(isGrowth) });
    await its.settled(growth);
    const leaf = { type: 'cohort', key: 'id', value: growth };
    const countOf = async (more: object): Promise<number> => {
      const { id } = await its.json('POST', 'cohorts/', { filters: filtersOf({ ...leaf, ...more }) });
      return (await its.settled(id)).count;
    };
    const excluded = await countOf({ negation: true });
    assert.ok(excluded > 0);
    assert.notEqual(excluded, await countOf({ operator: 'in' }));
    assert.equal(await countOf({ operator: 'not_in' }), excluded);
  });

  it('do not calculate when they are static', async () => {
    const made = await its.json('POST', 'cohorts/', { is_static: true });
    assert.deepEqual([made.is_calculating, made.count], [false, 0]);
  });

  it('calculate after any PATCH that does not flip deleted, even an empty one', async () => {
    const { id } = await its.json('POST', 'cohorts/', { filters: filtersOf(isGrowth) });
    const first = await its.settled(id);
    for (const change of [{ name: 'renamed' }, { filters: filtersOf() }, {}, { deleted: false }]) {
      assert.equal(
        (await its.json('PATCH', `cohorts/${id}/`, change)).is_calculating,
        true,
        JSON.stringify(change),
      );
      assert.equal((await its.settled(id)).is_calculating, false);
    }
    assert.equal((await its.settled(id)).count, 0);
    const again = await its.json('PATCH', `cohorts/${id}/`, { filters: filtersOf(isGrowth) });
    assert.equal(again.is_calculating, true);
    const last = await its.settled(id);
    assert.equal(last.count, first.count);
    assert.ok(last.last_calculation > first.last_calculation);
  });

  it('do not report a calculation when deleted flips; restoring recalculates', async () => {
    const { id } = await its.json('POST', 'cohorts/', { filters: filtersOf(isGrowth) });
    const before = await its.settled(id);
    const deleted = await its.json('PATCH', `cohorts/${id}/`, { deleted: true });
    assert.deepEqual([deleted.deleted, deleted.is_calculating], [true, false]);
    const restored = await its.json('PATCH', `cohorts/${id}/`, { deleted: false });
    assert.deepEqual([restored.deleted, restored.is_calculating], [false, false]);
    const after = await its.settled(id);
    assert.equal(after.count, before.count);
    assert.ok(after.last_calculation > before.last_calculation);
  });

  it('answer GET, PATCH and persons while deleted', async () => {
    const { id } = await its.json('POST', 'cohorts/', { name: 'gone', filters: filtersOf(isGrowth) });
    await its.json('PATCH', `cohorts/${id}/`, { deleted: true });
    assert.equal((await its.settled(id)).deleted, true);
    assert.equal((await its.json('PATCH', `cohorts/${id}/`, { name: 'still here' })).name, 'still here');
    assert.equal((await its.ask('GET', `cohorts/${id}/persons/`)).status, 200);
  });

  it('end a pattern that never ends with an error', async () => {
    const leaf = { type: 'person', key: 'email', operator: 'regex', value: '^(([a-z.0-9@]+)+)+!$' };
    const { id } = await its.json('POST', 'cohorts/', { filters: filtersOf(leaf) });
    const after = await its.settled(id);
    assert.deepEqual([after.is_calculating, after.errors_calculating, after.count], [false, 1, null]);
  });

  for (const kind of ['same', 'alternate'] as const) {
    it(`follow 900 groups in one another (${kind})`, async () => {
      const flat = await its.json('POST', 'cohorts/', { filters: filtersOf(isGrowth) });
      const { id } = await its.json('POST', 'cohorts/', { filters: nest(900, kind) });
      const [one, other] = [await its.settled(flat.id), await its.settled(id)];
      assert.deepEqual([other.count, other.errors_calculating], [one.count, 0]);
    });
  }

  it('survive extremely deep groups', async () => {
    const depth = 100_000;
    const filters = `{"properties":${'{"type":"AND","values":['.repeat(depth)}${']}'.repeat(depth)}}`;
    const reply = await its.ask('POST', 'cohorts/', { rawBody: `{"filters":${filters}}` });
    assert.equal(reply.status, 201);
    assert.ok(reply.text.includes(filters));
    await its.service.idle();
    const [, id] = /"id":(\d+)/.exec(reply.text) ?? [];
    const after = await its.ask('GET', `cohorts/${id}/`);
    assert.ok(after.text.includes('"is_calculating":false') && after.text.includes('"errors_calculating":1'));
  });

  const degenerate = [
    { properties: { type: 'AND', values: [{}] } },
    { properties: { type: 'OR', values: [] } },
    {
      properties: {
        type: 'OR',
        values: [
          { type: 'AND', values: [] },
          { type: 'OR', values: [{}] },
        ],
      },
    },
    { properties: {} },
    { properties: [] },
    { properties: null },
    { properties: 'all' },
    { properties: { type: 'AND', values: [null, 7, 'x', []] } },
    { properties: { type: 'AND', values: {} } },
  ];
  for (const filters of degenerate) {
    it(`store the degenerate filters ${JSON.stringify(filters)} and hold nobody, without an error`, async () => {
      const { id } = await its.json('POST', 'cohorts/', { filters });
      const after = await its.settled(id);
      assert.deepEqual(after.filters, filters);
      assert.deepEqual([after.count, after.errors_calculating, after.is_calculating], [0, 0, false]);
    });
  }

  it('ignore degenerate conditions beside others', async () => {
    const { id } = await its.json('POST', 'cohorts/', {
      filters: filtersOf(isGrowth, {}, { type: 'OR', values: [{}] }),
    });
    const other = await its.json('POST', 'cohorts/', { filters: filtersOf(isGrowth) });
    assert.equal((await its.settled(id)).count, (await its.settled(other.id)).count);
  });

  it('reject filters that refer to themselves through others', async () => {
    const refersTo = (id: number, type = 'cohort') =>
      filtersOf({ type: 'OR', values: [{ type, key: 'id', value: id }] });
    const [a, b, c] = [
      await its.json('POST', 'cohorts/', {}),
      await its.json('POST', 'cohorts/', {}),
      await its.json('POST', 'cohorts/', {}),
    ];
    await its.json('PATCH', `cohorts/${a.id}/`, { filters: refersTo(b.id, 'static-cohort') });
    await its.json('PATCH', `cohorts/${b.id}/`, { filters: refersTo(c.id, 'precalculated-cohort') });
    for (const [id, target] of [
      [c.id, a.id],
      [c.id, b.id],
      [c.id, c.id],
    ]) {
      const reply = await its.ask('PATCH', `cohorts/${id}/`, { body: { filters: refersTo(target) } });
      assert.equal(reply.status, 400);
      const { detail, attr }: Json = JSON.parse(reply.text);
      assert.deepEqual([detail, attr], ['Cohorts cannot reference other cohorts in a loop.', 'filters']);
    }
    assert.equal(
      (await its.ask('PATCH', `cohorts/${c.id}/`, { body: { filters: refersTo(1) } })).status,
      200,
    );
  });

  it('reject a loop with a new cohort or with legacy groups', async () => {
    const { id } = await its.json('POST', 'cohorts/', {});
    const refersTo = (other: number) => ({ type: 'cohort', key: 'id', value: other });
    // An id that is not taken yet: the next but one.
    await its.json('POST', 'cohorts/', { filters: filtersOf(refersTo(id + 2)) });
    const closing = await its.ask('POST', 'cohorts/', { body: { filters: filtersOf(refersTo(id + 1)) } });
    assert.equal(closing.status, 400);
    const groups = await its.json('PATCH', `cohorts/${id}/`, {
      groups: [{ properties: [refersTo(id + 1)] }],
    });
    assert.equal(groups.id, id);
    const back = await its.ask('PATCH', `cohorts/${id + 1}/`, { body: { filters: filtersOf(refersTo(id)) } });
    assert.equal(back.status, 400);
  });

  it('freeze their persons when they become static', async () => {
    const { id } = await its.json('POST', 'cohorts/', { filters: filtersOf(isGrowth) });
    const { count } = await its.settled(id);
    await its.json('PATCH', `cohorts/${id}/`, { is_static: true, filters: filtersOf() });
    const frozen = await its.settled(id);
    assert.deepEqual([frozen.count, frozen.is_static, frozen.is_calculating], [count, true, false]);
    const persons = await its.json('GET', `cohorts/${id}/persons/?limit=1000`);
    assert.equal(persons.results.length, count);
  });

  it('use legacy groups where there are no filters', async () => {
    const { id } = await its.json('POST', 'cohorts/', { groups: [{ properties: [isGrowth] }] });
    const other = await its.json('POST', 'cohorts/', { filters: filtersOf(isGrowth) });
    assert.equal((await its.settled(id)).count, (await its.settled(other.id)).count);
  });

  it('calculate the last of several changes made during a calculation', async () => {
    const { id } = await its.json('POST', 'cohorts/', { filters: filtersOf(isGrowth) });
    const { count } = await its.settled(id);
    await Promise.all([
      its.json('PATCH', `cohorts/${id}/`, { filters: filtersOf() }),
      its.json('PATCH', `cohorts/${id}/`, { name: 'overtaken' }),
      its.json('PATCH', `cohorts/${id}/`, {}),
    ]);
    await its.json('PATCH', `cohorts/${id}/`, { filters: filtersOf(isGrowth) });
    const after = await its.settled(id);
    assert.deepEqual([after.count, after.is_calculating], [count, false]);
  });
});

/** A leaf in so many groups; of one type, or of AND and OR in turn with something in each. */
function nest(depth: number, kind: 'same' | 'alternate'): Json {
  let node: unknown = isGrowth;
  for (let level = 0; level < depth; level += 1) {
    const isOr = kind === 'alternate' && level % 2 === 0;
    node = { type: isOr ? 'OR' : 'AND', values: kind === 'same' ? [node] : [node, isGrowth] };
  }
  return { properties: node };
}
