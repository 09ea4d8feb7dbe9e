import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cohortSchema, dashboardSchema, type Tile } from '#api/responseSchemas.ts';
import {
  charactersIn,
  cohortState,
  isViewOnly,
  nameOf,
  ownerName,
  tagsOf,
  withDifference,
} from '#model/records/deckRecord.ts';
import { exactTilesOf, hasUnreadTiles, tilesOf, tileTitle } from '#model/records/dashboardTiles.ts';

const cohort = (fields: object) => cohortSchema.parse({ id: 1, ...fields });
const dashboard = (fields: object) => dashboardSchema.parse({ id: 1, ...fields });
const tile = (fields: object): Tile => ({ id: 1, insight: null, text: null, color: null, ...fields });

describe('the length of a text', () => {
  it('is counted in characters, not in UTF-16 units', () => {
    assert.equal(charactersIn(''), 0);
    assert.equal(charactersIn('Zürich'), 6);
    assert.equal(charactersIn('🚀🚀'), 2);
  });
});

describe('a cohort’s state', () => {
  const states: readonly (readonly [object, string])[] = [
    [{}, 'ready'],
    [{ is_calculating: true }, 'calculating'],
    [{ is_calculating: true, errors_calculating: 3 }, 'calculating'],
    [{ errors_calculating: 1 }, 'failed'],
    [{ is_static: true, is_calculating: true }, 'static'],
    [{ errors_calculating: null }, 'ready'],
  ];
  for (const [fields, state] of states) {
    it(`is ${state} with ${JSON.stringify(fields)}`, () => assert.equal(cohortState(cohort(fields)), state));
  }
});

describe('tiles that a service sends as text', () => {
  const number = '9007199254740993';
  const text = `[{"id": 5, "insight": {"result": [{"data": [${number}]}]}}, "no tile"]`;
  it('are read where the text is their JSON, with every digit', () => {
    const sent = dashboard({ tiles: text });
    assert.deepEqual(
      tilesOf(sent)?.map(({ id }) => id),
      [5],
    );
    const [exact] = exactTilesOf(sent, JSON.stringify({ id: 1, tiles: text })) ?? [];
    assert.ok(JSON.stringify(exact).includes(number));
    assert.equal(hasUnreadTiles(sent), false);
  });

  it('are unread where it is something else', () => {
    for (const other of ['<5 tiles>', '{"a": 1}', '[', { id: 5 }, 7]) {
      assert.equal(tilesOf(dashboard({ tiles: other })), undefined);
      assert.equal(hasUnreadTiles(dashboard({ tiles: other })), true);
    }
    for (const none of [null, undefined, '', [], '[]'])
      assert.equal(hasUnreadTiles(dashboard({ tiles: none })), false);
  });
});

describe('a tile’s title', () => {
  const titles: readonly (readonly [object, string | undefined])[] = [
    [{ insight: { name: 'Orders', derived_name: 'Pageview count' } }, 'Orders'],
    [{ insight: { name: '', derived_name: 'Pageview count' } }, 'Pageview count'],
    [{ insight: { name: '# of **new** users' } }, '# of **new** users'],
    [{ insight: { name: '> 30 days inactive' } }, '> 30 days inactive'],
    [{ button_tile: { text: '-5 %' } }, '-5 %'],
    [{ insight: null, text: { body: '\n## **Read me** first\nmore' } }, 'Read me first'],
    [{ text: { body: '- `code` and snake_case' } }, 'code and snake_case'],
    [{ text: { body: '   ' } }, undefined],
    [{ widget: { name: 'Open issues', widget_type: 'error_tracking' } }, 'Open issues'],
    [{ widget: { name: null, widget_type: 'error_tracking' } }, 'error_tracking'],
    [{ button_tile: { text: 'Order now', url: 'https://example.com' } }, 'Order now'],
    [{ button_tile: { text: '', url: 'https://example.com' } }, 'https://example.com'],
    [{}, undefined],
    [{ text: { body: 'x'.repeat(300) } }, `${'x'.repeat(119)}…`],
    [{ insight: { name: `${'x'.repeat(118)}🚀🚀` } }, `${'x'.repeat(118)}…`],
  ];
  for (const [fields, title] of titles) {
    it(`of ${JSON.stringify(fields).slice(0, 60)} is ${title?.slice(0, 20)}`, () =>
      assert.equal(tileTitle(tile(fields)), title));
  }
});

describe('a dashboard', () => {
  it('has tiles where they are a list, else undefined', () => {
    assert.equal(tilesOf(dashboard({ tiles: null })), undefined);
    assert.equal(tilesOf(dashboard({ tiles: 'text' })), undefined);
    assert.deepEqual(
      tilesOf(dashboard({ tiles: [{ id: 7 }, 'x', { id: 'y' }] }))?.map(({ id }) => id),
      [7],
    );
  });

  it('is view-only at privilege level 21', () => {
    assert.ok(isViewOnly(dashboard({ effective_privilege_level: 21 })));
    assert.ok(!isViewOnly(dashboard({ effective_privilege_level: 37 })));
    assert.ok(!isViewOnly(dashboard({})));
  });

  it('is view-only for viewers and others without access, whatever its level says', () => {
    for (const level of ['viewer', 'none']) {
      assert.ok(isViewOnly(dashboard({ user_access_level: level, effective_privilege_level: 37 })));
      assert.ok(isViewOnly(cohort({ user_access_level: level })));
    }
    for (const level of ['editor', 'manager']) {
      assert.ok(!isViewOnly(dashboard({ user_access_level: level, effective_privilege_level: 21 })));
    }
    assert.ok(isViewOnly(dashboard({ user_access_level: 'something new', effective_privilege_level: 21 })));
  });

  it('shows tags of any kind as texts', () => {
    assert.deepEqual(tagsOf(dashboard({ tags: ['a', 1, { b: 2 }] })), ['a', '1', '{"b":2}']);
  });

  it('has no name where it is null, empty or blank', () => {
    assert.deepEqual(
      [null, '', '  ', 'A'].map((name) => nameOf(dashboard({ name }))),
      [undefined, undefined, undefined, 'A'],
    );
  });
});

describe('an owner', () => {
  it('is a name, an email or both', () => {
    assert.equal(ownerName({ first_name: 'Ada', email: 'ada@x.example' }), 'Ada (ada@x.example)');
    assert.equal(ownerName({ first_name: ' ', email: 'ada@x.example' }), 'ada@x.example');
    assert.equal(ownerName(null), undefined);
    assert.equal(ownerName({}), undefined);
  });
});

it('a change of tags keeps those that others have added, and does not bring back those that they have removed', () => {
  const odd = { a: 1 };
  assert.deepEqual(withDifference(['a', 'theirs', odd], ['a', 'b'], ['a', 'mine']), [
    'a',
    'theirs',
    odd,
    'mine',
  ]);
  assert.deepEqual(withDifference(['theirs'], ['a', 'b'], ['b', 'mine']), ['theirs', 'mine']);
  assert.deepEqual(withDifference(['a', 'mine', 'theirs'], ['a', 'mine'], ['a']), ['a', 'theirs']);
  assert.deepEqual(withDifference(['mine'], [], ['mine']), ['mine']);
  assert.deepEqual(withDifference(['growth', 'a'], ['Growth', 'a'], ['a']), ['a']);
  assert.deepEqual(withDifference(['growth', 'Growth'], ['Growth'], []), ['growth']);
  assert.deepEqual(withDifference(['growth'], [], ['Growth']), ['growth']);
  assert.deepEqual(withDifference(['growth'], ['Growth'], ['growth']), ['growth']);
  assert.deepEqual(withDifference(['growth', 'a'], ['growth'], ['Growth']), ['a', 'Growth']);
});
