import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Protection, protectionIn } from '#model/connections/protection.ts';
import { projectTitle } from '#model/connections/projectRef.ts';

type Mark = Protection | undefined;

const connection = (own: Mark, first: Mark, second?: Mark) => ({
  id: 'acme',
  name: 'Acme',
  url: 'https://acme.example',
  isSample: false,
  protection: own,
  projects: [
    { id: '1', name: 'Web', protection: first },
    { id: '@current', name: '', protection: second },
  ],
});

describe('the protection of a project', () => {
  for (const [own, project, expected] of [
    [undefined, undefined, undefined],
    [undefined, 'production', 'production'],
    [undefined, 'readOnly', 'readOnly'],
    ['production', undefined, 'production'],
    ['production', 'production', 'production'],
    ['production', 'readOnly', 'readOnly'],
    ['readOnly', undefined, 'readOnly'],
    ['readOnly', 'production', 'readOnly'],
    ['readOnly', 'readOnly', 'readOnly'],
  ] as const) {
    it(`is ${expected ?? 'none'} where it is ${project ?? 'none'} on a connection that is ${own ?? 'none'}`, () => {
      assert.equal(protectionIn(connection(own, project), '1'), expected);
    });
  }

  for (const id of ['2', '01', '1 ', '', undefined, '@current']) {
    it(`is the strictest of all for ${JSON.stringify(id)}, which may be any of them`, () => {
      assert.equal(protectionIn(connection('production', 'readOnly'), id), 'readOnly');
      assert.equal(protectionIn(connection(undefined, 'production'), id), 'production');
      assert.equal(protectionIn(connection(undefined, undefined), id), undefined);
    });
  }

  it('of the key’s own project applies if it is the strictest', () => {
    assert.equal(protectionIn(connection(undefined, 'production', 'readOnly'), '@current'), 'readOnly');
    assert.equal(protectionIn(connection(undefined, undefined, 'readOnly'), '1'), undefined);
  });
});

describe('the title of a project or a connection', () => {
  it('has the connection and the project, by its id if it has no name', () => {
    assert.equal(projectTitle(connection(undefined, undefined), '1'), 'Acme · Web');
    assert.equal(projectTitle(connection(undefined, undefined), '@current'), 'Acme · @current');
    assert.equal(projectTitle(connection(undefined, undefined), undefined), 'Acme');
  });
});
