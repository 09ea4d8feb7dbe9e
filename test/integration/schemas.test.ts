import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeEditors } from './closeEditors.ts';
import { scheme } from '#manifest.ts';
import { formatPlace, toDocument, type DocumentPart } from '#model/documents/documentUri.ts';
import type { RecordKind } from '#model/records/recordRef.ts';
import { editText } from './editText.ts';
import { sampleRef, startSampleData } from './sampleData.ts';

/** A document of the sample data with another text, which is not saved. */
async function open(kind: RecordKind, part: DocumentPart, text: string): Promise<vscode.TextDocument> {
  const place = formatPlace(toDocument(sampleRef(kind, 1), part), 'Schemas');
  return editText(vscode.Uri.from({ scheme, ...place }), text);
}

/** The labels that are suggested where the text has a `|`. */
async function suggested(kind: RecordKind, part: DocumentPart, text: string): Promise<readonly string[]> {
  const document = await open(kind, part, text.replace('|', ''));
  const list = await vscode.commands.executeCommand<vscode.CompletionList>(
    'vscode.executeCompletionItemProvider',
    document.uri,
    document.positionAt(text.indexOf('|')),
  );
  return list.items.map(({ label }) => (typeof label === 'string' ? label : label.label));
}

describe('the schemas of documents', () => {
  before(() => startSampleData());
  afterEach(closeEditors);

  for (const [kind, part, text, label] of [
    [
      'cohort',
      'filters',
      '{"properties": {"values": [{"type": "behavioral", "value": |}]}}',
      '"performed_event"',
    ],
    [
      'cohort',
      'filters',
      '{"properties": {"values": [{"type": "OR", "values": [{"type": |}]}]}}',
      '"behavioral"',
    ],
    ['cohort', 'groups', '[{|}]', 'event_id'],
    ['cohort', 'record', '{"filters": {"properties": {"type": |}}}', '"AND"'],
    ['dashboard', 'filters', '{"date_from": |}', '"-7d"'],
    ['dashboard', 'filters', '{"properties": [{"operator": |}]}', '"icontains"'],
    ['dashboard', 'filters', '{"properties": {"type": "AND", "values": [{"operator": |}]}}', '"icontains"'],
    ['dashboard', 'record', '{"restriction_level": |}', '37'],
    ['dashboard', 'record', '{"filters": {"date_to": |}}', '"-1dStart"'],
  ] as const) {
    it(`suggest ${label} for the ${part} of a ${kind}: ${text}`, async () => {
      const labels = await suggested(kind, part, text);
      assert.ok(labels.includes(label), labels.join(', '));
    });
  }
});

describe('what the project has', () => {
  before(() => startSampleData());
  afterEach(closeEditors);

  const inCondition = (members: string) => `{"properties": {"values": [{${members}}]}}`;
  for (const [title, members, label] of [
    ['a property that no filter names', '"type": "person", "key": |', '"mrr"'],
    ['a value that only persons have', '"type": "person", "key": "locale", "value": |', '"de-DE"'],
    ['an event', '"type": "behavioral", "event_type": "events", "key": |', '"order placed"'],
    ['the next event of a sequence', '"type": "behavioral", "seq_event": |', '"order placed"'],
  ] as const) {
    it(`is suggested: ${title}`, async () => {
      // What has not come in time is there the next time; the suite's own time limit bounds it.
      while (!(await suggested('cohort', 'filters', inCondition(members))).includes(label));
    });
  }
});

describe('what only the service writes', () => {
  before(() => startSampleData());
  afterEach(closeEditors);

  it('can be folded in the text editor, all of it in one fold', async () => {
    const leaf = { type: 'person', key: 'plan', bytecode: ['_H', 1], conditionHash: 'x', negation: false };
    const text = JSON.stringify({ properties: { type: 'AND', values: [leaf] } }, null, 2);
    const { uri } = await open('cohort', 'filters', text);
    const lines = text.split('\n');
    const wanted = [
      lines.findIndex((line) => line.includes('"key"')),
      lines.findIndex((line) => line.includes('"negation"')),
    ];
    const folds = await vscode.commands.executeCommand<vscode.FoldingRange[]>(
      'vscode.executeFoldingRangeProvider',
      uri,
    );
    const found = folds.map(({ start, end }) => `${start} ${end}`);
    assert.ok(found.includes(wanted.join(' ')), found.join(', '));
  });
});
