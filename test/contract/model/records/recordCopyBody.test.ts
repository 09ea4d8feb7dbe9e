// Copies of records on the embedded service: exactly what is copied, and how the service stores it.
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { Cohort } from '#api/responseSchemas.ts';
import { sliceMember } from '#json/jsonTree.ts';
import {
  recordCopyBody,
  type RecordCopyOptions,
  type RecordCopySource,
} from '#model/records/recordCopyBody.ts';
import type { ListRef, RecordRef } from '#model/records/recordRef.ts';
import { tilesOf } from '#model/records/dashboardTiles.ts';
import { eventually } from '../../service/service.ts';
import { approval, useService } from '../service.ts';

const service = useService();
const plain: RecordCopyOptions = { name: 'Copied', hasTiles: true, idOf: () => undefined };
const exact =
  '{"properties":{"type":"AND","values":[{"type":"person","key":"n","operator":"gt","value":1.0},{"type":"person","key":"id","operator":"exact","value":12345678901234567890}]}}';

async function read(ref: RecordRef): Promise<RecordCopySource> {
  return { ref, ...(await service().createCatalog().catalog.retrieveText(ref)) };
}

async function create(list: ListRef, body: string): Promise<RecordCopySource> {
  const { catalog } = service().createCatalog();
  return read(await catalog.writer(approval).createText(list, body));
}

const filtersOf = ({ text }: RecordCopySource) => sliceMember(text, 'filters') ?? '';

describe('a copy', () => {
  afterEach(() => service().setHabits([]));

  it('of a cohort has its description and its filters to the last digit', async () => {
    const { cohorts } = service();
    const source = await create(cohorts, `{"name": "Exact", "description": "Why", "filters": ${exact}}`);
    const copy = await create(cohorts, recordCopyBody(source, plain));
    assert.equal(filtersOf(copy).replaceAll(' ', ''), exact);
    assert.deepEqual([copy.record.name, copy.record.description], ['Copied', 'Why']);
    assert.notEqual(copy.ref.id, source.ref.id);
  });

  it('of a cohort leaves out what the service has added to its conditions', async () => {
    service().setHabits(['leafKeys']);
    const { cohorts } = service();
    const source = await create(cohorts, `{"name": "Added", "filters": ${exact}}`);
    assert.match(filtersOf(source), /bytecode/);
    assert.doesNotMatch(recordCopyBody(source, plain), /bytecode|conditionHash|negation/);
  });

  it('of a cohort that its groups define has the groups, and as many persons', async () => {
    const { cohorts, client, projectId } = service();
    const groups = '[{"properties":[{"type":"person","key":"email","operator":"is_set","value":1.0}]}]';
    const source = await create(cohorts, `{"name": "Grouped", "groups": ${groups}}`);
    const copy = await create(cohorts, recordCopyBody(source, plain));
    assert.equal((sliceMember(copy.text, 'groups') ?? '').replaceAll(' ', ''), groups);
    const count = async ({ ref }: RecordCopySource) => {
      const isDone = (cohort: Cohort) => !cohort.is_calculating;
      const cohort = await eventually(async () => client.cohorts(projectId).retrieve(ref.id), isDone);
      return cohort.count ?? 0;
    };
    assert.ok((await count(source)) > 0);
    assert.equal(await count(copy), await count(source));
  });

  it('of a static cohort is static and asks for no conditions', async () => {
    const { cohorts } = service();
    const source = await create(cohorts, '{"name": "Static", "is_static": true}');
    const body = recordCopyBody(source, plain);
    assert.equal(sliceMember(body, 'filters'), undefined);
    const copy = await create(cohorts, body);
    assert.ok('is_static' in copy.record && copy.record.is_static);
  });

  it('of a cohort names the cohorts of its own project', async () => {
    const { cohorts } = service();
    const conditions = (id: number, other: number) =>
      `{"properties":{"type":"OR","values":[{"type":"cohort","key":"id","value":${id}},{"type":"cohort","key":"id","value":${other}}]}}`;
    const one = await create(cohorts, `{"name": "One", "filters": ${exact}}`);
    const two = await create(cohorts, `{"name": "Two", "filters": ${exact}}`);
    const source = await create(
      cohorts,
      `{"name": "Names", "filters": ${conditions(one.ref.id, two.ref.id)}}`,
    );
    const third = await create(cohorts, `{"name": "Three", "filters": ${exact}}`);
    const idOf: RecordCopyOptions['idOf'] = ({ kind, id }) =>
      kind === 'cohort' && id === one.ref.id ? third.ref.id : undefined;
    const copy = await create(cohorts, recordCopyBody(source, { ...plain, idOf }));
    assert.equal(filtersOf(copy).replaceAll(' ', ''), conditions(third.ref.id, two.ref.id));
  });

  it('of a dashboard has tiles, tags and filters in the same project, and tags and filters in another one', async () => {
    const { dashboards, client, projectId } = service();
    const { results } = await client.dashboards(projectId).list();
    const all = await Promise.all(results.map(({ id }) => read({ ...dashboards, id })));
    const tiles = ({ record }: RecordCopySource) => ('is_static' in record ? [] : (tilesOf(record) ?? []));
    const source = all.find((one) => tiles(one).length > 1);
    assert.ok(source);
    const tagged = '{"tags": ["weekly"], "filters": {"date_from": "-7d", "n": 1.0}, "restriction_level": 21}';
    await client.withApproval(approval).dashboards(projectId).updateText(source.ref.id, tagged);
    const changed = await read(source.ref);
    const copy = await create(dashboards, recordCopyBody(changed, plain));
    assert.deepEqual(
      tiles(copy).map(({ insight, text }) => [insight?.name, text?.body]),
      tiles(source).map(({ insight, text }) => [insight?.name, text?.body]),
    );
    const elsewhere = await create(
      { ...dashboards, projectId: '2' },
      recordCopyBody(changed, { ...plain, hasTiles: false }),
    );
    assert.deepEqual(tiles(elsewhere), []);
    for (const one of [copy, elsewhere]) {
      assert.equal(filtersOf(one).replaceAll(' ', ''), '{"date_from":"-7d","n":1.0}');
      assert.deepEqual('tags' in one.record && one.record.tags, ['weekly']);
    }
  });
});
