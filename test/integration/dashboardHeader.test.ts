// What the head of a dashboard's page says of who may edit it.
import assert from 'node:assert/strict';
import { headerOf, tileViewOf } from '#editors/records/dashboardPanel.ts';
import { isCohort } from '#model/records/deckRecord.ts';
import { createConnections, createGuard, dashboardIn, startCommands } from './startCommands.ts';

describe('the head of a dashboard’s page', () => {
  it('says why it cannot be edited: the protection of its project, or the rights of the key', async () => {
    const { catalog, stop } = await startCommands();
    const dashboard = await catalog.retrieve(dashboardIn('1', 1));
    assert.ok(!isCohort(dashboard));
    const { connections } = createConnections('readOnly');
    const guard = createGuard('readOnly');
    const headIn = (project: string, level: string) =>
      headerOf(dashboardIn(project, 1), { ...dashboard, user_access_level: level }, { connections, guard });
    const reasonOf = ({ canEdit, readonlyReason }: ReturnType<typeof headIn>) => [canEdit, readonlyReason];
    assert.deepEqual(reasonOf(headIn('1', 'editor')), [true, undefined]);
    assert.deepEqual(reasonOf(headIn('1', 'viewer')), [
      false,
      'This key can view the dashboard but not edit it.',
    ]);
    const [canEdit, reason] = reasonOf(headIn('2', 'viewer'));
    assert.equal(canEdit, false);
    assert.match(String(reason), /^“.*” is protected as read-only\.$/);
    await stop();
  });
});

describe('a tile that cannot be read', () => {
  it('is shown as its JSON, and the log says why', () => {
    const warnings: unknown[] = [];
    const insight = {
      name: 'Orders',
      result: [1],
      get filters(): object {
        throw new Error('a mistake');
      },
    };
    const { title, model } = tileViewOf({ id: 7, insight }, { warn: (...args) => void warnings.push(args) });
    assert.equal(title, 'Orders');
    assert.deepEqual(model, { kind: 'unknown', why: 'shape', json: '[1]', isCut: false });
    assert.match(String(warnings), /tile 7.*a mistake/);
  });
});
