import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catchApiError } from '../../unit/api/support.ts';
import { isOurs, narrowKey, openDeployment } from './deployment.ts';

const deployment = await openDeployment();
const { client, dashboards, cohorts } = deployment;
const mark = `contract ${process.pid}`;

async function collectIds(
  resource: typeof dashboards | typeof cohorts,
  limit: number,
): Promise<readonly number[]> {
  const ids: number[] = [];
  for await (const page of resource.pages({ limit })) {
    assert.deepEqual(page.problems, []);
    ids.push(...page.results.map(({ id }) => id));
  }
  return ids;
}

for (const [name, resource] of Object.entries({ dashboards, cohorts })) {
  test(`${name} come in pages that say how many there are`, async () => {
    const page = await resource.list({ limit: 2 });
    assert.deepEqual(page.problems, []);
    assert.ok(page.results.length <= 2);
    assert.equal(page.next !== undefined, (page.count ?? 0) > 2);
    const all = await collectIds(resource, 7);
    assert.equal(all.length, page.count);
    assert.deepEqual(new Set(all), new Set(await collectIds(resource, 1000)));
    if (page.next === undefined) return;
    const second = await resource.list(page.next);
    assert.deepEqual(
      second.results.map(({ id }) => id),
      all.slice(2, 4),
    );
  });

  test(`nothing is required to create one of the ${name}, and an update changes what it names alone`, async () => {
    const created = await resource.createText('{}');
    const { record: changed } = await resource.updateText(
      created.id,
      JSON.stringify({ description: 'Described.' }),
    );
    assert.deepEqual([changed.name, changed.description], [created.name, 'Described.']);
    const { record: named } = await resource.updateText(
      created.id,
      JSON.stringify({ name: `  ${mark} named ` }),
    );
    assert.deepEqual([named.name, named.description], [`${mark} named`, 'Described.']);
    assert.equal((await resource.retrieve(created.id)).name, `${mark} named`);
    await resource.updateText(created.id, JSON.stringify({ deleted: true }));
  });

  test(`the text of one of the ${name} has the values of its record`, async () => {
    const { id } = await resource.createText(JSON.stringify({ name: `${mark} text – Ünïcödé 😀` }));
    const { record, text } = await resource.retrieveText(id);
    assert.deepEqual(JSON.parse(text), record);
    assert.equal(record.name, `${mark} text – Ünïcödé 😀`);
    await resource.updateText(id, JSON.stringify({ deleted: true }));
  });

  test(`a name that is too long for one of the ${name} is invalid, and names its field`, async () => {
    const error = await catchApiError(resource.createText(JSON.stringify({ name: 'x'.repeat(401) })));
    assert.deepEqual([error.kind, error.attr], ['invalid', 'name']);
  });
}

test('a deleted dashboard is neither listed nor found, and comes back when it is restored', async () => {
  const { id } = await dashboards.createText(JSON.stringify({ name: `${mark} deleted` }));
  assert.equal((await dashboards.updateText(id, JSON.stringify({ deleted: true }))).record.deleted, true);
  assert.ok(!(await collectIds(dashboards, 100)).includes(id));
  assert.equal((await catchApiError(dashboards.retrieve(id))).kind, 'notFound');
  assert.equal((await dashboards.updateText(id, JSON.stringify({ deleted: false }))).record.deleted, false);
  assert.equal((await dashboards.retrieve(id)).name, `${mark} deleted`);
  assert.ok((await collectIds(dashboards, 100)).includes(id));
  await dashboards.updateText(id, JSON.stringify({ deleted: true }));
});

test('a deleted cohort is not listed, is found, and comes back when it is restored', async () => {
  const { id } = await cohorts.createText(JSON.stringify({ name: `${mark} deleted`, is_static: true }));
  await cohorts.updateText(id, JSON.stringify({ deleted: true }));
  assert.ok(!(await collectIds(cohorts, 100)).includes(id));
  assert.equal((await cohorts.retrieve(id)).deleted, true);
  await cohorts.updateText(id, JSON.stringify({ deleted: false }));
  assert.ok((await collectIds(cohorts, 100)).includes(id));
  await cohorts.updateText(id, JSON.stringify({ deleted: true }));
});

test('filters are sent as text and come back to the last digit', async () => {
  const { id } = await dashboards.createText(JSON.stringify({ name: `${mark} filters` }));
  const { text } = await dashboards.updateText(
    id,
    '{"filters": {"date_from": "-7d", "big": 12345678901234567890}}',
  );
  assert.ok(text.includes('12345678901234567890'), text);
  assert.ok((await dashboards.retrieveText(id)).text.includes('12345678901234567890'));
  const { record } = await dashboards.updateText(id, '{"filters": {"date_from": "-30d"}}');
  assert.deepEqual(record.filters, { date_from: '-30d' });
  await dashboards.updateText(id, JSON.stringify({ deleted: true }));
});

test('a project that does not exist, or that this key cannot access, is rejected', async () => {
  const error = await catchApiError(client.dashboards('no-such-project').list());
  assert.ok(error.kind === 'notFound' || error.kind === 'forbidden', error.kind);
});

// Only the embedded service is sure to have such a key.
if (isOurs) {
  test('an error for a missing scope names the scope', async () => {
    const narrow = deployment.withKey(narrowKey);
    const [project] = await client.listProjects();
    const error = await catchApiError(
      narrow.dashboards(project?.id ?? '').createText(JSON.stringify({ name: 'x' })),
    );
    assert.deepEqual([error.kind, error.scope], ['missingScope', 'dashboard:write']);
    assert.ok((await narrow.dashboards(project?.id ?? '').list({ limit: 1 })).results.length === 1);
  });
}
