import * as fc from 'fast-check';

/** Surrogates are half characters. */
const [firstSurrogate, surrogates] = [0xd800, 0x800];

/** What fast-check calls the unit `binary`, without the table of a million characters that it makes for it first. */
export const anyCharacter = fc.nat(0x10_ffff - surrogates).map(
  (index) => String.fromCodePoint(index < firstSurrogate ? index : index + surrogates),
  (character) => indexOf(character),
);

/** So that fast-check also makes texts such as `__proto__` of them. */
function indexOf(character: unknown): number {
  const code = typeof character === 'string' ? character.codePointAt(0) : undefined;
  if (code === undefined || character !== String.fromCodePoint(code) || !character.isWellFormed())
    throw new RangeError('Not one character');
  return code < firstSurrogate ? code : code - surrogates;
}
