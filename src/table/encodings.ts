// The encodings that files of rows come in: what their bytes say as text, and the way back.
import { utf16Of } from '#exports/scan/isText.ts';
import { byteOrderMark } from '#exports/scan/byteCodes.ts';

/** In the order in which they are offered. */
export const encodings = ['utf8', 'utf16le', 'utf16be', 'windows1252'] as const;
export type Encoding = (typeof encodings)[number];

/** What they are called everywhere. */
export const encodingNames: Readonly<Record<Encoding, string>> = {
  utf8: 'UTF-8',
  utf16le: 'UTF-16 LE',
  utf16be: 'UTF-16 BE',
  windows1252: 'Windows-1252',
};

/**
 * The encoding by a file's start. Without a mark, letters beyond ASCII decide: in UTF-8 they come as sequences that hardly
 * any other text has. ASCII alone is called UTF-8; a later row may show that it is not.
 */
export function encodingOf(head: Uint8Array): Encoding {
  if (hasUtf8Mark(head)) return 'utf8';
  const utf16 = utf16Of(head);
  if (utf16 !== undefined) return utf16 === 'utf-16le' ? 'utf16le' : 'utf16be';
  const { sequences, others } = countLetters(head);
  return others > sequences ? 'windows1252' : 'utf8';
}

export function hasUtf8Mark(head: Uint8Array): boolean {
  return byteOrderMark.every((byte, at) => head[at] === byte);
}

/** Counts UTF-8's sequences of several bytes, and the bytes beyond ASCII that are in none; the last sequence may be cut. */
function countLetters(head: Uint8Array): { readonly sequences: number; readonly others: number } {
  let sequences = 0;
  let others = 0;
  for (let at = 0; at < head.length; at++) {
    const first = head[at] ?? 0;
    if (first < 0x80) continue;
    const more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : 1;
    const isLead = first >= 0xc2 && first <= 0xf4;
    const rest = head.subarray(at + 1, at + 1 + more);
    if (!isLead || rest.some((byte) => byte < 0x80 || byte > 0xbf)) others++;
    else {
      sequences++;
      at += rest.length;
    }
  }
  return { sequences, others };
}

/** The letters that Windows-1252 has in place of Latin-1's controls from 0x80 on; it leaves five of those as they are. */
const inPlaceOfControls =
  '\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\x8d\u017d\x8f' +
  '\x90\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\x9d\u017e\u0178';
const controls = /[\x80-\x9f]/g;
const bytesOf: ReadonlyMap<string, number> = new Map(
  Array.from(inPlaceOfControls, (letter, at) => [letter, 0x80 + at] as const),
);

/** Every byte is a letter, so nothing of it is lost. */
export function decodeWindows1252(bytes: Buffer, start: number, end: number): string {
  return bytes
    .toString('latin1', start, end)
    .replaceAll(controls, (control) => inPlaceOfControls[control.charCodeAt(0) - 0x80] ?? control);
}

/** A letter that an encoding does not have. */
class UnencodableText extends Error {
  override readonly name = 'UnencodableText';
  readonly kind = 'unencodable';
  readonly letter: string;

  constructor(letter: string) {
    super(`There is no ${letter} in Windows-1252.`);
    this.letter = letter;
  }
}

const latin1 = /^[\x00-\x7f\xa0-\xff]*$/; // oxlint-disable-line no-control-regex -- all but the controls from 0x80 on

/** Throws UnencodableText. */
export function encodeText(text: string, encoding: Encoding): Buffer {
  switch (encoding) {
    case 'utf8':
      return Buffer.from(text);
    case 'utf16le':
      return Buffer.from(text, 'utf16le');
    case 'utf16be':
      return Buffer.from(text, 'utf16le').swap16();
    case 'windows1252':
      return latin1.test(text) ? Buffer.from(text, 'latin1') : Buffer.from(Array.from(text, toWindows1252));
  }
}

function toWindows1252(letter: string): number {
  const code = letter.codePointAt(0) ?? 0;
  const byte = code < 0x80 || (code >= 0xa0 && code <= 0xff) ? code : bytesOf.get(letter);
  if (byte === undefined) throw new UnencodableText(letter);
  return byte;
}
