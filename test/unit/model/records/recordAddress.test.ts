import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readRecordAddress, webUrl } from '#model/records/recordAddress.ts';

const place = (id: string, url: string, ...projects: readonly string[]) => ({
  id,
  name: id.toUpperCase(),
  url,
  projects: projects.map((project) => ({ id: project, name: '' })),
  isSample: false,
});
const eu = place('eu', 'https://eu.posthog.com', '2', 'a/b');
const other = place('other', 'https://eu.posthog.com', '2', '3');
const below = place('below', 'https://eu.posthog.com/below', '2');
const own = place('own', 'https://example.com/analytics', '2');
const sample = { ...place('sample', 'http://127.0.0.1:4000', '2'), isSample: true };
const us = place('us', 'https://us.posthog.com', '2');
const read = (text: string) => readRecordAddress(text, [eu, other, below, own, sample, us]);
const cohort5 = { projectId: '2', kind: 'cohort', id: 5 } as const;
const inBoth = {
  kind: 'record',
  refs: ['eu', 'other'].map((connectionId) => ({ connectionId, ...cohort5 })),
};

describe('the address of a record', () => {
  const cases: readonly (readonly [what: string, text: string, address: unknown])[] = [
    ['of its page names it, in each connection', 'https://eu.posthog.com/project/2/cohorts/5', inBoth],
    ['with a query names it', 'https://eu.posthog.com/project/2/cohorts/5?tab=persons#top', inBoth],
    [
      'below its page, in other letters, names it',
      ' https://EU.posthog.com/project/2/Cohorts/5/edit ',
      inBoth,
    ],
    ['with the port of its scheme names it', 'https://eu.posthog.com:443/project/2/cohorts/5', inBoth],
    [
      'with an older name of a public host names it',
      'https://app.posthog.com/project/2/cohorts/5',
      { kind: 'record', refs: [{ connectionId: 'us', ...cohort5 }] },
    ],
    ['of the API names it', 'https://eu.posthog.com/api/projects/2/cohorts/5/persons?format=csv', inBoth],
    [
      'below a path is of the service at that path',
      'https://example.com/analytics/project/2/dashboard/7',
      { kind: 'record', refs: [{ connectionId: 'own', projectId: '2', kind: 'dashboard', id: 7 }] },
    ],
    [
      'below a path is of that service also where another one has the host',
      'https://eu.posthog.com/below/project/2/cohorts/5',
      { kind: 'record', refs: [{ connectionId: 'below', ...cohort5 }] },
    ],
    [
      'of a project that one connection shows is of that connection',
      'https://eu.posthog.com/project/3/cohorts/5',
      { kind: 'record', refs: [{ connectionId: 'other', ...cohort5, projectId: '3' }] },
    ],
    [
      'of a project that is not shown names the project',
      'https://eu.posthog.com/project/9/cohorts/5',
      { kind: 'noProject', connection: eu, projectId: '9' },
    ],
    [
      'of another service names its host',
      'https://other.example.com/project/2/cohorts/5',
      { kind: 'noConnection', origin: 'https://other.example.com' },
    ],
    [
      'of a host that begins alike is of another service',
      'https://eu.posthog.com.evil.test/project/2/cohorts/5',
      { kind: 'noConnection', origin: 'https://eu.posthog.com.evil.test' },
    ],
    [
      'of the sample data, which has no pages, is of another service',
      'http://127.0.0.1:4000/project/2/cohorts/5',
      { kind: 'noConnection', origin: 'http://127.0.0.1:4000' },
    ],
    ['is not that of another page', 'https://eu.posthog.com/project/2/insights/5', { kind: 'noRecord' }],
    ['is not that of a list', 'https://eu.posthog.com/project/2/cohorts', { kind: 'noRecord' }],
    [
      'is not that of an id with letters',
      'https://eu.posthog.com/project/2/cohorts/5a',
      { kind: 'noRecord' },
    ],
    ['is not that of the service itself', 'https://eu.posthog.com', { kind: 'noRecord' }],
    ['is no name', 'eu.posthog.com/project/2/cohorts/5', undefined],
    ['is not a text with an address in it', 'https://eu.posthog.com and more', undefined],
    ['has a host', 'https://', undefined],
  ];
  for (const [what, text, address] of cases) it(what, () => assert.deepEqual(read(text), address));

  it('is the one that Copy Link copies', () => {
    const ref = { connectionId: 'eu', projectId: 'a/b', kind: 'dashboard', id: 12 } as const;
    assert.deepEqual(read(webUrl(eu.url, ref)), { kind: 'record', refs: [ref] });
  });
});
