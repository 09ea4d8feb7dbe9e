import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inEnglish } from '#text/translate.ts';
import { describeChanges } from '#model/documents/describeChanges.ts';
import { type DocumentPart, toDocument } from '#model/documents/documentUri.ts';

const record = { connectionId: 'own', projectId: '1', kind: 'cohort', id: 1 } as const;
const leaf = (key: string, value: string, more: object = {}) => ({
  type: 'person',
  key,
  operator: 'exact',
  value,
  ...more,
});
const filters = (type: string, ...values: readonly object[]) => ({ properties: { type, values } });
const linesOf = (part: DocumentPart, before: object | string, after: object | string) => {
  const [old, current] = [before, after].map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
  return describeChanges(toDocument(record, part), old ?? '', current ?? '', inEnglish);
};

describe('what a save would change', () => {
  const before = filters('AND', leaf('plan', 'free', { bytecode: ['_H', 1] }), leaf('city', 'Rome'));

  it('counts and names the conditions, and nothing that the service has added', () => {
    const after = filters('AND', leaf('plan', 'paid'), leaf('city', 'Rome'), leaf('name', 'Ada'));
    assert.deepEqual(linesOf('filters', before, after), [
      '1 condition changed, 1 condition added',
      'Changed: plan equals free → plan equals paid',
      'Added: name equals Ada',
    ]);
  });

  it('names the fields of a condition that differ where its words are the same', () => {
    const [old, now] = [
      filters('AND', { type: 'person', key: 'email', operator: 'is_set' }),
      filters('AND', { type: 'person', key: 'email', operator: 'is_set', value: 1, note: 'new' }),
    ];
    assert.deepEqual(linesOf('filters', old, now), [
      '1 condition changed',
      'Changed: email is set (fields: value, note)',
    ]);
  });

  it('names the first five of many conditions', () => {
    const after = filters('AND', ...Array.from('abcdefg', (key) => leaf(key, 'x')));
    const lines = linesOf('filters', filters('AND'), after);
    assert.equal(lines.length, 7);
    assert.deepEqual([lines[0], lines.at(-1)], ['7 conditions added', 'And 2 more.']);
  });

  it('says that groups changed where no condition did', () => {
    const after = filters('OR', leaf('plan', 'free'), leaf('city', 'Rome'));
    assert.deepEqual(linesOf('filters', before, after), ['The groups changed.']);
  });

  it('says that only the notation changed', () => {
    const after = JSON.stringify(before).replace('Rome', String.raw`\u0052ome`);
    assert.deepEqual(linesOf('filters', before, after), ['Only the notation changed.']);
  });

  it('names the fields of a record, and the conditions where its filters are among them', () => {
    const old = { name: 'A', description: '', filters: before };
    const now = { name: 'B', description: '', filters: filters('AND', leaf('plan', 'free')) };
    assert.deepEqual(linesOf('record', old, now), [
      'Changed fields: name, filters',
      '1 condition removed',
      'Removed: city equals Rome',
    ]);
  });

  it('says nothing about a text of megabytes', () => {
    const long = filters('AND', leaf('plan', 'x'.repeat(1_000_000)));
    assert.deepEqual(linesOf('filters', before, long), []);
  });
});
