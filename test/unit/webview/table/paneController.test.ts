import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { ColumnLayout } from '#webview/table/columns/columnLayout.ts';
import { PaneController } from '#webview/table/paneController.ts';
import type { PaneState } from '#webview/table/state/tableState.ts';

describe('the summary beside a table', () => {
  const requested: number[] = [];
  const revealed: (number | undefined)[] = [];
  let shown: PaneState | undefined;
  let pane: PaneController;

  afterEach(() => mock.timers.reset());
  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    requested.length = 0;
    revealed.length = 0;
    pane = new PaneController({
      layout: new ColumnLayout(),
      onChange: (state) => (shown = state),
      revealColumn: (revealedColumn) => revealed.push(revealedColumn),
      requestPerson: () => undefined,
      requestSummary: (column) => requested.push(column),
      focusPane: () => undefined,
      announce: () => undefined,
    });
    pane.openSummary(0);
  });

  const column = () => (shown?.kind === 'summary' ? shown.column : undefined);

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
