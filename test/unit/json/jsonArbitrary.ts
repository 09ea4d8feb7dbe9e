import * as fc from 'fast-check';

/** All that there are of a length. */
const spaces = (length: number): readonly string[] =>
  length === 0
    ? ['']
    : spaces(length - 1).flatMap((rest) => [' ', '\t', '\r', '\n'].map((one) => rest + one));
/** Up to three characters, each length as often as the others. Drawn by an index, because it is drawn so often. */
const space = fc.constantFrom(
  ...[0, 1, 2, 3].flatMap((length) =>
    Array<readonly string[]>(4 ** (3 - length))
      .fill(spaces(length))
      .flat(),
  ),
);
const string = fc.oneof(
  fc.string().map((text) => JSON.stringify(text)),
  fc.constantFrom(
    '"__proto__"',
    '"filters"',
    String.raw`"f\u0069lters"`,
    String.raw`"\ud83d\/\""`,
    '"a"',
    '"}"',
  ),
);
const number = fc.constantFrom('0', '-0', '1.0', '1e400', '12345678901234567890', '-1.50E+7');
const scalar = fc.oneof(string, number, fc.constantFrom('true', 'false', 'null'));

/** Texts of JSON objects as they come from elsewhere: odd space, duplicate keys, odd numbers and escapes. */
export const jsonObjectText: fc.Arbitrary<string> = fc.letrec<{ object: string; value: string }>((tie) => {
  const list = (item: fc.Arbitrary<string>) =>
    fc
      .tuple(fc.array(fc.tuple(space, item, space), { maxLength: 4 }), space)
      .map(([items, only]) => (items.length > 0 ? items.map((parts) => parts.join('')).join(',') : only));
  const member = fc
    .tuple(string, space, space, tie('value'))
    .map(([key, a, b, value]) => `${key}${a}:${b}${value}`);
  return {
    object: fc.tuple(space, list(member), space).map(([a, body, b]) => `${a}{${body}}${b}`),
    value: fc.oneof(
      { maxDepth: 4, depthIdentifier: 'json' },
      scalar,
      list(tie('value')).map((body) => `[${body}]`),
      list(member).map((body) => `{${body}}`),
    ),
  };
}).object;
