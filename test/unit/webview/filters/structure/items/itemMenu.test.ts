import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Text } from '@codemirror/state';
import { itemMenu } from '#webview/filters/structure/items/itemMenu.ts';
import type { StructureContext } from '#webview/filters/structure/state/structureContext.ts';
import { StructureModel } from '#webview/filters/structure/structureModel.ts';

/** Filters with one condition, and the text after each edit. */
function open(value: string) {
  const model = new StructureModel();
  const read = (raw: string) => {
    const text = `{"properties":{"type":"AND","values":[{"type":"person","key":"plan","value":${raw}}]}}`;
    model.read(Text.of([text]), 'cohort');
  };
  read(value);
  const edited: string[] = [];
  const structure: Partial<StructureContext> = {
    get shape() {
      return model.shape ?? assert.fail();
    },
    isReadonly: false,
    indent: '  ',
    idOf: (item) => model.idOf(item),
    itemById: (id) => model.itemById(id),
    describe: () => '',
    edit: (change) => void edited.push(change?.text ?? ''),
  };
  const item = model.itemByPath(['properties', 'values', 0]) ?? assert.fail();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the menu uses of it
  const entries = itemMenu(structure as StructureContext, item);
  const run = (label: string) => (entries.find((entry) => entry.label === label) ?? assert.fail(label)).run();
  return { read, run, edited };
}

test('an entry is applied to the text as it is, where it has changed while the menu was open', () => {
  for (const [label, before, now, after] of [
    ['Value as List', '"free"', '"enterprise"', '["enterprise"]'],
    ['Value as List, Split at Commas', '"a,b"', '"c,d"', /\[\s*"c",\s*"d"\s*\]/],
    ['Wrap in Group', '"free"', '"enterprise"', '"enterprise"}'],
  ] as const) {
    const { read, run, edited } = open(before);
    read(now);
    run(label);
    const [text = ''] = edited;
    assert.ok(typeof after === 'string' ? text.includes(after) : after.test(text), `${label}: ${text}`);
  }
});

test('an entry that is no longer possible changes nothing', () => {
  const { read, run, edited } = open('"a,b"');
  read('"a"');
  run('Value as List, Split at Commas');
  assert.deepEqual(edited, []);
});
