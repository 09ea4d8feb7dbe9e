import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type PickItem, replaceItems } from '#host/input/askPick.ts';
import { until } from './sampleData.ts';

interface Row {
  readonly id: number;
}

const rows = (...ids: readonly number[]): readonly PickItem<Row>[] =>
  ids.map((id) => ({ label: `Row ${id}`, iconPath: new vscode.ThemeIcon('person'), value: { id } }));

describe('a quick pick whose items are set again', () => {
  const pick = vscode.window.createQuickPick<PickItem<Row>>();
  after(() => pick.dispose());

  it('keeps its items and the active row if nothing is different', async () => {
    assert.equal(replaceItems(pick, rows(1, 2, 3)), true);
    pick.show();
    const isActive = (id: number) => pick.activeItems[0]?.value.id === id;
    await until(pick.onDidChangeActive, () => isActive(1));
    const shown = [...pick.items];
    await vscode.commands.executeCommand('workbench.action.quickOpenSelectNext');
    await until(pick.onDidChangeActive, () => isActive(2));
    assert.equal(replaceItems(pick, rows(1, 2, 3)), false);
    assert.ok(pick.items.every((item, index) => item === shown[index]));
    const accepted = new Promise<Row | undefined>((resolve) => {
      pick.onDidAccept(() => resolve(pick.selectedItems[0]?.value));
    });
    await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    assert.deepEqual(await accepted, { id: 2 });
  });

  it('gets the new items if a label or a value differs, or there is one more', () => {
    const others = [rows(1, 2), rows(1, 2, 4), rows(1, 2, 3, 4)];
    for (const other of others) assert.equal(replaceItems(pick, other), true);
    assert.equal(replaceItems(pick, rows(1, 2, 3, 4)), false);
  });
});
