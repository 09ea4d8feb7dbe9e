import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EditorState, Text } from '@codemirror/state';
import { dropItem, itemMenu } from '#webview/filters/structure/items/itemMenu.ts';
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

const condition = (key: string): string => `{"type":"person","key":"${key}"}`;

test('a drop moves the item of the press, where the text above it has changed during the drag', () => {
  const conditions = ['a', 'b', 'c'].map(condition).join(',');
  let state = EditorState.create({ doc: `{"properties":{"type":"AND","values":[${conditions}]}}` });
  let dropped = '';
  const model = new StructureModel();
  model.read(state.doc, 'cohort');
  const structure: Partial<StructureContext> = {
    get shape() {
      return model.shape ?? assert.fail();
    },
    indent: '  ',
    refresh: () => model.read(state.doc, 'cohort'),
    idOf: (item) => model.idOf(item),
    itemById: (id) => model.itemById(id),
    describe: () => '',
    announce: () => undefined,
    edit: (change) => void (dropped = change?.text ?? ''),
  };
  const pressed = model.itemByPath(['properties', 'values', 1]) ?? assert.fail();
  const [id, groupId] = [model.idOf(pressed), model.idOf(model.shape?.group ?? assert.fail())];
  const removal = state.update({
    changes: { from: pressed.node.from - condition('a').length - 1, to: pressed.node.from },
  });
  state = removal.state;
  model.textChanged(removal.changes);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a drop uses of it
  dropItem(structure as StructureContext, id, { groupId, index: 2 });
  const { properties } = JSON.parse(dropped);
  assert.deepEqual(
    properties.values.map(({ key }: { readonly key: string }) => key),
    ['c', 'b'],
  );
});
