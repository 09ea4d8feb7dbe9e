// Who is in a static cohort, with handlers called directly: what the service has afterwards, and what a person reads.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { isApiError } from '#api/apiError.ts';
import { UserError } from '#host/messages/userError.ts';
import { formatRecordRef, type RecordRef } from '#model/records/recordRef.ts';
import { recordNode } from '#model/records/treeNodes.ts';
import { eventually } from '../ui/driver/eventually.ts';
import { withFirstPicks } from './firstPick.ts';
import { watchMessages } from './openMessages.ts';
import { startTwoProjects } from './twoProjects.ts';

const nobody = '00000000-0000-4000-8000-000000000000';

async function start(...given: Parameters<typeof startTwoProjects>) {
  const stage = await startTwoProjects(...given);
  const cohorts = stage.elsewhere.cohorts('1');
  const create = async (): Promise<RecordRef> => {
    const { id } = await cohorts.createText(JSON.stringify({ name: 'Guests', is_static: true }));
    return stage.ref('cohort', '1', id);
  };
  const [largest] = (await cohorts.list()).results.toSorted((a, b) => (b.count ?? 0) - (a.count ?? 0));
  assert.ok(largest);
  const { results } = await cohorts.persons(largest.id, { limit: 20 });
  return {
    ...stage,
    newStatic: create,
    largest,
    persons: results,
    ids: results.map(({ id }) => id),
    membersOf: async ({ id }: RecordRef) =>
      (await cohorts.persons(id, { limit: 100 })).results.map((person) => person.id).toSorted(),
  };
}

describe('a static cohort', () => {
  it('gets the persons of a table who are not in it, and Undo removes them alone', async () => {
    const { commands, elsewhere, newStatic, ids, membersOf, catalog, stop } = await start();
    const ref = await newStatic();
    const [first = '', second = '', third = ''] = ids;
    await elsewhere.cohorts('1').addPersons(ref.id, [first]);
    const messages = await watchMessages();
    const given = { persons: [first, second, third], cohort: formatRecordRef(ref) };
    await commands['cohortDeck.addPersons'](recordNode(ref), undefined, given);
    await messages.next();
    assert.deepEqual(await membersOf(ref), [first, second, third].toSorted());
    const record = catalog.get(ref);
    assert.equal(record && 'count' in record && record.count, 3);
    await commands['cohortDeck.undo']();
    assert.deepEqual(await membersOf(ref), [first]);
    await commands['cohortDeck.redo']();
    assert.deepEqual(await membersOf(ref), [first, second, third].toSorted());
    await messages.waitForNone();
    await stop();
  });

  it('loses the persons of a table, and Undo brings back those that were in it', async () => {
    const { commands, elsewhere, newStatic, ids, membersOf, stop } = await start();
    const ref = await newStatic();
    const [first = '', second = '', third = ''] = ids;
    await elsewhere.cohorts('1').addPersons(ref.id, [first, second]);
    const given = { persons: [first, third], cohort: formatRecordRef(ref) };
    await commands['cohortDeck.removePersons'](recordNode(ref), undefined, given);
    assert.deepEqual(await membersOf(ref), [second]);
    await commands['cohortDeck.undo']();
    assert.deepEqual(await membersOf(ref), [first, second].toSorted());
    await assert.rejects(
      commands['cohortDeck.removePersons'](recordNode(ref), undefined, { persons: [third] }),
      (error) => error instanceof UserError && error.message.startsWith('None of these persons'),
    );
    await stop();
  });

  it('of which half of a batch is unknown gets the others, and says who was not found', async () => {
    const { commands, newStatic, ids, membersOf, stop } = await start();
    const ref = await newStatic();
    const known = ids.slice(0, 5);
    const unknown = known.map((_, index) => nobody.replace(/0$/, String(index)));
    await commands['cohortDeck.addPersons'](recordNode(ref), undefined, {
      persons: [...known, ...unknown, 'no-id'],
    });
    assert.deepEqual(await membersOf(ref), known.toSorted());
    await vscode.commands.executeCommand('notification.acceptPrimaryAction'); // Show Who Was Not Found
    const listed = () => vscode.window.activeTextEditor?.document.getText().trim().split('\n').toSorted();
    await eventually('the list', async () => {
      assert.deepEqual(listed(), ['no-id', ...unknown].toSorted());
      return true;
    });
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await stop();
  });

  it('that gets emails of the clipboard finds them in another cohort', async () => {
    const { commands, newStatic, persons, membersOf, stop } = await start();
    const ref = await newStatic();
    const [one, other] = persons.filter(({ properties }) => typeof properties['email'] === 'string');
    assert.ok(one && other);
    const { email } = one.properties;
    await vscode.env.clipboard.writeText(`email\r\n${String(email)}\r\n"${other.distinct_ids[0]}"\r\n`);
    await withFirstPicks(commands['cohortDeck.addPersons'](recordNode(ref)));
    assert.deepEqual(await membersOf(ref), [one.id, other.id].toSorted());
    await vscode.commands.executeCommand('notifications.clearAll');
    await stop();
  });

  it('whose undo is stopped in the middle says how far it came, and continues by a button', async () => {
    const { commands, inject, newStatic, ids, membersOf, stop } = await start();
    const ref = await newStatic();
    await commands['cohortDeck.addPersons'](recordNode(ref), undefined, { persons: ids.slice(0, 3) });
    await vscode.commands.executeCommand('notifications.clearAll');
    inject('latency=60000;path=/remove_person_from_static_cohort/;after=1');
    const messages = await watchMessages();
    let hasEnded = false;
    const undoing = commands['cohortDeck.undo']().finally(() => (hasEnded = true));
    await eventually('the end of the undo', async () => {
      if ((await membersOf(ref)).length === 2 && !hasEnded)
        await vscode.commands.executeCommand('notification.acceptPrimaryAction'); // Cancel
      return hasEnded;
    });
    await undoing;
    assert.equal((await membersOf(ref)).length, 2);
    inject('');
    await messages.press(await messages.next(), 0);
    await eventually('the rest', async () => (await membersOf(ref)).length === 0);
    await messages.waitForNone();
    await stop();
  });

  it('continues after the service has stopped in the middle, without sending again what has arrived', async () => {
    const { commands, retries, inject, newStatic, ids, membersOf, elsewhere, stop } = await start();
    const ref = await newStatic();
    await elsewhere.cohorts('1').addPersons(ref.id, ids.slice(0, 3));
    inject('status=500;path=/remove_person_from_static_cohort/;after=1');
    await commands['cohortDeck.removePersons'](recordNode(ref), undefined, { persons: ids.slice(0, 3) });
    assert.match(retries.changes[0]?.attempt ?? '', /^Removed 1 of 3 persons from “Guests”\.$/);
    inject('');
    await retries.retry(retries.changes);
    assert.deepEqual(await membersOf(ref), []);
    assert.deepEqual(retries.changes, []);
    await commands['cohortDeck.undo']();
    assert.deepEqual(await membersOf(ref), ids.slice(0, 3).toSorted());
    await vscode.commands.executeCommand('notifications.clearAll');
    await stop();
  });

  it('has all of them again after an undo, though one failed before the rest was removed', async () => {
    const { commands, retries, inject, newStatic, ids, membersOf, elsewhere, stop } = await start();
    const ref = await newStatic();
    await elsewhere.cohorts('1').addPersons(ref.id, ids.slice(0, 3));
    inject('status=500;path=/remove_person_from_static_cohort/;after=1');
    await commands['cohortDeck.removePersons'](recordNode(ref), undefined, { persons: ids.slice(0, 3) });
    inject('status=500;path=/add_persons_to_static_cohort/');
    await commands['cohortDeck.undo']();
    inject('');
    await retries.retry(retries.changes);
    assert.deepEqual(await membersOf(ref), []);
    await commands['cohortDeck.undo']();
    assert.deepEqual(await membersOf(ref), ids.slice(0, 3).toSorted());
    await vscode.commands.executeCommand('notifications.clearAll');
    await stop();
  });

  it('that was stopped in the middle says how far it came, and continues by a button', async () => {
    const { commands, retries, inject, newStatic, ids, membersOf, elsewhere, stop } = await start();
    const ref = await newStatic();
    await elsewhere.cohorts('1').addPersons(ref.id, ids.slice(0, 3));
    inject('latency=60000;path=/remove_person_from_static_cohort/;after=1');
    const messages = await watchMessages();
    let hasEnded = false;
    const running = commands['cohortDeck.removePersons'](recordNode(ref), undefined, {
      persons: ids.slice(0, 3),
    });
    void running.then(() => (hasEnded = true));
    await eventually('the first person to be removed', async () => (await membersOf(ref)).length === 2);
    await eventually('the command to end', async () => {
      if (!hasEnded) await vscode.commands.executeCommand('notification.acceptPrimaryAction'); // Cancel
      return hasEnded;
    });
    assert.deepEqual(
      retries.changes.map(({ attempt }) => attempt),
      ['Removed 1 of 3 persons from “Guests”.'],
    );
    inject('');
    await messages.press(await messages.next(), 0); // Continue
    await eventually('all to be removed', async () => (await membersOf(ref)).length === 0);
    await eventually('nothing to be left', async () => retries.changes.length === 0);
    await vscode.commands.executeCommand('notifications.clearAll');
    await stop();
  });

  it('is asked for in production, with the number of persons', async () => {
    const { commands, requests, answer, ids, elsewhere, ref, stop } = await start('production');
    const { id } = await elsewhere.cohorts('2').createText(JSON.stringify({ is_static: true }));
    const cohort = ref('cohort', '2', id);
    answer(false);
    await assert.rejects(
      commands['cohortDeck.addPersons'](recordNode(cohort), undefined, { persons: ids.slice(0, 2) }),
      (error) => isApiError(error, 'cancelled'),
    );
    assert.deepEqual(
      requests.map(({ action, detail }) => [action, detail]),
      [['addPersons', `Cohort “#${id}”\nAdd 2 persons`]],
    );
    assert.equal((await elsewhere.cohorts('2').persons(id)).results.length, 0);
    await stop();
  });

  it('of an older service, and a dynamic one, end in one sentence each', async () => {
    const { commands, newStatic, ids, largest, ref, setHabits, retries, stop } = await start();
    const list = await newStatic();
    const add = (cohort: RecordRef) =>
      commands['cohortDeck.addPersons'](recordNode(cohort), undefined, { persons: ids.slice(0, 2) });
    await assert.rejects(add(ref('cohort', '1', largest.id)), /is not static/);
    setHabits(['interfaceOnly']);
    const refused = /^UserError: The API of this service cannot add or remove persons/;
    await assert.rejects(add(list), refused);
    setHabits([]);
    await assert.rejects(add(list), refused, 'it is not asked a second time');
    assert.deepEqual(retries.changes, []);
    await stop();
  });
});
