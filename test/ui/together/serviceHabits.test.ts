// Deployments that give keys back in another order, or add keys of their own to the conditions of a cohort: a person who
// saves there is neither asked nor warned.
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { eventually } from '../driver/eventually.ts';
import { useSharedWorkbench } from '../driver/useWorkbench.ts';
import { useOwnService } from '../ownService.ts';

const board = (city: string) => `{\n  "properties": [],\n  "date_from": "-7d",\n  "city": "${city}"\n}\n`;
const cohort = (days: string) => `{
  "properties": {
    "type": "AND",
    "values": [
      {
        "type": "behavioral",
        "key": "$pageview",
        "event_type": "events",
        "value": "performed_event",
        "time_value": "${days}",
        "time_interval": "day",
        "operator": null
      }
    ]
  }
}
`;

describe('a save', () => {
  const session = useSharedWorkbench();
  const service = useOwnService(session);
  const tab = (name: string) => `${name}.filters.json`;

  /** Saves without being asked or told anything. */
  async function save(name: string): Promise<void> {
    const { workbench } = session();
    await workbench.save();
    await workbench.editors.waitDirty(tab(name), false);
    assert.ok(!(await workbench.dialog.box.isVisible()));
    assert.deepEqual(await workbench.notifications.texts(), []);
  }

  afterEach(() => service().tidy());

  it('twice in a row on a service that reorders keys is no conflict, and the text stays as it was typed', async () => {
    const { workbench } = session();
    const name = 'Reordered board';
    const id = await service().create('dashboards', name, board('Rome'));
    await service().create('cohorts', 'Added keys', cohort('7'));
    await service().connect();
    service().setHabits(['reorderedKeys']);
    await workbench.tree().collapse('Cohorts');
    await workbench.tree().expand('Dashboards');
    await workbench.tree().choose(name, 'Edit Filters');
    await service().waitForText('"Rome"');
    await service().type(name, board('Oslo'));
    await save(name);
    assert.match(await service().read(`dashboards/${id}/`), /"filters":\{"city":"Oslo","date_from"/);
    await service().type(name, board('Bern'));
    await workbench.refreshAll(); // what the service has is read again
    await save(name);
    assert.equal((await service().ask('GET', `dashboards/${id}/`)).filters.city, 'Bern');
    await workbench.refreshAll();
    assert.equal(await service().text(), board('Bern'));
    await workbench.screenshot('habits-1-reordered');
  });

  it('on a service that adds keys is no warning, and leaves text and undo alone', async () => {
    const { workbench, page } = session();
    const name = 'Added keys';
    service().setHabits(['leafKeys', 'reorderedKeys']);
    await workbench.tree().collapse('Dashboards');
    await workbench.tree().expand('Cohorts');
    await service().open(name);
    await service().waitForText('"7"');
    await service().type(name, cohort('14'));
    await save(name);
    await service().type(name, cohort('30'));
    await workbench.refreshAll();
    await save(name);
    await workbench.refreshAll();
    assert.equal(await service().text(), cohort('30'));
    await workbench.screenshot('habits-2-added-keys');
    await (await workbench.editors.webview('.cm-content')).locator('.cm-content').click();
    await page.keyboard.press('ControlOrMeta+Z');
    await service().waitForText('"14"');
    await page.keyboard.press('ControlOrMeta+Shift+KeyZ');
    await service().waitForText('"30"');
    await workbench.run('View: Close Editor');
    await service().open(name);
    await eventually('the keys that the service added', async () =>
      (await service().text()).includes('conditionHash'),
    );
    await workbench.screenshot('habits-3-read-again');
  });
});
