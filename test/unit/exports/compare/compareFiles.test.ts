import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, readlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import fc from 'fast-check';
import { isApiError } from '#api/apiError.ts';
import { compareFiles, type Comparison } from '#exports/compare/compareFiles.ts';
import { removeFolder } from '#disk/moveFile.ts';
import { removeOldExports } from '#exports/files/removeExports.ts';
import { anyCharacter } from '../../../anyCharacter.ts';
import { assertOwnOnly } from '../../../assertOwnOnly.ts';
import { temporaryFolder } from '../../../volatile.ts';

describe('comparing exports', () => {
  let directory = '';
  beforeEach(() => {
    directory = temporaryFolder();
  });
  afterEach(() => removeFolder(directory));

  const scratch = () => path.join(directory, 'scratch');
  const person = (id: string | number) => JSON.stringify({ name: `“${id}”`, id });

  const filled = ({ parts }: Comparison) => parts.filter(({ persons }) => persons > 0);

  async function compare(
    lists: readonly (readonly string[])[],
    signal = new AbortController().signal,
    comparesProperties = false,
  ) {
    const files = lists.map((_, index) => path.join(directory, `${index}.ndjson`));
    for (const [index, lines] of lists.entries())
      await writeFile(files[index] ?? '', lines.map((line) => `${line}\n`).join(''));
    const onProgress = () => undefined;
    return compareFiles({ files, scratchDirectory: scratch(), signal, onProgress, comparesProperties });
  }

  it('counts who is in one file alone, in some and in all, each person once', async () => {
    const lists = [
      ['a', 'b', 'b', 'all'],
      ['b', 'c', 'all'],
      ['all', 'd', 'e', 'f'],
    ];
    const comparison = await compare(lists.map((ids) => ids.map(person)));
    assert.deepEqual(
      new Map(filled(comparison).map(({ files, persons }) => [files, persons])),
      new Map([
        [0b001, 1],
        [0b010, 1],
        [0b100, 3],
        [0b011, 1],
        [0b111, 1],
      ]),
    );
    assert.equal(comparison.parts[0]?.files, 0b100);
    assert.equal((await readdir(scratch())).length, 1, 'a database without a journal');
    await comparison.close();
    assert.deepEqual(await readdir(scratch()), []);
  });

  it('has a part for each combination of files, also where nobody is in it', async () => {
    const three = await compare([[person(1), person(2)], [person(3)], [person(4)]]);
    const sizes = three.parts.map(({ files, persons }) => [files, persons]);
    assert.deepEqual(sizes, [
      [0b001, 2],
      [0b010, 1],
      [0b100, 1],
      [0b011, 0],
      [0b101, 0],
      [0b110, 0],
      [0b111, 0],
    ]);
    await three.close();
    const { signal } = new AbortController();
    const same = await compare([[person(1)], [person(1)]], signal, true);
    assert.deepEqual(same.parts, [
      { files: 0b11, isChanged: false, persons: 1 },
      { files: 0b01, isChanged: false, persons: 0 },
      { files: 0b10, isChanged: false, persons: 0 },
      { files: 0b11, isChanged: true, persons: 0 },
    ]);
    await same.close();
  });

  it('writes each part byte for byte, in the order of the files', async () => {
    const [same, first] = ['{"id":1,"big":12345678901234567890,"text":"\\ud800 é😀"}', person('first')];
    const comparison = await compare([[first, same, person('second')], [same]]);
    const signal = new AbortController().signal;
    for (const part of filled(comparison)) {
      const fileName = `part ${part.files}.ndjson`;
      const file = await comparison.write(part, { directory, fileName, format: 'ndjson', signal });
      const expected = part.files === 0b11 ? [same] : [first, person('second')];
      assert.deepEqual(await readFile(file, 'utf8'), expected.map((line) => `${line}\n`).join(''));
    }
    await comparison.close();
  });

  it('writes a part as CSV, with the columns of all its persons', async () => {
    const lines = ['{"id":1,"properties":{"a":1}}', '{"id":2,"properties":{"b":"x,y"}}'];
    const comparison = await compare([lines, ['{"id":3}']]);
    const [part] = comparison.parts;
    assert.ok(part);
    const { signal } = new AbortController();
    const file = await comparison.write(part, { directory, fileName: 'part.csv', format: 'csv', signal });
    assert.equal(await readFile(file, 'utf8'), 'id,properties.a,properties.b\r\n1,1,\r\n2,,"x,y"\r\n');
    await comparison.close();
    assert.deepEqual(
      (await readdir(directory)).filter((name) => name.includes('part')),
      ['part.csv'],
    );
  });

  it('writes changes as CSV: who it is, what changed, and each property before and after', async () => {
    const before = ['{"id":1,"name":"Ada","properties":{"plan":"free","age":3,"b":{"x":1}}}'];
    const after = ['{"properties":{"plan":"pro","age":4,"b":{"x":2},"new":true},"name":"Ada","id":1}'];
    const { signal } = new AbortController();
    const comparison = await compare([before, after], signal, true);
    const changed = comparison.parts.find(({ isChanged }) => isChanged);
    assert.ok(changed);
    const file = await comparison.write(changed, { directory, fileName: 'c.csv', format: 'csv', signal });
    const [header, row] = (await readFile(file, 'utf8')).split('\r\n');
    assert.equal(
      header,
      'name,id,changed,before.age,after.age,before.b.x,after.b.x,after.new,before.plan,after.plan',
    );
    assert.equal(row, 'Ada,1,"plan, age, b, new",3,4,1,2,True,free,pro');
    await comparison.close();
  });

  it('takes a number and a text of the same digits for one id, as exports do, and counts persons without an id', async () => {
    const comparison = await compare([[person(7), '{"name":"nobody"}', '{"id":null}', ''], [person('7')]]);
    assert.deepEqual(filled(comparison), [{ files: 0b11, isChanged: false, persons: 1 }]);
    assert.equal(comparison.withoutId, 2);
    await comparison.close();
  });

  it('finds who came, who left and whose properties changed, and what of them', async () => {
    const before = [
      '{"id":1,"name":"left","properties":{}}',
      '{"id":2,"properties":{"a":1, "b":{"x":1,"y":2}}}',
      '{"id":3,"properties":{"plan":"free","big":12345678901234567890,"gone":true}}',
      '{"id":4}',
    ];
    const after = [
      '{"id":4,"name":"renamed"}',
      '{"id":3,"properties":{"big":12345678901234567891,"plan":"free","new":[1]}}',
      '{"id":2,"properties":{"b":{"y":2,"x":1},"a":1}}',
      '{"id":5,"properties":{}}',
    ];
    const { signal } = new AbortController();
    const comparison = await compare([before, after], signal, true);
    const counts = filled(comparison).map(({ files, isChanged, persons }) => [files, isChanged, persons]);
    assert.deepEqual(
      new Set(counts.map(String)),
      new Set(['1,false,1', '2,false,1', '3,false,2', '3,true,1']),
    );
    const changed = comparison.parts.find(({ isChanged }) => isChanged);
    assert.ok(changed);
    const file = await comparison.write(changed, {
      directory,
      fileName: 'c.ndjson',
      format: 'ndjson',
      signal,
    });
    assert.equal(
      await readFile(file, 'utf8'),
      '{"id":3,"changed":"big, gone, new","before":{"big":12345678901234567890,"gone":true},' +
        '"after":{"big":12345678901234567891,"new":[1]}}\n',
    );
    await comparison.close();
  });

  it('reads a JSON export with a person a line as well', async () => {
    const comparison = await compare([['[', '{"id":1},', '{"id":2}', ']'], ['[]'], ['[', '{"id":2}', ']']]);
    assert.deepEqual(
      new Map(filled(comparison).map(({ files, persons }) => [files, persons])),
      new Map([
        [0b001, 1],
        [0b101, 1],
      ]),
    );
    assert.equal(comparison.withoutId, 0);
    await comparison.close();
  });

  it('compares CSV files by their ids, and with JSON, but not their properties', async () => {
    const [csv, plain] = [path.join(directory, 'a.csv'), path.join(directory, 'b.csv')];
    const ndjson = path.join(directory, 'c.ndjson');
    await writeFile(
      csv,
      '\uFEFFid,name,properties.a\r\n1,"Zoë ""Z"", or\r\nnobody",\r\n2,,x\r\n,without,\r\n',
    );
    await writeFile(plain, 'name,id\nAnn,2\nBob,3'); // as other tools write them
    await writeFile(ndjson, `${person(1)}\n${person(3)}\n`);
    const { signal } = new AbortController();
    const options = { scratchDirectory: scratch(), signal, onProgress: () => undefined };
    const comparison = await compareFiles({
      ...options,
      files: [csv, plain, ndjson],
      comparesProperties: true,
    });
    assert.equal(comparison.comparesProperties, false);
    assert.equal(comparison.withoutId, 1);
    const written = await Promise.all(
      filled(comparison).map(async (part) => {
        const fileName = `part ${part.files}.ndjson`;
        const file = await comparison.write(part, { directory, fileName, format: 'ndjson', signal });
        return [part.files, await readFile(file, 'utf8')] as const;
      }),
    );
    assert.deepEqual(
      new Map(written),
      new Map([
        [0b101, '{"id":"1","name":"Zoë \\"Z\\", or\\r\\nnobody"}\n'],
        [0b011, '{"id":"2","properties.a":"x"}\n'],
        [0b110, '{"name":"Bob","id":"3"}\n'],
      ]),
    );
    await comparison.close();
  });

  it('finds each row of a CSV that is read in many chunks', async () => {
    const ids = Array.from({ length: 20_000 }, (_, index) => `person ${index}`);
    const file = path.join(directory, 'many.csv');
    await writeFile(file, `id,name\r\n${ids.map((id) => `${id},"${'é\n'.repeat(10)}"\r\n`).join('')}`);
    const { signal } = new AbortController();
    const files = [file, file];
    const options = { files, scratchDirectory: scratch(), signal, onProgress: () => undefined };
    const comparison = await compareFiles(options);
    assert.deepEqual(filled(comparison), [{ files: 0b11, isChanged: false, persons: ids.length }]);
    await comparison.close();
  });

  it('keeps its persons in a file that only its owner reads, and that no sweep of its own window takes', async () => {
    const comparison = await compare([[person('a')], [person('b')]]);
    const [name = ''] = await readdir(scratch());
    await assertOwnOnly(path.join(scratch(), name));
    assert.equal(await removeOldExports(scratch(), { olderThanMs: 0, now: Date.now() + 60_000 }), 0);
    await comparison.close();
    assert.deepEqual(await readdir(scratch()), []);
  });

  it('leaves nothing after a kill once the next window has opened', async () => {
    const files = ['0', '1'].map((name) => path.join(directory, `${name}.ndjson`));
    for (const file of files) await writeFile(file, `${person(file)}\n`);
    const source = new URL('../../../../src/exports/compare/compareFiles.ts', import.meta.url).href;
    const options = JSON.stringify({ files, scratchDirectory: scratch() });
    const code = `import { compareFiles } from ${JSON.stringify(source)};
      const { signal } = new AbortController();
      await compareFiles({ ...${options}, signal, onProgress: () => undefined });
      console.log('compared');
      setInterval(() => undefined, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    assert.equal((await readdir(scratch())).length, 1);
    const weekMs = 7 * 24 * 3600 * 1000;
    assert.equal(await removeOldExports(scratch(), { olderThanMs: weekMs, now: Date.now() }), 1);
  });

  it('ends when it is canceled, and leaves nothing', async () => {
    const stop = new AbortController();
    stop.abort();
    await assert.rejects(compare([[person(1)], [person(1)]], stop.signal), (error) =>
      isApiError(error, 'cancelled'),
    );
    assert.deepEqual(await readdir(scratch()), []);
    if (process.platform !== 'linux') return; // elsewhere, an open file keeps its folder from being removed, or is not listed
    const open = await Promise.all(
      (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
    );
    assert.deepEqual(
      open.filter((file) => file.startsWith(directory)),
      [],
    );
  });

  it('says which file is gone', async () => {
    const files = [path.join(directory, 'gone.ndjson'), path.join(directory, 'gone too.ndjson')];
    const { signal } = new AbortController();
    const options = { files, scratchDirectory: scratch(), signal, onProgress: () => undefined };
    await assert.rejects(compareFiles(options), { name: 'ExportError', path: files[0] });
  });

  it('counts the same as sets do, for any ids', async () => {
    const ids = fc.array(fc.string({ unit: anyCharacter, minLength: 1, maxLength: 3 }), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(fc.array(ids, { minLength: 2, maxLength: 4 }), async (lists) => {
        const comparison = await compare(lists.map((list) => list.map(person)));
        const sets = lists.map((list) => new Set(list.map((id) => Buffer.from(id).toString())));
        const expected = new Map<number, number>();
        for (const id of new Set(sets.flatMap((set) => [...set]))) {
          const files = sets.reduce((bits, set, index) => bits | (set.has(id) ? 1 << index : 0), 0);
          expected.set(files, (expected.get(files) ?? 0) + 1);
        }
        const found = new Map(filled(comparison).map(({ files, persons }) => [files, persons]));
        await comparison.close();
        assert.deepEqual(found, expected);
      }),
      { numRuns: 30 },
    );
  });
});
