// If a deployment differs from what most do, as a table. Without a named one, the embedded service is
// checked with each of its habits.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { habitNames } from '#sandbox/routes/deploymentHabits.ts';
import { type Listening } from '#sandbox/server.ts';
import { isOurs } from '../deployment.ts';
import { countRecords, type Place, seeFacts, tableOf } from './seeFacts.ts';
import { startService } from '../../../startService.ts';

if (isOurs) {
  describe('the embedded service', () => {
    let service: Listening;
    let place: Place;
    const rowsWith: string[] = [];

    before(async () => {
      service = await startService({ persons: 300 });
      place = { url: service.url, key: service.key, projectId: service.projects[0]?.id ?? '' };
      await service.idle();
    });
    after(async () => {
      await service.close();
    });

    it('does what most services do', async () => {
      const rows = await seeFacts(place);
      assert.ok(rows.length > 30);
      assert.deepEqual(
        rows.filter(({ verdict }) => verdict !== 'same'),
        [],
      );
    });

    for (const habit of habitNames) {
      it(`differs with its habit ${habit}, and keeps no record of the run`, async () => {
        service.setHabits([habit]);
        const count = await countRecords(place);
        const rows = await seeFacts(place);
        assert.deepEqual(await countRecords(place), count);
        assert.deepEqual(
          rows.filter(({ verdict }) => verdict === 'not seen'),
          [],
        );
        const different = rows.filter(({ verdict }) => verdict === 'differs');
        assert.ok(different.length > 0);
        for (const { name, expected, seen } of different)
          rowsWith.push(`| \`${habit}\` | ${name} | ${expected} | ${seen} |`);
      });
    }

    it('is described in CONTRIBUTING.md, habit by habit', () => {
      const paper = readFileSync(new URL('../../../../.github/CONTRIBUTING.md', import.meta.url), 'utf8');
      const listed = paper.split('\n').map((line) => line.replaceAll(/\s+\|/g, ' |').trim());
      assert.deepEqual(
        rowsWith.filter((row) => !listed.includes(row)),
        [],
      );
    });
  });
} else {
  it('where this service differs from most; it keeps no record of the run', async (test) => {
    const { COHORT_DECK_TEST_URL: url = '', COHORT_DECK_TEST_KEY: key = '' } = process.env;
    const place = {
      url: url.replace(/\/+$/, ''),
      key,
      projectId: process.env['COHORT_DECK_TEST_PROJECT'] ?? '@current',
    };
    const count = await countRecords(place);
    const rows = await seeFacts(place);
    process.stdout.write(`${tableOf(rows)}\n`);
    const differing = rows.filter(({ verdict }) => verdict === 'differs').length;
    test.diagnostic(`${rows.length} facts, ${differing} differ`);
    assert.deepEqual(await countRecords(place), count);
  });
}
