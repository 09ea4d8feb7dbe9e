// What uses a cohort, where not all lists can be loaded.
import assert from 'node:assert/strict';
import { loadUses } from '#commands/records/cohortCommands.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import { startService } from '../startService.ts';
import { createCommandWindow } from './commandWindow.ts';

describe('what uses a cohort', () => {
  it('is shown to a key that may not read dashboards, which it says', async () => {
    const key = 'phx_thisKeyIsForCohorts';
    const service = await startService({ persons: 60, keys: [{ key, scopes: ['cohort:read'] }] });
    const { url } = service;
    const connection = { name: 'Acme', url, projects: [{ id: '1' }] };
    const window = createCommandWindow({ url, key, connection });
    const { results } = await window.client.cohorts('1').list();
    const uses = await Promise.all(results.map(({ id }) => window.client.cohorts('1').uses(id)));
    const id = results[uses.findIndex(({ users }) => users.some(({ kind }) => kind === 'cohort'))]?.id;
    assert.ok(id);
    const ref: RecordRef = { connectionId: 'acme', projectId: '1', kind: 'cohort', id };
    let shown: readonly { readonly description?: string }[] = [];
    const note = await loadUses(window, ref, (items) => (shown = items), new AbortController().signal);
    assert.match(note ?? '', /dashboard:read/);
    assert.doesNotMatch(note ?? '', /feature flags/);
    service.inject('status=404;path=/used_in'); // it has no such path
    const notes = await loadUses(window, ref, () => undefined, new AbortController().signal);
    assert.match(notes ?? '', /dashboard:read.* feature flags and insights/);
    assert.ok(shown.some(({ description }) => description === 'uses this cohort'));
    await window.dispose();
    await service.close();
  });

  it('is searched in lists that could not be loaded before', async () => {
    const service = await startService({ persons: 60 });
    const { url, key } = service;
    const connection = { name: 'Acme', url, projects: [{ id: '1' }] };
    const window = createCommandWindow({ url, key, connection });
    service.inject('status=500;path=dashboards');
    await window.catalog.load({ connectionId: 'acme', projectId: '1', kind: 'dashboard' });
    service.inject('');
    const ref: RecordRef = { connectionId: 'acme', projectId: '1', kind: 'cohort', id: 1 };
    assert.equal(await loadUses(window, ref, () => undefined, new AbortController().signal), undefined);
    await window.dispose();
    await service.close();
  });
});
