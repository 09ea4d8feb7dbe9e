import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { ColumnLayout } from '#webview/table/columns/columnLayout.ts';
import { PaneController } from '#webview/table/paneController.ts';
import type { PaneState } from '#webview/table/tableState.ts';

describe('the pane beside a table', () => {
  const requested: number[] = [];
  const persons: number[] = [];
  const revealed: (number | undefined)[] = [];
  const focused: (string | undefined)[] = [];
  let shown: PaneState | undefined;
  let pane: PaneController;

  afterEach(() => mock.timers.reset());
  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    requested.length = 0;
    revealed.length = 0;
    persons.length = 0;
    focused.length = 0;
    pane = new PaneController({
      layout: new ColumnLayout(),
      onChange: (state) => (shown = state),
      revealColumn: (revealedColumn) => revealed.push(revealedColumn),
      requestPerson: (position) => persons.push(position),
      requestSummary: (column) => requested.push(column),
      focusPane: () => focused.push(shown?.kind),
      announce: () => undefined,
    });
    pane.openSummary(0);
  });

  const column = () => (shown?.kind === 'summary' ? shown.column : undefined);

  it('of a person stays at that person while the view has it', () => {
    pane.openPerson(3, false);
    assert.equal(pane.personPosition, 3);
    pane.showPerson({ type: 'person', view: 1, position: 3, row: 40, cells: [] });
    pane.viewChanged(5);
    pane.showPerson({ type: 'person', view: 2, position: 5, row: 40, cells: [] });
    assert.deepEqual([persons, shown], [[3, 5], { kind: 'person', position: 5, cells: [] }]);
    pane.viewChanged(); // without that row
    assert.deepEqual(persons, [3, 5, 0]);
    pane.close();
    assert.equal(pane.personPosition, undefined);
  });

  it('takes the focus for the columns, also if they are open already', () => {
    assert.deepEqual(focused, []);
    pane.openColumns();
    pane.openColumns();
    assert.deepEqual(focused, ['columns', 'columns']);
  });

  it('follows the active column once it stays active', () => {
    for (const active of [1, 2, 3]) pane.followColumn(active);
    mock.timers.tick(1000);
    assert.deepEqual([column(), requested], [3, [0, 3]]);
  });

  it('stays with the column that was chosen after another one became active', () => {
    pane.followColumn(1);
    pane.openSummary(5);
    mock.timers.tick(1000);
    assert.deepEqual([column(), requested], [5, [0, 5]]);
  });

  it('stays where the active column moves away and back', () => {
    pane.followColumn(1);
    pane.followColumn(0);
    mock.timers.tick(1000);
    assert.deepEqual([column(), requested], [0, [0]]);
  });

  it('is counted again for a file that has grown, also where it was not counted yet', () => {
    pane.rowsAdded();
    assert.deepEqual([column(), requested], [0, [0, 0]]);
    pane.openColumns();
    pane.rowsAdded();
    assert.deepEqual(requested, [0, 0]);
  });

  it('keeps its column in view, and what is scrolled meanwhile where it is', () => {
    pane.viewChanged(); // the same column
    pane.openSummary(7);
    pane.openColumns(); // as wide
    pane.close();
    pane.openColumns();
    assert.deepEqual(revealed, [0, 7, undefined]);
  });
});
