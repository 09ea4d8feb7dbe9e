// What the page of a cohort does by itself: its sentence, its counts, its fields, and what it says if something failed.
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Locator } from 'playwright-core';
import type { CohortView } from '#protocol/cohortMessages.ts';
import { eventually } from '../../ui/driver/eventually.ts';
import { compose, takeBack, typeInto } from '../../ui/driver/typing.ts';
import { useJourney } from '../../ui/driver/useJourney.ts';
import { usePages } from '../driver/usePages.ts';
import { CohortHost } from './recordHosts.ts';

const day = 86_400_000;
const longName = `Long ${'w'.repeat(200)} ${'name '.repeat(38)}`.trim();
const users = { kind: 'cohort', id: 7, title: 'With an email', name: 'With an email' } as const;

const cohort: CohortView = {
  header: {
    place: 'Brightloaf Web',
    name: longName,
    title: longName,
    description: 'One\r\nTwo', // a field makes another line break of it
    owner: 'Ada Lovelace',
    createdAt: '2026-05-01T10:00:00Z',
    canEdit: true,
    hasWebPage: true,
    deletion: undefined,
  },
  source: 'filters',
  filters: '{"properties": {"type": "AND", "values": [{"type": "cohort", "key": "id", "value": 7}]}}',
  count: 1234,
  calculation: '',
  hasFailed: false,
  calculatedAt: '2026-11-29T10:00:00Z',
  counts: [900, 1100, 1234].map((count, at) => ({ at: Date.UTC(2026, 10, 1) + at * 7 * day, count })),
  calculations: [],
  uses: [users],
  usedBy: [],
  moreUsers: undefined,
  exports: [],
};

const persons = ['ada', 'grace'].map((name) => ({
  name,
  email: `${name}@example.com`,
  distinctId: name,
  createdAt: '2026-05-01T10:00:00Z',
}));

describe('the page of a cohort', () => {
  const pages = usePages();
  const test = useJourney();
  let host: CohortHost;

  const open = (shown: CohortView): Promise<CohortHost> =>
    pages().open('cohort', (post) => new CohortHost(post, shown, { state: 'ready', persons }));
  const section = (name: string): Locator => pages().frame.locator(`section[aria-label="${name}"]`);
  const firstPerson = (): Locator => section('First persons').locator('tbody tr').first();

  test.step('links to what its sentence names, however long its own name is', async () => {
    host = await open(cohort);
    const sentence = section('Definition').locator('p');
    await eventually('the sentence to name the cohort', async () =>
      (await sentence.innerText()).includes('in cohort “With an email” (7)'),
    );
    await pages().assertReadable('cohort-2-long-name');
    await sentence.getByRole('button', { name: 'With an email' }).click();
    await eventually('the question', async () =>
      host.asked.some((one) => one.type === 'open' && one.kind === 'cohort' && one.id === 7),
    );
  });

  test.step('draws the counts as they change, and has them as a table', async () => {
    const shown = section('Persons');
    await shown.locator('.counts path.line').waitFor();
    const asTable = shown.getByRole('button', { name: 'Show Persons over time as Table' });
    await asTable.click();
    const rows = shown.locator('.counts .data-frame tbody tr');
    assert.equal(await rows.last().locator('td').last().innerText(), '1,234');
    assert.equal(await rows.count(), 3);
    await pages().keepPicture('cohort-5-counts-as-table');
    await asTable.click();
    await shown.locator('.counts path.line').waitFor();
  });

  test.step('undoes in a field what was typed there, and leaves the input method its key', async () => {
    const { frame, page } = pages();
    const field = frame.locator('textarea');
    await frame.getByText('One Two').click();
    await field.waitFor();
    await page.keyboard.press('Shift+Tab'); // leaves the field without an edit
    await frame.getByText('One Two').click();
    await typeInto(field, 'Typed');
    await compose(page, 'かな');
    await page.keyboard.press('Escape');
    await compose(page, '');
    await takeBack(field, 'One\nTwo');
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });
    assert.deepEqual(
      host.asked.filter(({ type }) => type === 'edit' || type === 'history'),
      [],
    );
  });

  test.step('begins another line with Enter in a description, at its end, and sends it with Ctrl+Enter', async () => {
    const { frame, page } = pages();
    await frame.getByText('One Two').click();
    await frame.locator('textarea:focus').waitFor();
    await page.keyboard.type(' more\nThree');
    await frame.getByText('to apply, Esc to revert').waitFor();
    await page.keyboard.press('ControlOrMeta+Enter');
    await frame.locator('textarea').waitFor({ state: 'detached' });
    const [edit, ...others] = host.asked.filter(({ type }) => type === 'edit');
    assert.deepEqual(others, []);
    assert.ok(JSON.stringify(edit).includes(JSON.stringify('One\nTwo more\nThree')), JSON.stringify(edit));
  });

  test.step('shows that persons could not be read, beside all else and those from before', async () => {
    const { frame } = pages();
    await firstPerson().waitFor();
    host.send({ type: 'persons', persons: { state: 'failed', message: 'The service failed.' } });
    const failure = section('First persons').locator('.persons-failure');
    await failure.getByText('The service failed.').waitFor();
    assert.ok(await firstPerson().isVisible());
    assert.equal(await frame.locator('.failure').count(), 0);
    assert.ok(await section('Definition').locator('p').isVisible());
    await failure.getByRole('button', { name: 'Retry' }).click();
    await eventually('the question', async () => host.asked.some(({ type }) => type === 'loadPersons'));
    host.send({ type: 'persons', persons: { state: 'ready', persons } });
    await failure.waitFor({ state: 'detached' });
  });

  test.step('says why it could not be loaded, above what it had', async () => {
    const { frame } = pages();
    host.send({ type: 'failed', message: 'The service is offline.', action: undefined });
    await frame.locator('.failure[role=alert]').getByText('The service is offline.').waitFor();
    assert.ok(await firstPerson().isVisible());
    await pages().assertReadable('cohort-4-offline');
  });

  test.step('says what it waits for', async () => {
    host.send({ type: 'loading' });
    host.send({ type: 'waiting', wait: 'Rate limit reached. Retrying in 9 s.' });
    await pages().frame.getByText('Rate limit reached. Retrying in 9 s.').first().waitFor();
    await pages().assertReadable('waiting-1-cohort');
  });

  test.step('has its count and the way to its filters in sight, however long its definition is', async () => {
    const { frame, page } = pages();
    const values = Array.from({ length: 60 }, (_, index) => ({
      ...{ type: 'person', key: `property ${index}`, operator: 'exact' },
      value: ['one value', 'another value'],
    }));
    const header = { ...cohort.header, name: 'Of many conditions', title: 'Of many conditions' };
    await open({ ...cohort, header, filters: JSON.stringify({ properties: { type: 'OR', values } }) });
    await section('Definition').locator('li').nth(59).waitFor();
    const { width, height } = page.viewportSize() ?? assert.fail();
    for (const narrowTo of [width, 510]) {
      await page.setViewportSize({ width: narrowTo, height });
      await pages().keepPicture(`cohort-6-long-definition-${narrowTo}`);
      for (const part of [
        frame.getByText(/^\d[\d,]* persons?$/).first(),
        frame.locator('.header .button', { hasText: 'Edit Filters' }),
      ])
        assert.ok(await part.evaluate((element) => element.getBoundingClientRect().bottom < innerHeight / 3));
    }
    await page.setViewportSize({ width, height });
  });

  test.step('says that nobody is in it, with all of its name in sight, and runs nothing of it', async () => {
    const { frame, page } = pages();
    const title = 'Nobody <img src=x onerror=alert(1)>';
    const empty = { ...cohort, header: { ...cohort.header, name: title, title }, count: 0, counts: [] };
    await pages().open('cohort', (post) => new CohortHost(post, empty, { state: 'ready', persons: [] }));
    await frame.locator('.count').filter({ hasText: /^0$/ }).waitFor();
    assert.equal(await frame.locator('h1').innerText(), title);
    await pages().assertReadable('empty-1-cohort');
    await page.setViewportSize({ width: 410, height: 830 });
    await eventually('the whole title', async () =>
      frame
        .locator('h1')
        .evaluate((shown) => shown.getBoundingClientRect().width > document.body.clientWidth * 0.8),
    );
    await pages().keepPicture('empty-1-cohort-narrow');
  });
});
