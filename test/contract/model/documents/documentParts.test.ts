import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DocumentFieldError } from '#model/documents/save/saveTransitions.ts';
import { JsonTextError } from '#json/checkJsonObject.ts';
import { leaf, useDocuments } from './editor.ts';
import { useService } from '../service.ts';

const { open, createCohort, onService } = useDocuments(useService());

describe('the document with all fields of a record', () => {
  it('has the fields in their order', async () => {
    const document = await createCohort('record');
    const state = await open().read(document);
    assert.deepEqual(Object.keys(JSON.parse(state.text)), [
      'name',
      'description',
      'filters',
      'groups',
      'is_static',
    ]);
    assert.match(state.text, /^\{\n {2}"name": "Filters",\n/);
  });

  it('sends only the fields that changed', async () => {
    const { write, read, age, bodies } = open();
    const document = await createCohort('record');
    const state = await read(document);
    await write(document, state.text.replace('""', '"New"'));
    age();
    await write(document, (await read(document)).text.replace('"New"', '"Newer"'));
    assert.deepEqual(bodies, ['{"description": "New"}', '{"description": "Newer"}']);
    const { name, description, filters } = await onService(document);
    assert.deepEqual([name, description, filters], ['Filters', 'Newer', leaf('free')]);
  });

  it('shows what the service stored', async () => {
    const { write, read } = open();
    const document = await createCohort('record');
    const { text } = await read(document);
    const kept = await write(document, text.replace('"Filters"', '"  Trimmed  "'));
    assert.equal(JSON.parse(kept ?? '').name, 'Trimmed');
    assert.equal(await write(document, kept ?? ''), undefined);
  });

  it('cannot be saved with a missing, unknown or repeated field', async () => {
    const { write, read } = open();
    const document = await createCohort('record');
    const fields = JSON.parse((await read(document)).text);
    const { name: _name, ...rest } = fields;
    for (const [problem, wrong] of [
      ['missing', JSON.stringify(rest)],
      ['unknown', JSON.stringify({ ...fields, count: 1 })],
      ['repeated', JSON.stringify(fields).replace('{', '{"name": "Two", ')],
    ] as const) {
      await assert.rejects(
        write(document, wrong),
        (error) => error instanceof DocumentFieldError && error.problem === problem,
      );
    }
  });
});

describe('the groups of a cohort', () => {
  it('are read as a list and may be sent as one', async () => {
    const { write, read, age } = open();
    const document = await createCohort('groups');
    assert.equal((await read(document)).text, '[]\n');
    await write(document, '[{"days": 30}]');
    age();
    assert.equal((await read(document)).text, '[\n  {\n    "days": 30\n  }\n]\n');
  });

  for (const wrong of ['', '1', '[1', '[], "name": "x"', '[]]']) {
    it(`are not sent as ${JSON.stringify(wrong)}`, async () => {
      const { write, read } = open();
      const document = await createCohort('groups');
      await read(document);
      await assert.rejects(write(document, wrong), JsonTextError);
    });
  }
});
