import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closure, filesWith } from '../../../.scripts/package/chunks.mjs';
import { overLimit, table } from '../../../.scripts/package/sizes.mjs';
import { namesInZip } from '../../../.scripts/package/zip.mjs';

test('a file loads at once what its static imports name, however deep, and nothing of the dynamic ones', () => {
  const chunks = new Map([
    ['a.js', { text: '', loads: ['b.js'] }],
    ['b.js', { text: 'UND_ERR_ABORTED', loads: ['c.js', 'a.js'] }],
    ['c.js', { text: '', loads: [] }],
    ['lazy.js', { text: 'ZodError', loads: ['c.js'] }],
  ]);
  assert.deepEqual([...closure(chunks, 'a.js')], ['a.js', 'b.js', 'c.js']);
  assert.deepEqual(filesWith(chunks, 'undici'), ['b.js']);
  assert.deepEqual(filesWith(chunks, 'zod'), ['lazy.js']);
});

test('a size over its limit is named; one at its limit is not', () => {
  const sizes = [
    { name: 'entry', bytes: 40_001, limitBytes: 40_000 },
    { name: 'VSIX', bytes: 900_000, limitBytes: 900_000 },
    { name: 'other', bytes: 10_000_000 },
  ];
  assert.deepEqual(overLimit(sizes), ['entry has 40.0 kB, and at most 40 kB are allowed']);
  assert.equal(table(sizes).split('\n').length, 3);
});

test('names in a ZIP come from its table of contents', () => {
  const entry = (name: string) => {
    const header = Buffer.alloc(46);
    header.writeUInt32LE(0x02014b50, 0);
    header.writeUInt16LE(Buffer.byteLength(name), 28);
    return Buffer.concat([header, Buffer.from(name)]);
  };
  const contents = Buffer.concat([entry('extension/a.js'), entry('ä.txt')]);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(2, 10);
  end.writeUInt32LE(4, 16);
  assert.deepEqual(namesInZip(Buffer.concat([Buffer.alloc(4), contents, end])), ['extension/a.js', 'ä.txt']);
});

test('what is no ZIP is refused', () => {
  assert.throws(() => namesInZip(Buffer.from('hello')), /no ZIP file/);
});
