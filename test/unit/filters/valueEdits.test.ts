import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { faultOf, jsonOf, setBehavior, writeJson } from '#filters/valueEdits.ts';
import { parseFilterShape } from '#filters/parseFilterShape.ts';
import { type FilterShape } from '#filters/filterShape.ts';
import { nodeAt, type JsonPath } from '#json/jsonTree.ts';
import { inEnglish } from '#text/translate.ts';

function read(text: string): FilterShape {
  const shape = parseFilterShape(text);
  assert.ok(shape);
  return shape;
}

const filters = `{
  "properties": {
    "type": "AND",
    "values": [
      {
        "type": "hogql",
        "key": "a > 1e400",
        "more": [
          1.0
        ]
      }, { "type": "person", "key": "b" }
    ]
  },
  "interval":   "day"
}`;
const item = ['properties', 'values', 0];

function shown(path: JsonPath): string {
  const { root, text } = read(filters);
  const node = nodeAt(root, path);
  assert.ok(node);
  return jsonOf(text, node);
}

test('JSON is shown without the indentation of its place', () => {
  assert.equal(shown(item), '{\n  "type": "hogql",\n  "key": "a > 1e400",\n  "more": [\n    1.0\n  ]\n}');
  assert.equal(shown(['interval']), '"day"');
});

describe('edited JSON', () => {
  const write = (path: JsonPath, json: string) => writeJson(read(filters), path, json)?.text;

  test('changes nothing where it equals the shown text', () => {
    for (const path of [item, [...item, 'more'], ['interval']])
      assert.equal(write(path, shown(path)), filters);
  });

  test('changes only its own characters', () => {
    assert.equal(write(item, shown(item).replace('1.0', '1.00')), filters.replace('1.0', '1.00'));
    assert.equal(write(['interval'], ' "week" '), filters.replace('"day"', '"week"'));
  });

  test('keeps its lines, indented for the place, and its own spaces in one line', () => {
    assert.equal(
      write([...item, 'more'], '{\n"a":1,\n  "b":   2\n}'),
      filters.replace('[\n          1.0\n        ]', '{\n        "a":1,\n          "b":   2\n        }'),
    );
    assert.equal(write(['interval'], '{"a" :1}'), filters.replace('"day"', '{"a" :1}'));
  });

  test('is rejected where it is no JSON or nested too deeply', () => {
    for (const json of ['', '{', '1 2', "'a'", '[1,]']) assert.equal(write(item, json), undefined);
    assert.equal(write(item, '['.repeat(254) + ']'.repeat(254)), undefined);
    assert.ok(write(item, '['.repeat(253) + ']'.repeat(253)));
  });
});

describe('the problem of edited JSON', () => {
  const cases: readonly (readonly [json: string, message: string, place: string])[] = [
    ['', 'Enter a JSON value, for example null.', ''],
    ['{"a": tru}', 'tru is not a JSON value. Put text in double quotes. (line 1, column 7)', 'tru'],
    [
      '{\n  "a": 1,\n}',
      'Trailing comma. Remove it: JSON has none after the last item. (line 2, column 9)',
      ',',
    ],
    ['{"a": 1', 'Expected a closing } for this {. (line 1, column 1)', '{'],
    ['[1', 'Expected a closing ] for this [. (line 1, column 1)', '['],
    ['"a', 'Unterminated string. Add the closing quote. (line 1, column 1)', '"a'],
    ['1 2', 'Expected a comma before 2. (line 1, column 3)', '2'],
    ['1}', 'Enter exactly one JSON value.', ''],
    ['1]', 'Unexpected “]”: nothing to close. (line 1, column 2)', ']'],
    ['1,', 'Enter exactly one JSON value.', ''],
  ];
  for (const [json, message, place] of cases)
    test(`is reported for ${JSON.stringify(json)}`, () => {
      const fault = faultOf(json, inEnglish);
      assert.equal(fault?.message, message);
      assert.equal(json.slice(fault?.from, fault?.to), place);
    });

  test('is undefined for a value', () => {
    for (const json of ['1', ' null ', '{}', '"\\ud83d"', '{"a":1,"a":2}', '1e400'])
      assert.equal(faultOf(json, inEnglish), undefined);
  });
});

test('choosing a behavior adds its required members in one change and keeps existing ones', () => {
  const text =
    '{"properties":{"type":"AND","values":[{"type":"behavioral","key":"a","value":"performed_event","seq_time_value":3,"seq_event":null}]}}';
  const shape = read(text);
  const [behavior] = shape.group?.items ?? [];
  assert.ok(behavior?.kind === 'behavior');
  assert.equal(
    setBehavior(shape, behavior, 'performed_event_sequence', undefined)?.text,
    '{"properties":{"type":"AND","values":[{"type":"behavioral","key":"a","value":"performed_event_sequence","seq_time_value":3,"seq_event":"","seq_event_type":"events","seq_time_interval":"day"}]}}',
  );
  assert.match(
    setBehavior(shape, behavior, 'performed_event_multiple', 'lte')?.text ?? '',
    /"value":"performed_event_multiple".*"operator_value":1,"operator":"lte"/,
  );
});

test('what is not seen in a text has no field of its own, and is shown as its escape', () => {
  for (const control of [
    '\u00ad',
    '\u200b',
    '\u2060',
    '\ufeff',
    '\u{e0041}',
    '\x7f',
    '\u202a',
    '\u202b',
    '\u202c',
    '\u202d',
    '\u202e',
    '\u2066',
    '\u2067',
    '\u2068',
    '\u2069',
  ]) {
    const leaf = { type: 'person', key: 'plan', operator: 'exact', value: `a${control}b` };
    const text = JSON.stringify({ properties: { type: 'AND', values: [leaf, { ...leaf, key: control }] } });
    const [first, second] = read(text).group?.items ?? [];
    assert.ok(first?.kind === 'property' && second);
    assert.equal(first.value.kind, 'other');
    assert.equal(second.kind, 'other');
    const shownJson = jsonOf(text, first.node);
    assert.ok(!shownJson.includes(control) && shownJson.includes('\\u'));
    assert.deepEqual(JSON.parse(shownJson), leaf);
  }
  const persian = { type: 'person', key: 'می\u200cخواهم', operator: 'exact', value: '\u200fא' };
  const [kept] = read(JSON.stringify({ properties: { type: 'AND', values: [persian] } })).group?.items ?? [];
  assert.ok(kept?.kind === 'property');
  assert.deepEqual([kept.key.kind, kept.value.kind], ['text', 'text']);
  const shaped = '{\n  "می\u200cخواهم": "👩\u200d🚀\\u200b"\n}';
  assert.equal(jsonOf(shaped, { from: 0, to: shaped.length }), shaped);
  const marks = '"\u200fא\u2028"'; // both are valid in JSON
  assert.equal(jsonOf(marks, { from: 0, to: marks.length }), '"\\u200fא\\u2028"');
});
