import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { isApiError } from '#api/apiError.ts';
import {
  findMembers,
  isWithoutStaticPersons,
  lookUpPersons,
  PersonsChange,
  readPersonTexts,
} from '#model/records/persons/staticPersons.ts';
import { fault, hangUp, html, json } from '../../../../misbehaving/acts.ts';
import type { Act, Received } from '../../../../misbehaving/server.ts';
import { startClient } from '../../../api/support.ts';

const key = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
const keys = (count: number) => Array.from({ length: count }, (_, index) => key(index));
const person = (index: number) => ({
  id: key(index).toUpperCase(),
  name: `Person ${index}`,
  distinct_ids: [`user-${index}`],
  properties: { email: `Person${index}@Shop.example` },
});
const idsIn = ({ body }: Received): readonly string[] => JSON.parse(body).person_ids;
const success = json({ success: true });

async function start(context: TestContext, plan: (request: Received, index: number) => Act) {
  const { client, server } = await startClient(context, plan, { retry: { tries: 1 } });
  const cohorts = client.cohorts('1');
  const never = new AbortController().signal;
  const steps: number[] = [];
  const run = (change: PersonsChange, signal = never) =>
    change.run(
      (persons, ending) =>
        change.action === 'addPersons'
          ? cohorts.addPersons(7, persons, { signal: ending })
          : cohorts.removePerson(7, persons[0] ?? '', { signal: ending }),
      { signal, onStep: (persons) => steps.push(persons) },
    );
  return {
    cohorts,
    run,
    steps,
    received: server.received,
    reading: { signal: never, onRead: () => undefined },
  };
}

describe('persons who are added to a static cohort', () => {
  test('go in batches that are halved where the service takes fewer', async (context) => {
    const { run, steps, received } = await start(context, (request) =>
      idsIn(request).length > 300 ? fault(400, 'invalid_input', 'List size exceeds limit') : success,
    );
    const change = new PersonsChange('addPersons', keys(1100));
    await run(change);
    assert.deepEqual(
      received.map((request) => idsIn(request).length),
      [1000, 500, 250, 250, 250, 250, 100],
    );
    assert.deepEqual(change.sent, keys(1100));
    assert.deepEqual(steps, [250, 500, 750, 1000, 1100]);
  });

  test('are not sent again where they have arrived before the service stopped', async (context) => {
    const { run, received } = await start(context, (_request, index) => (index === 1 ? hangUp() : success));
    const change = new PersonsChange('addPersons', keys(2500));
    await assert.rejects(run(change), (error) => isApiError(error, 'network'));
    assert.equal(change.left, 1500);
    assert.equal(change.sent.length, 2000); // the response was lost, and the batch may have arrived
    await run(change);
    assert.deepEqual(
      received.map((request) => idsIn(request)[0]),
      [0, 1000, 1000, 2000].map(key),
    );
    assert.deepEqual([change.left, change.sent.length], [0, 2500]);
  });

  const ofUnknown = [
    'No valid users to add to cohort',
    'No valid persons to add to the cohort.',
    'No such persons',
    'No users found.',
    'None of these persons were found.',
    'None of the given users exist in this project.',
    'Persons do not exist',
    'Persons not found',
    `Users with IDs ["${key(0)}", "${key(1)}"] do not exist.`,
  ];
  for (const words of ofUnknown)
    test(`count as unknown where the service has nobody of a batch and says “${words}”`, async (context) => {
      const { run } = await start(context, (_request, index) =>
        index === 0 ? fault(400, 'invalid_input', words) : success,
      );
      const change = new PersonsChange('addPersons', keys(1500));
      await run(change);
      assert.deepEqual(change.unknown, keys(1000));
      assert.equal(change.sent.length, 500);
    });

  const ofOthers = [
    'Could not add persons: unknown error',
    'No users can be added to a cohort that is not static.',
    'No users are allowed while the cohort is calculating',
    'Persons could not be added, because the cohort was not found.',
    'No persons were provided',
    'The users table does not exist',
    'Some of the persons do not exist',
  ];
  for (const words of ofOthers)
    test(`are all left where the service says “${words}”`, async (context) => {
      const { run } = await start(context, () => fault(400, 'invalid_input', words));
      const change = new PersonsChange('addPersons', keys(3));
      await assert.rejects(run(change), (error) => isApiError(error, 'invalid') && error.detail === words);
      assert.deepEqual([change.left, change.unknown], [3, []]);
    });

  test('have a key that is not that of as many other persons', () => {
    const keyOf = (persons: readonly string[]) => new PersonsChange('addPersons', persons).key;
    assert.equal(keyOf(keys(2)), keyOf(keys(2)));
    assert.notEqual(keyOf(keys(2)), keyOf([key(2), key(3)]));
    assert.notEqual(keyOf(keys(2)), new PersonsChange('removePersons', keys(2)).key);
  });

  const refusals: Readonly<Record<string, readonly [Act, (error: unknown) => boolean]>> = {
    'a scope is missing': [
      fault(403, 'permission_denied', "API key missing required scope 'cohort:write'"),
      (error) => isApiError(error, 'missingScope'),
    ],
    'the cohort is not static': [
      fault(400, 'invalid_input', 'Can only add users to static cohorts'),
      (error) => isApiError(error, 'invalid'),
    ],
    'the service refuses the request for another reason': [
      fault(400, 'invalid_input', 'person_ids must be a list of at most one user per line.'),
      (error) => isApiError(error, 'invalid') && error.detail?.startsWith('person_ids must be') === true,
    ],
    'the service has no such path': [html(404), isWithoutStaticPersons],
    'it takes no such method': [fault(405, 'method_not_allowed', 'No.'), isWithoutStaticPersons],
    'one person is too many': [
      fault(400, 'invalid_input', 'List size exceeds limit'),
      (error) => isApiError(error, 'invalid'),
    ],
  };
  for (const [name, [act, isExpected]] of Object.entries(refusals)) {
    test(`are all left where ${name}`, async (context) => {
      const { run } = await start(context, () => act);
      const change = new PersonsChange('addPersons', keys(3));
      await assert.rejects(run(change), isExpected);
      assert.deepEqual([change.left, change.sent.length], [3, 0]);
    });
  }

  test('stop between two batches once the person cancels', async (context) => {
    const canceling = new AbortController();
    const { run, received } = await start(context, () => {
      canceling.abort();
      return success;
    });
    const change = new PersonsChange('removePersons', keys(3));
    await assert.rejects(run(change, canceling.signal), (error) => isApiError(error, 'cancelled'));
    assert.equal(received.length, 1);
    assert.ok(change.left >= 2);
  });

  test('and are unknown count as not removed', async (context) => {
    const { run } = await start(context, (_request, index) =>
      index === 1 ? fault(404, 'not_found', 'No.') : success,
    );
    const change = new PersonsChange('removePersons', keys(3));
    await run(change);
    assert.deepEqual(change.sent, [key(0), key(2)]);
    assert.deepEqual(change.unknown, [key(1)]);
  });
});

/** A page of persons, by what is searched for or by its offset. */
function pageFor({ url }: Received, all: number, isSearched: boolean): Act {
  const query = new URL(url, 'http://host.test').searchParams;
  const [offset, limit] = [Number(query.get('offset') ?? 0), Number(query.get('limit') ?? 100)];
  const search = query.get('search');
  const persons = Array.from({ length: all }, (_, index) => person(index)).filter(
    (one) =>
      !isSearched || search === null || JSON.stringify(one).toLowerCase().includes(search.toLowerCase()),
  );
  const next = offset + limit < persons.length ? `?limit=${limit}&offset=${offset + limit}` : null;
  return json({ results: persons.slice(offset, offset + limit), next, previous: null });
}

describe('persons who are looked up in a cohort', () => {
  const texts = ['PERSON2@shop.example', 'user-3003', key(4), 'nobody@shop.example', 'son4999@shop'];

  for (const isSearched of [true, false]) {
    test(`are found by email and IDs alone ${isSearched ? 'with' : 'without'} a search of the service`, async (context) => {
      const { cohorts, reading, received } = await start(context, (request) =>
        pageFor(request, 5500, isSearched),
      );
      const { found, notFound } = await lookUpPersons(cohorts, { id: 7, count: 5500 }, texts, reading);
      assert.deepEqual(
        [...found].toSorted(([a], [b]) => texts.indexOf(a) - texts.indexOf(b)),
        [2, 3003, 4].map((index, at) => [texts[at], [key(index)]]),
      );
      assert.deepEqual(notFound, texts.slice(3));
      const searches = received.filter(({ url }) => url.includes('search='));
      assert.equal(searches.length, isSearched ? 5 : 1);
      assert.equal(received.length, isSearched ? 5 : 7);
    });
  }

  test('are read where a search finds too many for one page', async (context) => {
    const { cohorts, reading, received } = await start(context, (request) => pageFor(request, 3500, true));
    const { found } = await lookUpPersons(cohorts, { id: 7, count: 3500 }, ['person', 'user-3'], reading);
    assert.deepEqual([...found.keys()], ['user-3']);
    assert.equal(received.length, 1 + 4);
  });

  test('are read at once where that takes fewer requests', async (context) => {
    const { cohorts, reading, received } = await start(context, (request) => pageFor(request, 10, true));
    const { found } = await lookUpPersons(cohorts, { id: 7, count: 10 }, texts, reading);
    assert.equal(found.size, 2);
    assert.equal(received.length, 1);
  });

  test('are all added where they share an email', async (context) => {
    const shared = [1, 2].map((index) => ({ ...person(index), properties: { email: 'team@shop.example' } }));
    const { cohorts, reading } = await start(context, () => json({ results: shared, next: null }));
    const { found } = await lookUpPersons(cohorts, { id: 7, count: 2 }, ['team@shop.example'], reading);
    assert.deepEqual(found.get('team@shop.example'), [key(1), key(2)]);
  });

  test('are told apart by the case of distinct IDs, and not of emails', async (context) => {
    const persons = [1, 2].map((index) => ({
      ...person(index),
      distinct_ids: [index === 1 ? 'Bob' : 'bob'],
    }));
    const { cohorts, reading } = await start(context, () => json({ results: persons, next: null }));
    const names = ['bob', 'PERSON1@shop.example'];
    const { found } = await lookUpPersons(cohorts, { id: 7, count: 2 }, names, reading);
    assert.deepEqual(
      names.map((name) => found.get(name)),
      [[key(2)], [key(1)]],
    );
  });
});

describe('texts that name persons', () => {
  const [one = '', other = ''] = keys(2);
  const cases: Readonly<Record<string, readonly [text: string, texts: readonly string[]]>> = {
    'are one a line, and a space is part of an ID': ['Ada L\r\n user 2 \n\n', ['Ada L', 'user 2']],
    'are separated by commas, semicolons and tabs': ['a b, c;d\te', ['a b', 'c', 'd', 'e']],
    'are separated by spaces where all are emails or IDs of persons': [
      `ada@x.example ${one}  ${other}`,
      ['ada@x.example', one, other],
    ],
    'are separated by spaces where some are': [
      'a@x.example u_1 b@x.example',
      ['a@x.example', 'u_1', 'b@x.example'],
    ],
    'have no quotes of a table': ['"user 1","user 2"', ['user 1', 'user 2']],
    'are the addresses of a mail': [
      '"Ada L" <ada@x.example>, <bo@x.example>',
      ['ada@x.example', 'bo@x.example'],
    ],
    'are all addresses of a mail without separators': [
      `Ada <a@x.example> Bo B <b@x.example> "Cy" <${one}>`,
      ['a@x.example', 'b@x.example', one],
    ],
    'are all addresses without names': ['<a@x.example> <b@x.example>', ['a@x.example', 'b@x.example']],
    'are emails and IDs of persons before an address, too': [
      `a@x.example ${one} Bo <b@x.example>`,
      ['a@x.example', one, 'b@x.example'],
    ],
    'are what follows the last address': ['<a@x.example> user 7', ['a@x.example', 'user 7']],
    'keep what is no address': ['user <42>', ['user <42>']],
    'keep quotes within': ['x"y, "x"y"', ['x"y']],
    'are each named once': [`Bob,bob,A@x.example,a@X.example`, ['Bob', 'bob', 'a@X.example']],
    'can be none': [' ,\n"" ', []],
  };
  for (const [name, [text, texts]] of Object.entries(cases))
    test(name, () => assert.deepEqual(readPersonTexts(text), texts));
});

describe('members of a cohort', () => {
  test('are read no further than to the last one who is wanted', async (context) => {
    const { cohorts, reading, received } = await start(context, (request) => pageFor(request, 5000, true));
    const wanted = new Set([key(3), key(1200)]);
    assert.deepEqual(await findMembers(cohorts, 7, wanted, reading), wanted);
    assert.equal(received.length, 2);
    assert.deepEqual(await findMembers(cohorts, 7, new Set([key(9999)]), reading), new Set());
  });

  test('are not known where the pages lead nowhere new', async (context) => {
    const page = json({ results: [person(1)], next: '?limit=1000&offset=0' });
    const { cohorts, reading } = await start(context, () => page);
    assert.deepEqual(await findMembers(cohorts, 7, new Set([key(1)]), reading), new Set([key(1)]));
    const others = new Set([key(1), key(2)]);
    await assert.rejects(findMembers(cohorts, 7, others, reading), { kind: 'unexpected' });
  });
});
