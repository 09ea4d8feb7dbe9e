import assert from 'node:assert/strict';
import { test } from 'node:test';
import { personsTable } from '#webview/cohort/cohortBody.tsx';

const person = (name: string, email: string) => ({ name, email, distinctId: 'd', createdAt: '' });
const titles = (persons: Parameters<typeof personsTable>[0]) =>
  personsTable(persons).columns.map(({ title }) => title);

test('a column without any value is left out', () => {
  assert.deepEqual(titles([person('', 'a@b.example'), person('', 'c@d.example')]), ['Email', 'Distinct ID']);
  assert.deepEqual(titles([person('', 'a@b.example'), person('Ann', '')]), ['Name', 'Email', 'Distinct ID']);
});

test('a value that a person lacks is an empty cell', () => {
  const { rows } = personsTable([person('', 'a@b.example'), person('Ann', '')]);
  assert.deepEqual(rows, [
    [null, 'a@b.example', 'd'],
    ['Ann', null, 'd'],
  ]);
});
