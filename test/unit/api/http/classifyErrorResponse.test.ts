import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { classifyErrorResponse, type ErrorReason, readReasons } from '#api/http/classifyErrorResponse.ts';
import { fault, json, text } from '../../../misbehaving/acts.ts';
import { cases } from '../../../cases.ts';
import { catchApiError, startClient } from '../support.ts';

const loc = [
  'properties',
  'values',
  0,
  'AND',
  'values',
  0,
  'behavioral',
  'event_filters',
  0,
  'SomeModel',
  'type',
];
const printed =
  "[{'type': 'literal_error', 'loc': ('properties', 'values', 0, 'AND', 'values', 0, 'behavioral', 'event_filters', 0, 'SomeModel', 'type'), 'msg': \"Input should be 'event'\"}]";

const details: readonly (readonly [name: string, detail: unknown, reasons: readonly ErrorReason[]])[] = [
  ['a sentence', 'Not a choice.', [{ path: [], message: 'Not a choice.' }]],
  ['nothing', '', []],
  ['null', null, []],
  [
    'a list of sentences',
    ['One.', 'Two.'],
    [
      { path: [], message: 'One.' },
      { path: [], message: 'Two.' },
    ],
  ],
  [
    'a map of lists',
    { name: ['Too long.'], filters: { properties: ['Missing.'] }, non_field_errors: 'No.' },
    [
      { path: ['name'], message: 'Too long.' },
      { path: ['filters', 'properties'], message: 'Missing.' },
      { path: [], message: 'No.' },
    ],
  ],
  ['a list of maps', [{}, { key: ['Required.'] }], [{ path: [1, 'key'], message: 'Required.' }]],
  [
    'a validator’s list as JSON',
    [{ loc: ['a', 0], msg: 'No.', type: 'x' }],
    [{ path: ['a', 0], message: 'No.' }],
  ],
  ['a validator’s list as Python', printed, [{ path: loc, message: "Input should be 'event'" }]],
  ['the same in a list', [printed], [{ path: loc, message: "Input should be 'event'" }]],
  [
    'one whose input is a text with reasons of its own',
    "[{'loc': ('a', 0), 'input': {'msg': 'mine', 'loc': ('b',), 'values': [{'msg': 'too'}]}, 'msg': 'No', 'ctx': {'msg': 'x'}}]",
    [{ path: ['a', 0], message: 'No' }],
  ],
  [
    'one with other quotes, escapes, prefixes, objects and input that has brackets',
    String.raw`[{"type": "x", "loc": ("a",), "input": {'msg2': ["]", (1, 2.5, -3, None, True)], 'b': b'\x00'}, "msg": 'It\'s \u00e9 \\ "q"', "ctx": {"error": ValueError('[{('), 'e': <E.a: 'b'>}, "url": u"https://e.example/x"}]`,
    [{ path: ['a'], message: 'It\'s é \\ "q"' }],
  ],
  [
    'one with the prefix of its error',
    "[{'loc': ('a', 'b'), 'msg': 'Value error, Unknown key'}, {'loc': (), 'msg': 'Second'}]",
    [
      { path: ['a', 'b'], message: 'Unknown key' },
      { path: [], message: 'Second' },
    ],
  ],
  [
    'words before it',
    "Invalid filters: [{'loc': ('a', 1), 'msg': 'No'}]",
    [{ path: ['a', 1], message: 'No' }],
  ],
  [
    'Django REST’s list as Python',
    "[ErrorDetail(string='Enter a value.', code='invalid'), ErrorDetail(string=\"It's long.\", code='x')]",
    [
      { path: [], message: 'Enter a value.' },
      { path: [], message: "It's long." },
    ],
  ],
  [
    'its map, with words before it',
    "Invalid: {'name': [ErrorDetail(string='Long.', code='max')], 'filters': {'values': [{}, {'key': [ErrorDetail(string='No.', code='x')]}]}, 'non_field_errors': [ErrorDetail(string='Odd [(', code='y')]}",
    [
      { path: ['name'], message: 'Long.' },
      { path: ['filters', 'values', 1, 'key'], message: 'No.' },
      { path: [], message: 'Odd [(' },
    ],
  ],
  [
    'one of its errors alone, also cut off',
    ["ErrorDetail(string='No.', code='x')", "[ErrorDetail(string='Cut o"],
    [
      { path: [], message: 'No.' },
      { path: [], message: 'Cut o…' },
    ],
  ],
  [
    'text that only looks like one',
    "He said 'msg' [once].",
    [{ path: [], message: "He said 'msg' [once]." }],
  ],
];

describe('the reasons of a refusal', () => {
  for (const [name, detail, reasons] of details)
    it(`are read from ${name}`, () => assert.deepEqual(readReasons(detail), reasons));

  it('are those that a list of thousands of characters has before it is cut off', () => {
    const input = `{'values': [${"{'key': 'plan', 'value': ['pro', \"it's\"]}, ".repeat(200)}None]}`;
    const one = (index: number) =>
      `{'type': 'missing', 'loc': ('properties', 'values', ${index}, 'person', 'operator'), 'msg': 'Field required', 'input': ${input}}`;
    const whole = `[${one(0)}, ${one(1)}]`;
    const place = (index: number) => ['properties', 'values', index, 'person', 'operator'];
    assert.deepEqual(
      readReasons(whole).map(({ path }) => path),
      [place(0), place(1)],
    );
    for (let length = whole.indexOf("'Field required'") + 17; length < whole.length; length += 97) {
      const [first] = readReasons(whole.slice(0, length));
      assert.deepEqual(first, { path: place(0), message: 'Field required' });
    }
    const cut = readReasons(whole.slice(0, whole.indexOf('Field required') + 5));
    assert.deepEqual(cut, [{ path: place(0), message: 'Field…' }]);
  });

  it('are read from whatever text there is, in few', () => {
    const piece = fc.constantFrom(
      '[',
      ']',
      '(',
      ')',
      '{',
      '}',
      "'",
      '"',
      ',',
      ':',
      '\\',
      "'msg'",
      "'loc'",
      ' ',
      '0',
      '<',
      '>',
      'a',
      'ErrorDetail(',
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const rest = pieces.join('');
        for (const { path, message } of [`[{'msg': ${rest}`, `ErrorDetail(${rest}`].flatMap(readReasons)) {
          assert.equal(typeof message, 'string');
          for (const step of path) assert.ok(['string', 'number'].includes(typeof step));
        }
      }),
      cases(500),
    );
    assert.equal(readReasons(`[${"{'msg': 'a'}, ".repeat(100_000)}]`).length, 20);
    assert.deepEqual(readReasons(`${'['.repeat(500_000)}'msg'`), [
      { path: [], message: `${'['.repeat(500_000)}'msg'` },
    ]);
    let deep: unknown = 'Deep.';
    for (let level = 0; level < 20_000; level++) deep = { a: deep };
    assert.equal(readReasons(deep)[0]?.message, 'Deep.');
  });
});

describe('the error of a refusal', () => {
  for (const [name, act, fields] of [
    ['a sentence', fault(400, 'invalid', 'No.', 'name'), { detail: 'No.', attr: 'name', reasons: undefined }],
    ['a list', json({ detail: ['One.', 'Two.'], attr: null }, 400), { detail: 'One. Two.', attr: undefined }],
    [
      'a map',
      json({ detail: { name: ['Long.'], tags: ['Odd.'] } }, 400),
      { detail: 'name: Long. tags: Odd.', attr: 'name' },
    ],
    [
      'a map without the service’s own form',
      json({ filters: { a: ['No.'] } }, 400),
      { detail: 'No.', attr: 'filters__a' },
    ],
    ['a list without it', json(['No.'], 400), { detail: 'No.', attr: undefined }],
    [
      'a validator’s list',
      fault(400, 'invalid_input', printed, 'filters'),
      {
        detail: "Input should be 'event'",
        attr: 'filters',
        reasons: [{ path: loc, message: "Input should be 'event'" }],
      },
    ],
    [
      'Django REST’s list',
      fault(400, 'invalid', "[ErrorDetail(string='No.', code='invalid')]"),
      { detail: 'No.', attr: undefined, reasons: undefined },
    ],
    ['a sentence without it', json('No.', 400), { detail: 'No.', attr: undefined, code: undefined }],
    ['no words', json(5, 400), { detail: undefined, attr: undefined }],
    ['no JSON', text('No.', 400), { detail: undefined, attr: undefined }],
  ] as const)
    it(`has the words of ${name}`, async (t) => {
      const { client } = await startClient(t, () => act);
      const error = await catchApiError(client.cohorts('1').retrieve(1));
      for (const [field, value] of Object.entries(fields))
        assert.deepEqual(Reflect.get(error, field), value, field);
    });

  it('are told apart in one text', () => {
    const detail = [
      { loc: ['body', 'filters', 'a'], msg: 'Field required' },
      { loc: ['body', 'filters', 'b'], msg: 'Too long.' },
      { loc: ['body', 'filters', 'c'], msg: 'Not a number' },
    ];
    const response = { status: 422, headers: {}, body: Buffer.from(JSON.stringify({ detail })) };
    const error = classifyErrorResponse(response, 'PATCH /', 'phx_secret');
    assert.equal(error.detail, 'Field required. Too long. Not a number');
  });
});

it('what an error says is read after a byte order mark, as any other response is', async (t) => {
  const detail = "API key missing required scope 'cohort:write'";
  const { client } = await startClient(t, () => text(`\uFEFF${JSON.stringify({ detail })}`, 403));
  const { kind, scope } = await catchApiError(client.cohorts('1').retrieve(7));
  assert.deepEqual([kind, scope], ['missingScope', 'cohort:write']);
});
