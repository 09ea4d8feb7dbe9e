import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useService } from './service.ts';
import type { Json } from './service.ts';

const fields = {
  id: 'number',
  name: 'object',
  description: 'string',
  items: 'object',
  pinned: 'boolean',
  created_at: 'string',
  created_by: 'object',
  is_shared: 'boolean',
  deleted: 'boolean',
  creation_mode: 'string',
  filters: 'object',
  tags: 'object',
  tiles: 'object',
  restriction_level: 'number',
  effective_restriction_level: 'number',
  effective_privilege_level: 'number',
};

describe('dashboards of the service', () => {
  const its = useService();

  it('need no fields to be created, and have the interface’s fields with defaults', async () => {
    const reply = await its.ask('POST', 'dashboards/', { body: {} });
    assert.equal(reply.status, 201);
    const made: Json = JSON.parse(reply.text);
    const types = Object.fromEntries(Object.entries(made).map(([name, value]) => [name, typeof value]));
    assert.deepEqual(types, fields);
    const { id: _id, created_at: createdAt, created_by: createdBy, ...rest } = made;
    assert.match(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
    assert.deepEqual(Object.keys(createdBy), ['id', 'uuid', 'distinct_id', 'first_name', 'email']);
    assert.deepEqual(rest, {
      name: null,
      description: '',
      items: [],
      pinned: false,
      is_shared: false,
      deleted: false,
      creation_mode: 'default',
      filters: {},
      tags: [],
      tiles: [],
      restriction_level: 21,
      effective_restriction_level: 21,
      effective_privilege_level: 37,
    });
  });

  it('can be made without a body at all', async () => {
    assert.equal((await its.ask('POST', 'dashboards/')).status, 201);
  });

  it('keep every field that they are made with', async () => {
    const given = {
      name: 'Übersicht "A", 日本 🚀\nzwei',
      description: 'x'.repeat(100_000),
      pinned: true,
      filters: { date_from: '-7d', properties: [{ key: 'a', value: [1, null, { deep: true }] }] },
      restriction_level: 37,
    };
    const made = await its.json('POST', 'dashboards/', given);
    const read = await its.json('GET', `dashboards/${made.id}/`);
    assert.deepEqual({ ...read, ...given }, read);
  });

  it('give filters back digit for digit: large integers, 1.0, key order and unusual names', async () => {
    const filters = '{"z":12345678901234567890,"a":1.0,"__proto__":{"x":1e5},"":"\\u00e9","2":[],"1":-0}';
    const reply = await its.ask('POST', 'dashboards/', {
      rawBody: `{ "filters" : ${filters.replaceAll(',', ' ,\n ')} }`,
    });
    assert.ok(reply.text.includes(`"filters":${filters},`), reply.text);
    const { id }: Json = JSON.parse(reply.text);
    assert.ok((await its.ask('GET', `dashboards/${id}/`)).text.includes(`"filters":${filters},`));
  });

  it('change by PATCH and PUT only in the fields that are sent', async () => {
    const made = await its.json('POST', 'dashboards/', {
      name: 'a',
      description: 'b',
      tags: ['t'],
      pinned: true,
    });
    for (const [method, change] of [
      ['PATCH', { name: 'c' }],
      ['PUT', { description: 'd' }],
      ['PATCH', { pinned: false }],
      ['PATCH', {}],
    ] as const) {
      const before = await its.json('GET', `dashboards/${made.id}/`);
      const changed = await its.json(method, `dashboards/${made.id}/`, change);
      assert.deepEqual(changed, { ...before, ...change });
      assert.deepEqual(await its.json('GET', `dashboards/${made.id}/`), changed);
    }
  });

  it('replace their filters as a whole', async () => {
    const { id } = await its.json('POST', 'dashboards/', { filters: { a: 1, b: { c: 2 } } });
    const changed = await its.json('PATCH', `dashboards/${id}/`, { filters: { b: {} } });
    assert.deepEqual(changed.filters, { b: {} });
  });

  it('show null items and tiles in a list, and arrays in every other response', async () => {
    const { results } = await its.json('GET', 'dashboards/');
    assert.ok(results.every((one: Json) => one.items === null && one.tiles === null));
    const [{ id }] = results;
    const responses = [
      await its.json('GET', `dashboards/${id}/`),
      await its.json('PATCH', `dashboards/${id}/`, {}),
      await its.json('POST', 'dashboards/', {}),
    ];
    for (const response of responses)
      assert.ok(Array.isArray(response.items) && Array.isArray(response.tiles));
  });

  it('have tiles with an insight, a text, a widget or a button, layouts and a color', async () => {
    const { results } = await its.json('GET', 'dashboards/');
    const details = await Promise.all(results.map(({ id }: Json) => its.json('GET', `dashboards/${id}/`)));
    const tiles = details.flatMap((one) => one.tiles);
    assert.ok(tiles.length > 80);
    for (const tile of tiles) {
      assert.equal(typeof tile.id, 'number');
      const { insight, text, widget, button_tile: button } = tile;
      assert.equal([insight, text, widget, button].filter(Boolean).length, 1);
      const title: unknown =
        insight?.name || insight?.derived_name || text?.body || widget?.name || button?.text;
      assert.ok(typeof title === 'string' && title.length > 0);
    }
    assert.ok(tiles.some((tile) => tile.insight?.name === '' && tile.insight.derived_name !== null));
    assert.ok(tiles.some((tile) => tile.text));
    assert.ok(results.some((one: Json) => one.created_by === null));
  });

  it('have results in every response for one dashboard, and once in it', async () => {
    const { results } = await its.json('GET', 'dashboards/');
    const { id } = results.find((one: Json) => one.name === 'Company overview');
    const read = await its.json('GET', `dashboards/${id}/`);
    const copy = await its.json('POST', 'dashboards/', { use_dashboard: id });
    const target = await its.json('POST', 'dashboards/', {});
    const move = { tile: { id: copy.tiles[0].id }, toDashboard: target.id };
    const responses = [
      read,
      copy,
      await its.json('PATCH', `dashboards/${id}/`, {}),
      await its.json('PATCH', `dashboards/${copy.id}/move_tile/`, move),
    ];
    for (const response of responses) {
      const insights = response.tiles.flatMap((tile: Json) => tile.insight ?? []);
      assert.ok(insights.length > 5);
      for (const insight of insights) {
        assert.ok(insight.result.length > 0 && insight.is_cached && insight.short_id.length === 8);
        assert.match(insight.last_refresh, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
      }
      assert.ok(response.items.every((item: Json) => item.result === undefined));
    }
  });

  const refused = [
    [{ name: 'x'.repeat(401) }, 'name', 'max_length'],
    [{ name: ['x'] }, 'name', 'invalid_input'],
    [{ name: true }, 'name', 'invalid_input'],
    [{ description: null }, 'description', 'null'],
    [{ pinned: null }, 'pinned', 'null'],
    [{ pinned: 'perhaps' }, 'pinned', 'invalid_input'],
    [{ deleted: null }, 'deleted', 'null'],
    [{ deleted: {} }, 'deleted', 'invalid_input'],
    [{ filters: null }, 'filters', 'null'],
    [{ filters: [] }, 'filters', 'not_a_dict'],
    [{ filters: '{}' }, 'filters', 'not_a_dict'],
    [{ tags: null }, 'tags', 'null'],
    [{ tags: 'one' }, 'tags', 'not_a_list'],
    [{ restriction_level: null }, 'restriction_level', 'null'],
    [{ restriction_level: 22 }, 'restriction_level', 'invalid_choice'],
    [{ restriction_level: 'high' }, 'restriction_level', 'invalid_choice'],
    [{ use_dashboard: 'none' }, 'use_dashboard', 'invalid_input'],
    [{ use_dashboard: 999_999 }, 'use_dashboard', 'invalid_input'],
    [{ use_template: 'NO_SUCH' }, 'use_template', 'invalid_input'],
    [{ use_template: 'DEFAULT_APP', use_dashboard: 1 }, null, 'invalid_input'],
  ] as const;
  for (const [body, attr, code] of refused) {
    it(`refuse ${JSON.stringify(body).slice(0, 60)} with 400 ${code} at ${attr}, made or changed`, async () => {
      const { id } = await its.json('POST', 'dashboards/', {});
      for (const [method, path] of [
        ['POST', 'dashboards/'],
        ['PATCH', `dashboards/${id}/`],
      ] as const) {
        const reply = await its.ask(method, path, { body });
        assert.equal(reply.status, 400);
        const error: Json = JSON.parse(reply.text);
        assert.deepEqual([error.type, error.attr, error.code], ['validation_error', attr, code]);
      }
    });
  }

  const accepted = [
    [{ name: null }, { name: null }],
    [{ name: '' }, { name: '' }],
    [{ name: 7 }, { name: '7' }],
    [{ name: '🍞'.repeat(400) }, { name: '🍞'.repeat(400) }],
    [{ pinned: 'true' }, { pinned: true }],
    [{ pinned: 0 }, { pinned: false }],
    [{ restriction_level: '37' }, { restriction_level: 37, effective_restriction_level: 37 }],
    [{ use_dashboard: null }, {}],
    [{ tags: [' B ', 'a', 'b', 'A', 7] }, { tags: ['7', 'a', 'b'] }],
  ] as const;
  for (const [body, shown] of accepted) {
    it(`take ${JSON.stringify(body).slice(0, 60)}`, async () => {
      const made = await its.json('POST', 'dashboards/', body);
      assert.deepEqual({ ...made, ...shown }, made);
    });
  }

  it('are made from a template with its tiles', async () => {
    const made = await its.json('POST', 'dashboards/', {
      name: 'from template',
      use_template: 'DEFAULT_APP',
    });
    assert.equal(made.creation_mode, 'template');
    assert.equal(made.use_template, 'DEFAULT_APP');
    assert.equal(made.tiles.length, 6);
  });

  it('are made from a dashboard with copies of its tiles', async () => {
    const source = await its.json('GET', 'dashboards/1/');
    const made = await its.json('POST', 'dashboards/', { use_dashboard: 1 });
    assert.equal(made.creation_mode, 'duplicate');
    assert.equal(made.use_dashboard, 1);
    const withoutIds = (tiles: Json[]) => tiles.map(({ id: _id, ...tile }) => tile);
    assert.deepEqual(withoutIds(made.tiles), withoutIds(source.tiles));
    const ids = [...made.tiles, ...source.tiles].map((tile) => tile.id);
    assert.equal(new Set(ids).size, ids.length);
    assert.deepEqual(await its.json('GET', 'dashboards/1/'), source);
  });

  it('of restriction level 37 made by somebody else may be looked at and not changed', async () => {
    const { results } = await its.json('GET', 'dashboards/');
    const closed = results.find((one: Json) => one.effective_privilege_level === 21);
    assert.equal(closed.restriction_level, 37);
    const reply = await its.ask('PATCH', `dashboards/${closed.id}/`, { body: { name: 'mine now' } });
    assert.equal(reply.status, 403);
    assert.equal(JSON.parse(reply.text).code, 'permission_denied');
    assert.equal((await its.json('GET', `dashboards/${closed.id}/`)).name, closed.name);
  });

  for (const target of ['toDashboard', 'to_dashboard']) {
    it(`give a tile away by move_tile with ${target}, answering with the dashboard it came from`, async () => {
      const source = await its.json('POST', 'dashboards/', { use_template: 'DEFAULT_APP' });
      const other = await its.json('POST', 'dashboards/', {});
      const [tile] = source.tiles;
      const body = { tile: { id: tile.id }, [target]: other.id };
      const reply = await its.ask('PATCH', `dashboards/${source.id}/move_tile/`, { body });
      assert.equal(reply.status, 200);
      const response: Json = JSON.parse(reply.text);
      assert.equal(response.id, source.id);
      assert.deepEqual(response.tiles, source.tiles.slice(1));
      assert.deepEqual((await its.json('GET', `dashboards/${other.id}`)).tiles, [tile]);
    });
  }

  it('answer 404 to the move of a missing tile, of another dashboard’s tile, or to no dashboard', async () => {
    const [own, other] = [await its.json('GET', 'dashboards/1/'), await its.json('GET', 'dashboards/2/')];
    const moves = [
      { tile: { id: 999_999 }, toDashboard: 2 },
      { tile: { id: other.tiles[0].id }, toDashboard: 3 },
      { tile: { id: own.tiles[0].id }, toDashboard: 999_999 },
      { tile: { id: 'x' }, toDashboard: 2 },
    ];
    for (const body of moves) {
      const reply = await its.ask('PATCH', 'dashboards/1/move_tile', { body });
      assert.equal(reply.status, 404, JSON.stringify(body));
    }
    assert.deepEqual(await its.json('GET', 'dashboards/1/'), own);
  });
});
