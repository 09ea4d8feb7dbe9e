import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EditorState } from '@codemirror/state';
import { dropItem } from '#webview/filters/structure/items/itemActions.ts';
import type { StructureContext } from '#webview/filters/structure/state/structureContext.ts';
import { StructureModel } from '#webview/filters/structure/structureModel.ts';

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
