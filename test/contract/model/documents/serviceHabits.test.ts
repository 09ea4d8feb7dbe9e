// Deployments that store filters by their values: they give keys back in another order, and add keys of their own to
// the conditions of a cohort. None of that counts as somebody's change.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { sliceMember } from '#json/jsonTree.ts';
import type { EditorText } from '#model/documents/save/documentState.ts';
import { mergeConflict } from '#model/documents/merge/textMerger.ts';
import { DocumentConflict, SaveNotConfirmed } from '#model/documents/save/saveErrors.ts';
import { useService } from '../service.ts';
import { createStorage, useDocuments } from './editor.ts';

const service = useService();
const { open, createCohort, createDashboard } = useDocuments(service);

/** The filters in the service's present response. */
async function storedFilters({ ref }: EditorText): Promise<string> {
  const { client, projectId } = service();
  const resource = ref.kind === 'cohort' ? client.cohorts(projectId) : client.dashboards(projectId);
  return sliceMember((await resource.retrieveText(ref.id)).text, 'filters') ?? '';
}

afterEach(() => {
  service().inject('');
  service().setHabits([]);
});

describe('a service that reorders keys', () => {
  const typed = (city: string) => `{"properties": [], "date_from": "-7d", "city": "${city}", "a": 1.0}\n`;

  beforeEach(() => service().setHabits(['reorderedKeys']));

  it('accepts two saves in a row without a conflict, and the text stays as it was typed', async () => {
    const { write, read, age, store, changed } = open();
    const document = await createDashboard();
    await read(document);
    assert.equal(await write(document, typed('Rome')), undefined, 'nothing was kept in another form');
    assert.match(await storedFilters(document), /^\{"a":1\.0,"city"/, 'the keys are in another order');
    age();
    const { mtime } = await store.stat(document.ref);
    assert.match((await read(document)).text, /^\{\n {2}"properties": \[\],\n {2}"date_from"/);
    assert.equal(await write(document, typed('Oslo')), undefined);
    age();
    assert.equal(
      (await store.stat(document.ref)).mtime,
      mtime + 1000,
      'the only newer version is the one saved',
    );
    assert.deepEqual(changed, [], 'no editor has to read again');
  });

  it('accepts a text from a backup without a conflict', async () => {
    const storage = createStorage();
    const document = await createDashboard();
    const first = open(storage);
    await first.read(document);
    await first.write(document, typed('Rome'));
    const later = open(storage);
    assert.equal(await later.write(document, typed('Oslo')), undefined);
    assert.match(await storedFilters(document), /"city":"Oslo"/);
  });

  it('counts as having a text whose response was lost', async () => {
    const { write, read } = open();
    const document = await createDashboard();
    await read(document);
    service().inject('reset=after;method=PATCH');
    await write(document, typed('Rome'));
    service().inject('');
    assert.match(await storedFilters(document), /"city":"Rome"/);
    await write(document, typed('Oslo'));
    assert.match(await storedFilters(document), /"city":"Oslo"/);
  });

  it('gets the keys in the person’s order, if only the order was changed', async () => {
    const { write, read } = open();
    const document = await createDashboard();
    await read(document);
    await write(document, '{"a": 1, "b": 2}');
    await write(document, '{"b": 2, "a": 1}');
    assert.equal((await read(document)).text, '{\n  "b": 2,\n  "a": 1\n}\n');
  });

  it('allows a merge if somebody else changed another value', async () => {
    const { write, read } = open();
    const document = await createDashboard();
    await read(document);
    await write(document, typed('Rome'));
    const { client, projectId } = service();
    const theirs = typed('Rome').replace('-7d', '-30d');
    await client.dashboards(projectId).updateText(document.ref.id, `{"filters": ${theirs}}`);
    const conflict = await write(document, typed('Oslo')).catch((error: unknown) => error);
    assert.ok(conflict instanceof DocumentConflict);
    const merge = mergeConflict(conflict, typed('Oslo'));
    assert.ok(merge?.kind === 'merged');
    assert.equal(merge.text, typed('Oslo').replace('-7d', '-30d'));
    assert.deepEqual(merge.taken, [['date_from']]);
  });

  it('gets only the changed field of a whole record', async () => {
    const { write, read, age, bodies } = open();
    const filters = '{"properties": {"values": [], "type": "OR"}, "a": 1}';
    const document = await createCohort('record');
    const { text } = await read(document);
    const first = text.replace(
      /"filters": \{.*\n {2}\},\n {2}"groups"/s,
      `"filters": ${filters},\n  "groups"`,
    );
    await write(document, first);
    age();
    await write(document, first.replace('"name": "Filters"', '"name": "Renamed"'));
    assert.deepEqual(bodies, [`{"filters": ${filters}}`, '{"name": "Renamed"}']);
  });
});

describe('a service that adds keys to conditions', () => {
  const leaf = (key: string, days: string) =>
    `{"type": "behavioral", "key": "${key}", "event_type": "events", "value": "performed_event", ` +
    `"time_value": "${days}", "time_interval": "day", "operator": null}`;
  const typed = (...leaves: readonly string[]) =>
    `{"properties": {"type": "AND", "values": [${leaves.join(', ')}]}}\n`;
  const both = (one: string, two: string) => typed(leaf('$pageview', one), leaf('order placed', two));

  beforeEach(() => service().setHabits(['leafKeys', 'reorderedKeys']));

  it('accepts two saves in a row without a conflict, and keeps what was typed', async () => {
    const { write, read, age, store, changed } = open();
    const document = await createCohort();
    await read(document);
    assert.equal(await write(document, both('30', '7')), undefined, 'nothing was kept in another form');
    const stored = await storedFilters(document);
    assert.match(stored, /"bytecode":\[/);
    assert.match(stored, /"time_value":30,/);
    assert.doesNotMatch(stored, /null/);
    age();
    const { mtime } = await store.stat(document.ref);
    assert.equal(await write(document, both('30', '14')), undefined);
    age();
    assert.equal((await store.stat(document.ref)).mtime, mtime + 1000);
    assert.deepEqual(changed, [], 'no editor has to read again');
  });

  it('has its keys in the document once that is read again', async () => {
    const { write, read } = open();
    const document = await createCohort();
    await read(document);
    await write(document, both('30', '7'));
    const { text } = await read(document);
    assert.match(text, /"conditionHash"/);
    assert.equal(await write(document, text.replace('"AND"', '"OR"')), undefined);
  });

  it('allows a merge if somebody else changed another condition', async () => {
    const { write, read } = open();
    const document = await createCohort();
    await read(document);
    await write(document, both('30', '7'));
    await remotelyTyped(document, both('90', '7'));
    const conflict = await write(document, both('30', '14')).catch((error: unknown) => error);
    assert.ok(conflict instanceof DocumentConflict);
    const merge = mergeConflict(conflict, both('30', '14'));
    assert.ok(merge?.kind === 'merged');
    const [one, two] = JSON.parse(merge.text).properties.values;
    assert.deepEqual([one.time_value, two.time_value], [90, 14]);
    assert.deepEqual(merge.taken, [['properties', 'values', 0, 'time_value']]);
  });

  it('is still reported if it stored something else', async () => {
    const { write, read } = open();
    const document = await createCohort('record');
    const { text } = await read(document);
    const kept = await write(document, text.replace('"Filters"', '"  Trimmed  "'));
    assert.equal(JSON.parse(kept ?? '{}').name, 'Trimmed');
  });
});

describe('a service that changes what is typed', () => {
  const lost = 'reset=after;method=PATCH';
  const unconfirmed = 'reset=after;method=PATCH, status=500;method=GET;after=1';

  for (const [what, from, to, stored] of [
    ['tags', '"tags": []', '"tags": ["Growth "]', '"growth"'],
    ['a name', '"Board"', '" Revenue "', '"Revenue"'],
    ['groups', '"date_from"', '"properties": {"type": "AND", "values": []}, "date_from"', '"properties": []'],
  ] as const) {
    describe(`as it does ${what}`, () => {
      beforeEach(() => service().setHabits(['plainConditions']));

      async function opened() {
        const document = await createDashboard('record');
        const editor = open();
        const { text } = await editor.read(document);
        const typed = text.replace(from, to);
        assert.notEqual(typed, text);
        return { ...editor, document, typed };
      }

      it('has the text if its response was lost, and what it stored is shown', async () => {
        const { write, document, typed } = await opened();
        service().inject(lost);
        assert.ok((await write(document, typed))?.includes(stored));
      });

      it('has the text of a save that could not be confirmed, once that is saved again', async () => {
        const { write, document, typed } = await opened();
        service().inject(unconfirmed);
        await assert.rejects(write(document, typed), SaveNotConfirmed);
        service().inject('');
        assert.ok((await write(document, typed))?.includes(stored));
      });

      it('is in no conflict with the text that was typed after such a save', async () => {
        const { write, document, typed } = await opened();
        service().inject(unconfirmed);
        await assert.rejects(write(document, typed), SaveNotConfirmed);
        service().inject('');
        const more = typed.replace('"description": ""', '"description": "More"');
        assert.match((await write(document, more)) ?? '', /"More"/);
      });
    });
  }

  it('has the filters of a dashboard with groups if their response was lost', async () => {
    service().setHabits(['plainConditions']);
    const document = await createDashboard();
    const { write, read } = open();
    await read(document);
    service().inject(lost);
    const typed = '{"properties": {"type": "AND", "values": [{"type": "AND", "values": [{"key": "a"}]}]}}';
    assert.deepEqual(JSON.parse((await write(document, typed)) ?? ''), { properties: [{ key: 'a' }] });
  });
});

async function remotelyTyped({ ref }: EditorText, filters: string): Promise<void> {
  const { client, projectId } = service();
  await client.cohorts(projectId).updateText(ref.id, `{"filters": ${filters}}`);
}
