import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { pathSegment } from '#api/pathSegment.ts';
import { anyCharacter } from '../../anyCharacter.ts';

test('a project id that would lead to another path, or does not look like an id, is refused', () => {
  for (const id of ['', '.', '..', 'a/b', 'a\\b', '/', 'a\nb', '\0', '\u0085'])
    assert.throws(() => pathSegment(id, 'project_id'), { kind: 'invalid' });
});

test('whatever the project id, the request stays under projects', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, minLength: 1 }), (id) => {
      if (/^\.\.?$|[/\\\p{Cc}]/u.test(id)) return;
      const path = `/api/projects/${pathSegment(id, 'project_id')}/cohorts/`;
      assert.equal(new URL(path, 'https://a.example').pathname.split('/').length, 6);
    }),
  );
});
