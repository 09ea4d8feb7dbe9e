import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  choosePagePlace,
  formatPagePlace,
  parsePagePlace,
  parsePlace,
  parseRecordPlace,
} from '#model/documents/documentUri.ts';

const ref = { connectionId: 'acme', projectId: '@current', kind: 'dashboard', id: 42 } as const;

describe('the place of a record’s page', () => {
  test('has the record’s name, and is read back whatever it is called', () => {
    for (const kind of ['dashboard', 'cohort'] as const) {
      for (const name of ['Sales', 'a/b.filters.json', '…', undefined]) {
        const place = formatPagePlace({ ...ref, kind }, name);
        assert.deepEqual(parsePagePlace(place), { ...ref, kind });
        assert.deepEqual(parseRecordPlace(place), { ...ref, kind });
        assert.equal(parsePlace(place), undefined);
      }
    }
    assert.equal(formatPagePlace(ref, 'Sales').path, '/%40current/dashboards/42/page/Sales');
  });

  test('has all of the name, with letters that look alike for slashes, because its tab is called so until it is opened', () => {
    const name = 'Growth: “is it *up*?” #1 <a> 100% | 2';
    const { path } = formatPagePlace(ref, `${name} a/b\\c`);
    assert.equal(path, `/%40current/dashboards/42/page/${name} a∕b∖c`);
    assert.deepEqual(parsePagePlace({ authority: 'acme', path }), ref);
  });

  test('names its project for breadcrumbs, whatever the project is called', () => {
    for (const project of ['Acme EU · Web', 'Shop (2)', 'a/b', '(1)']) {
      const place = formatPagePlace(ref, 'Sales', 'page', project);
      assert.deepEqual(parsePagePlace(place), ref);
    }
    const { path } = formatPagePlace(ref, 'Sales', 'page', 'Acme EU · Web');
    assert.equal(path, '/Acme EU · Web (%40current)/dashboards/42/page/Sales');
  });

  test('is no place of a document, of another kind, or of nothing', () => {
    const authority = 'acme';
    for (const path of [
      '/1/dashboards/42/Sales.filters.json',
      '/1/persons/42/page/Sales',
      '/1/dashboards/x/page/S',
    ])
      assert.equal(parsePagePlace({ authority, path }), undefined);
    assert.equal(parsePagePlace({ authority: '', path: '/1/dashboards/42/page/Sales' }), undefined);
  });

  test('differs from the place of a cohort’s persons', () => {
    const cohort = { ...ref, kind: 'cohort' } as const;
    const place = formatPagePlace(cohort, 'Persons of Sales', 'persons');
    assert.equal(place.path, '/%40current/cohorts/42/persons/Persons of Sales');
    assert.deepEqual(parsePagePlace(place, 'persons'), cohort);
    assert.deepEqual(parseRecordPlace(place), cohort);
    assert.equal(parsePagePlace(place), undefined);
    assert.notDeepEqual(choosePagePlace(cohort, 'Sales', [place]), place);
  });

  test('of an open page does not change with a rename', () => {
    const open = [{ authority: 'acme', path: '/%40current/dashboards/42/page/Old' }];
    assert.deepEqual(choosePagePlace(ref, 'New', open), open[0]);
    assert.deepEqual(
      choosePagePlace({ ...ref, id: 43 }, 'New', open).path,
      '/%40current/dashboards/43/page/New',
    );
  });
});
