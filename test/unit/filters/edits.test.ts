import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addItem, outTarget, setJoin, stepTarget, unwrapGroup, wrapItem } from '#filters/itemEdits.ts';
import {
  addValues,
  convertValue,
  listValues,
  saysOpposite,
  setNegated,
  splitAtCommas,
  typeValue,
} from '#filters/valueEdits.ts';
import { itemsOf, type FilterShape } from '#filters/filterShape.ts';
import { parseFilterShape } from '#filters/parseFilterShape.ts';

function read(text: string, kind?: FilterShape['kind']): FilterShape {
  const shape = parseFilterShape(text, kind);
  assert.ok(shape);
  return shape;
}

function first(shape: FilterShape) {
  const item = shape.group?.items[0];
  assert.ok(item?.kind === 'property');
  return item;
}

const leaf = (value: string) => `{"properties":{"type":"AND","values":[{"key":"a","value":${value}}]}}`;

describe('a typed value', () => {
  const cases: readonly (readonly [before: string, typed: string, after: string | undefined])[] = [
    ['"x"', '12', '"12"'],
    ['"x"', 'say "hi"', String.raw`"say \"hi\""`],
    ['12', '13', '13'],
    ['12', '1.0', '1.0'],
    ['12', '12345678901234567890', '12345678901234567890'],
    ['12', '', undefined],
    ['12', '1,5', undefined],
    ['12', '012', undefined],
    ['null', 'x', '"x"'],
  ];
  for (const [before, typed, after] of cases) {
    test(`makes ${after ?? 'nothing'} of ${typed || 'nothing'} in ${before}`, () => {
      const shape = read(leaf(before));
      assert.equal(typeValue(shape, first(shape).value, typed)?.text, after && leaf(after));
    });
  }

  test('is a number if the field prefers one and there is no value', () => {
    const shape = read(leaf('null'));
    assert.equal(typeValue(shape, first(shape).value, '5', { prefersNumber: true })?.text, leaf('5'));
    assert.equal(typeValue(shape, first(shape).value, 'x', { prefersNumber: true }), undefined);
  });

  test('is added where there is none', () => {
    const shape = read('{"properties":{"type":"AND","values":[{"key":"a"}]}}');
    assert.equal(
      typeValue(shape, first(shape).value, 'x')?.text,
      '{"properties":{"type":"AND","values":[{"key":"a","value":"x"}]}}',
    );
  });
});

describe('changing the type of a value', () => {
  const cases = [
    ['"12"', 'number', '12'],
    ['"x"', 'number', undefined],
    ['true', 'number', undefined],
    ['""', 'number', '0'],
    ['12', 'text', '"12"'],
    ['"x"', 'list', '["x"]'],
    ['""', 'list', '[]'],
    ['1.0', 'list', '[1.0]'],
    ['["x"]', 'text', '"x"'],
    ['[]', 'text', '""'],
    ['"true"', 'boolean', 'true'],
    ['"False"', 'boolean', 'false'],
    ['"yes"', 'boolean', undefined],
    ['1', 'boolean', undefined],
    ['""', 'boolean', 'false'],
    ['["x","y"]', 'text', undefined],
    ['{"a":1}', 'list', undefined],
  ] as const;
  for (const [before, kind, after] of cases) {
    test(`makes ${after ?? 'no'} ${kind} of ${before}`, () => {
      const shape = read(leaf(before));
      assert.equal(convertValue(shape, first(shape).value, kind)?.text, after && leaf(after));
    });
  }
});

describe('a list in place of a single value', () => {
  const cases: readonly (readonly [before: string, typed: readonly string[], after: string | undefined])[] = [
    ['"DE"', ['DE'], '["DE"]'],
    [String.raw`"caf\u00e9"`, ['café', 'bar'], String.raw`["caf\u00e9","bar"]`],
    ['1.0', ['1.0', '2'], '[1.0,2]'],
    ['5', ['starter', '7'], '["starter","7"]'],
    ['5', ['starter', '5'], '["starter","5"]'],
    ['null', ['', 'a'], '["","a"]'],
  ];
  for (const [before, typed, after] of cases) {
    test(`makes ${after ?? 'nothing'} of ${typed.join(' and ')} in ${before}`, () => {
      const shape = read(leaf(before));
      assert.equal(listValues(shape, first(shape).value, typed)?.text, after && leaf(after));
    });
  }

  test('is offered for a text with commas between values', () => {
    const parts = (value: string) => splitAtCommas(first(read(leaf(value))).value);
    assert.deepEqual(parts('"DE, AT,,CH "'), ['DE', 'AT', 'CH']);
    for (const single of ['"DE"', '"DE,"', '","', '12', '["a,b"]']) assert.equal(parts(single), undefined);
  });
});

test('values are added to a list of numbers as numbers, to any other list as texts', () => {
  const added = (list: string) => {
    const shape = read(leaf(list));
    return addValues(shape, first(shape).value, ['7', 'x'])?.text;
  };
  assert.equal(added('[1,2]'), leaf('[1,2,7,"x"]'));
  assert.equal(added('["a"]'), leaf('["a","7","x"]'));
});

describe('negating a cohort condition', () => {
  const cohort = (more: string) =>
    `{"properties":{"type":"AND","values":[{"type":"cohort","key":"id","value":7${more}}]}}`;
  for (const [before, after] of [
    ['', ',"negation":true'],
    [',"negation":true', ',"negation":false'],
    [',"operator":"in"', ',"operator":"not_in"'],
    [',"operator":"not_in"', ',"operator":"in"'],
    [',"operator":"not_in","negation":true', ',"operator":"in","negation":true'],
  ] as const) {
    test(`makes ${after} of ${before || 'none'}, and back`, () => {
      const negate = (text: string) => {
        const shape = read(text, 'cohort');
        const item = shape.group?.items[0];
        assert.ok(item?.kind === 'cohort');
        assert.deepEqual(item.otherKeys, []);
        const isOpposite = saysOpposite(item);
        const change = setNegated(shape, item, !isOpposite);
        const changed = read(change?.text ?? '', 'cohort').group?.items[0];
        assert.ok(changed?.kind === 'cohort' && saysOpposite(changed) === !isOpposite);
        return change?.text ?? '';
      };
      assert.equal(negate(cohort(before)), cohort(after));
      negate(cohort(after));
    });
  }
});

test('the first condition creates its group', () => {
  assert.equal(
    addItem(read('{"properties": {}}', 'cohort'), undefined, 'cohort')?.text,
    '{"properties": {"type": "AND", "values": [{"type": "cohort", "key": "id", "value": ""}]}}',
  );
  assert.match(
    addItem(read('{}', 'dashboard'), undefined, 'property')?.text ?? '',
    /"properties": \[\s+\{\s+"type": "person"/,
  );
});

test('a plain list becomes a group when it gets a type', () => {
  const shape = read('{"properties":[{"key":"a"}]}');
  assert.ok(shape.group);
  assert.equal(
    setJoin(shape, shape.group, 'OR')?.text,
    '{"properties":{"type":"OR","values":[{"key":"a"}]}}',
  );
});

/** Conditions by their keys, groups in brackets. */
function outline({ group }: FilterShape): string {
  const words = (item: NonNullable<typeof group>['items'][number]): string => {
    if (item.kind === 'group') return `(${item.items.map(words).join(' ')})`;
    return item.kind === 'property' ? item.key.text : '?';
  };
  return group ? words(group) : '';
}

describe('moving an item by one line', () => {
  const text =
    '{"properties":{"type":"AND","values":[{"key":"a"},{"type":"OR","values":[{"key":"b"},{"key":"c"}]},{"key":"d"}]}}';
  const shape = read(text);
  const named = (key: string) => {
    const item =
      shape.group && [...itemsOf(shape.group)].find((one) => one.kind === 'property' && one.key.text === key);
    assert.ok(item);
    return item;
  };
  const list = ['properties', 'values'];
  const inner = [...list, 1, 'values'];

  test('moves it into a group that comes next', () => {
    assert.deepEqual(stepTarget(shape, named('a').path, 1), { listPath: inner, index: 0 });
    assert.deepEqual(stepTarget(shape, named('d').path, -1), { listPath: inner, index: 2 });
  });

  test('keeps it in its group, and moves it out at an end', () => {
    assert.deepEqual(stepTarget(shape, named('b').path, 1), { listPath: inner, index: 1 });
    assert.deepEqual(stepTarget(shape, named('b').path, -1), { listPath: list, index: 1 });
    assert.deepEqual(stepTarget(shape, named('c').path, 1), { listPath: list, index: 2 });
  });

  test('does nothing at the top and the bottom', () => {
    assert.equal(stepTarget(shape, named('a').path, -1), undefined);
    assert.equal(stepTarget(shape, named('d').path, 1), undefined);
    assert.equal(outTarget(shape, named('a').path), undefined);
    assert.deepEqual(outTarget(shape, named('b').path), { listPath: list, index: 2 });
  });
});

describe('nested groups', () => {
  const shape = read(
    '{"properties":{"type":"AND","values":[{"key":"a"},{"type":"OR","values":[{"key":"b"},{"key":"c"}]}]}}',
  );

  test('wrapping an item creates a group that joins the other way', () => {
    const [a] = shape.group?.items ?? [];
    assert.ok(a);
    const change = wrapItem(shape, a);
    assert.match(change?.text ?? '', /\{"type":"OR","values":\[\{"key":"a"\}\]\}/);
    assert.equal(outline(read(change?.text ?? '')), '((a) (b c))');
  });

  test('unwrapping a group moves its items to the group around it', () => {
    const [, inner] = shape.group?.items ?? [];
    assert.ok(inner?.kind === 'group');
    assert.equal(outline(read(unwrapGroup(shape, inner)?.text ?? '')), '(a b c)');
  });

  test('a group with other keys cannot be unwrapped', () => {
    const other = read(
      '{"properties":{"type":"AND","values":[{"type":"OR","note":1,"values":[{"key":"b"}]}]}}',
    );
    const [inner] = other.group?.items ?? [];
    assert.ok(inner?.kind === 'group');
    assert.equal(unwrapGroup(other, inner), undefined);
  });
});
