import assert from 'node:assert/strict';
import { type DeckNode, listNode, projectNode, recordNode } from '#model/records/treeNodes.ts';
import { TreeRedraws } from '#views/treeRedraws.ts';
import { list } from './createTree.ts';

const cohorts = listNode(list);
const cohort = recordNode({ ...list, id: 1 });
const dashboards = listNode({ ...list, kind: 'dashboard' });
const project = projectNode(list);
const otherProject = projectNode({ ...list, projectId: '2' });

function parentOf(node: DeckNode): DeckNode | undefined {
  if (node === cohort) return cohorts;
  return node === cohorts || node === dashboards ? project : undefined;
}

function start(maxWaitMs?: number) {
  const redraws = new TreeRedraws(parentOf, maxWaitMs);
  const told: unknown[] = [];
  redraws.onDidChange((nodes) => told.push(nodes));
  /** @returns ends the lookup, and resolves in the same turn as its request */
  const ask = (node: DeckNode | undefined) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const answered = redraws.answer(node, () => promise);
    return () => {
      resolve();
      return answered;
    };
  };
  return { redraws, told, ask };
}

describe('a change in the tree', () => {
  it('is told immediately if the window waits for nothing', () => {
    const { redraws, told } = start();
    redraws.redraw(cohorts);
    redraws.redraw(cohort, dashboards);
    redraws.redraw(undefined);
    assert.deepEqual(told, [cohorts, [cohort, dashboards], undefined]);
    redraws.dispose();
  });

  it('waits for a slow answer about what is above or below it, which holds up nothing else', async () => {
    const { redraws, told, ask } = start();
    const answer = ask(cohorts);
    redraws.redraw(cohort);
    redraws.redraw(project, dashboards, otherProject);
    redraws.redraw(cohorts);
    assert.deepEqual(told, [[dashboards, otherProject]]);
    await answer();
    assert.equal(told.length, 1); // the window does not have the answer yet
    await redraws.whenTold(project);
    assert.deepEqual(told.slice(1), [[cohort, project, cohorts]]);
    redraws.dispose();
  });

  it('waits for all answers if it is one of the whole tree, and takes in those of its nodes', async () => {
    const { redraws, told, ask } = start();
    const [first, second] = [ask(otherProject), ask(cohorts)];
    redraws.redraw(undefined);
    redraws.redraw(cohort);
    await first();
    assert.deepEqual(told, []);
    await second();
    await redraws.whenTold(undefined);
    assert.deepEqual(told, [undefined]);
    redraws.dispose();
  });

  it('waits for the other nodes for which VS Code asks in the same message', async () => {
    const { redraws, told, ask } = start();
    await ask(dashboards)();
    const slow = ask(cohorts); // in the same turn: VS Code sends both answers when it has them
    redraws.redraw(dashboards);
    redraws.redraw(otherProject);
    await new Promise(setImmediate);
    await ask(otherProject)(); // later
    redraws.redraw(otherProject);
    await redraws.whenTold(otherProject);
    assert.deepEqual(told, [otherProject, otherProject]);
    await slow();
    await redraws.whenTold(dashboards);
    assert.deepEqual(told.slice(2), [dashboards]);
    redraws.dispose();
  });

  it('does not wait for a service that does not respond, and is told once more when it does', async () => {
    const { redraws, told, ask } = start(1);
    const answer = ask(cohorts);
    redraws.redraw(project);
    await redraws.whenTold(project);
    assert.deepEqual(told, [project]);
    const toldAgain = new Promise((resolve) => redraws.onDidChange(resolve));
    await answer();
    assert.equal(await toldAgain, project);
    redraws.dispose();
  });

  it('is told once more of an expanded item for which the window does not ask, until it does', async () => {
    const { redraws, told } = start(1);
    const isTold = () => new Promise((resolve) => redraws.onDidChange(resolve));
    redraws.expectQuestion(project);
    redraws.childrenAsked(project);
    redraws.expectQuestion(otherProject);
    await isTold();
    redraws.expectQuestion(otherProject); // it is given the item again
    redraws.expectQuestion(cohorts);
    await isTold();
    assert.deepEqual(told, [otherProject, cohorts]);
    redraws.childrenAsked(otherProject);
    redraws.expectQuestion(otherProject);
    await isTold();
    assert.deepEqual(told.slice(2), [otherProject]);
    redraws.dispose();
  });

  it('is told again if VS Code begins to redraw it so late that an answer is on its way', async () => {
    const { redraws, told, ask } = start();
    redraws.redraw(cohorts);
    const answer = ask(cohorts);
    redraws.itemAsked(cohorts);
    await answer();
    await redraws.whenTold(cohorts);
    assert.deepEqual(told, [cohorts, cohorts]);
    redraws.itemAsked(cohorts);
    await redraws.whenTold(undefined);
    assert.equal(told.length, 2);
    redraws.dispose();
  });
});
