// Exports as a person sees them: what a format costs, how far it is, how whole it is, and how it goes on.
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Listening, listen } from '../../src/sandbox/server.ts';
import { eventually } from './driver/eventually.ts';
import { useWorkbench } from './driver/useWorkbench.ts';

describe('exports', () => {
  const session = useWorkbench();
  const key = 'phx_keyOfThisTest';
  const csvCap = 1000;
  let service: Listening;
  let dataDir = '';

  before(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'cohort-deck-'));
    service = await listen({ dataDir, key, csvCap });
  });
  after(async () => {
    await service.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  const exportsDir = () => path.join(session().storageDir, 'exports');
  const files = async (extension: string) =>
    (await readdir(exportsDir())).filter((name) => name.endsWith(extension));

  it('say what each format costs before one is chosen', async () => {
    const { workbench } = session();
    await workbench.run('Cohort Deck: Connect…');
    await workbench.quickInput.row('Own host…').waitFor();
    await workbench.quickInput.type(service.url);
    await workbench.quickInput.pick(service.url);
    await workbench.quickInput.waitForMessage('A personal API key for');
    await workbench.quickInput.enter(key);
    await workbench.quickInput.row('Brightloaf Web').waitFor();
    await workbench.quickInput.pickMany([]);
    await workbench.openView('Cohort Deck');
    await workbench.tree().expand('Brightloaf Web', 'Cohorts');
    await workbench.tree().choose('Everyone with an email', 'Export Persons…');
    await workbench.quickInput.row('CSV as Served').waitFor();
    const rows = await workbench.quickInput.rows();
    assert.match(rows[0] ?? '', /As served: [\d,]+ rows, one request/);
    assert.match(rows[1] ?? '', /Everyone: 5 requests, about \d+ s/);
    await workbench.screenshot('exports-1-formats');
  });

  it('that the service cut off say so and lead to the rest', async () => {
    const { workbench } = session();
    await workbench.quickInput.pick('CSV as Served');
    await workbench.notifications.wait(/stops at 1,000 of [\d,]+ persons/);
    await workbench.screenshot('exports-2-capped');
    await workbench.notifications.press(/stops at 1,000/, 'Export Everyone');
    const told = await workbench.notifications.wait(
      /Exported all [\d,]+ persons of “Everyone with an email”/,
    );
    const [, count = ''] = /all ([\d,]+) persons/.exec(told) ?? [];
    const sizes = await Promise.all(
      (await files('.csv')).map(async (name) =>
        (await readFile(path.join(exportsDir(), name), 'utf8')).split('\r\n'),
      ),
    );
    assert.deepEqual(
      sizes.map((lines) => lines.length - 2).toSorted((a, b) => a - b),
      [csvCap, Number(count.replaceAll(',', ''))],
      'rows without the header and what follows the last line break',
    );
    await workbench.notifications.dismissAll();
  });

  it('show how far they are, and are gone at once when they are cancelled', async () => {
    const { workbench } = session();
    const kept = await readdir(exportsDir());
    service.inject('drip=100;path=/persons');
    await workbench.tree().choose('Everyone with an email', 'Export Persons…');
    await workbench.quickInput.pick('JSON');
    await workbench.notifications.wait(/[1-9][\d,]* of [\d,]+ persons, [\d.,]+ [kM]B/);
    await workbench.screenshot('exports-5-progress');
    await workbench.notifications.press('Exporting “Everyone with an email”', 'Cancel');
    await workbench.notifications.waitGone('Exporting “Everyone with an email”');
    assert.deepEqual(await readdir(exportsDir()), kept);
    service.inject('');
  });

  it('remember the format and go one after the other for several cohorts', async () => {
    const { workbench } = session();
    await workbench.tree().select('DACH customers', 'Nobody yet: Iceland');
    await workbench.tree().choose('DACH customers', 'Export Persons…');
    assert.equal(await workbench.quickInput.title(), 'Export Persons of 2 Cohorts');
    await workbench.quickInput.pick('NDJSON');
    await workbench.notifications.wait(/“DACH customers”/);
    await workbench.notifications.wait(/Exported all 0 persons of “Nobody yet: Iceland”/);
    assert.equal((await files('.ndjson')).length, 2);
    await workbench.notifications.dismissAll();
    await workbench.tree().choose('DACH customers', 'Export Persons…');
    await workbench.quickInput.row('NDJSON').waitFor();
    assert.match((await workbench.quickInput.rows())[0] ?? '', /^NDJSON/);
    await workbench.quickInput.cancel();
  });

  it('that break off say why and go on when they can', async () => {
    const { workbench } = session();
    service.inject('status=403;scope=person:read;path=/persons;after=2');
    await workbench.tree().choose('Everyone with an email', 'Export Persons…');
    await workbench.quickInput.pick('JSON');
    await workbench.notifications.wait(/broke off. The key lacks the scope “person:read”/);
    assert.deepEqual(await files('.json'), []);
    await workbench.screenshot('exports-3-broken');
    service.inject('');
    await workbench.notifications.press(/broke off/, 'Resume');
    await workbench.notifications.wait(/Exported all/);
    const [file = ''] = await files('.json');
    const persons: { id: string }[] = JSON.parse(await readFile(path.join(exportsDir(), file), 'utf8'));
    assert.equal(new Set(persons.map(({ id }) => id)).size, persons.length);
    await workbench.notifications.dismissAll();
  });

  it('are listed with what they hold, and open again', async () => {
    const { workbench } = session();
    await workbench.run('Cohort Deck: Recent Exports…');
    await workbench.quickInput.row('Everyone with an email').waitFor();
    const rows = await workbench.quickInput.rows();
    assert.ok(
      rows.some((row) => row.includes('not complete')),
      rows.join('\n'),
    );
    await workbench.screenshot('exports-4-recent');
    await workbench.quickInput.pick('Nobody yet: Iceland');
    await workbench.editors.waitFor('.ndjson');
  });

  it('copy the emails of a small cohort', async () => {
    const { workbench, page } = session();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await workbench.tree().choose('DACH customers', 'Copy Persons’ Emails or IDs…');
    await workbench.quickInput.pick('Emails');
    await eventually('the emails', async () => {
      const lines = String(await page.evaluate('navigator.clipboard.readText()')).split('\n');
      return lines.length > 10 && lines.every((line) => line.includes('@'));
    });
  });
});
