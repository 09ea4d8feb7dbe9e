// text/ makes text from elsewhere safe to show: names, tags, a service's messages, cells. What is edited or sent never
// passes through here.

/** UTF-16 units of a line; a label or a message shows no more. */
const defaultLength = 300;
/** The most marks on one character: no script needs more, and hundreds would cover the surrounding lines. */
const maxMarks = 8;
/** How much of a text is read for each unit that may be shown; the rest of a very long text costs nothing. */
const lookedAt = 16;

/**
 * One line of at most `maxLength` UTF-16 units, which has none of these:
 * - controls and line breaks: a run of white-space controls is a space, any other control is U+FFFD
 * - what reorders the text around it (bidirectional controls and marks)
 * - what is not seen: zero-width characters and all others that Unicode calls default ignorable
 * - unpaired surrogates, which are U+FFFD
 *
 * Joiners and selectors stay where they have something to shape (`shaping`), so that text of any script stays as it is.
 * A longer text is cut between two characters as people see them, and ends in `…`.
 */
export function displayText(text: string, maxLength = defaultLength): string {
  return clean(text, maxLength, (start) => start.replace(lineBreaks, ' '));
}

/** One line, as `displayText`, in which line breaks are seen. */
export function displayCell(text: string, maxLength: number): string {
  return displayText(cutAt(text, maxLength * lookedAt).replaceAll(/\r\n|[\r\n]/g, '↵'), maxLength);
}

/** UTF-16 units before the difference of two texts, which show where it is. */
const lengthBefore = 20;

/** Two texts whose difference is shown, also if both are cut: if it comes late, they begin with `…` shortly before it. */
export function displayDifference(a: string, b: string, maxLength: number): readonly [string, string] {
  let same = 0;
  while (same < a.length && a[same] === b[same]) same++;
  const isSeen = same < maxLength - lengthBefore || Math.max(a.length, b.length) <= maxLength;
  const from = isSeen ? 0 : (characters.segment(a).containing(same - lengthBefore)?.index ?? 0);
  const shown = (text: string) =>
    from === 0 ? displayText(text, maxLength) : `…${displayText(text.slice(from), maxLength - 1)}`;
  return [shown(a), shown(b)];
}

/** As `displayText`, but lines stay lines. */
export function displayLines(text: string, maxLength: number): string {
  return clean(text, maxLength, (start) => start.replace(otherLineBreaks, '\n').replace(spaces, ' '));
}

/** Any white space that is a control, or ends a line. */
const lineBreaks = /[\t-\r\x85\u2028\u2029]+/g;
const spaces = /[\t\v\f]+/g;
/** Line breaks other than `\n`. */
const otherLineBreaks = /\r\n?|[\x85\u2028\u2029]/g;

/** Nearly all text: printable characters of ASCII and Latin-1 but the soft hyphen. */
const plain = /^[\x20-\x7e\xa0-\xac\xae-\xff]*$/;

function clean(text: string, maxLength: number, withSpaces: (text: string) => string): string {
  if (text.length <= maxLength && plain.test(text)) return text;
  const start = cutAt(text, maxLength * lookedAt);
  const shown = limitMarks(removeUnseen(withSpaces(start)));
  return shown.length > maxLength || start.length < text.length ? cutWithEllipsis(shown, maxLength) : shown;
}

/**
 * What a joiner or a selector may follow, and must for some precede, to be part of the text:
 * - U+200C and U+200D between or after letters of scripts that join them: Persian, and the scripts of India and
 *   South-East Asia, where another word or another letter is read without them
 * - U+200D between two emoji, U+FE0E and U+FE0F behind one, the tags of a flag
 * - a selector behind a Chinese character, which chooses its form in Japanese names; those of Mongolian letters
 */
const joined =
  '[\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Mong}\\p{scx=Nko}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}' +
  '\\p{scx=Orya}\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}\\p{scx=Khmr}\\p{scx=Mymr}\\p{scx=Tibt}]';
const shaping = [
  `(?<=(?=[\\p{L}\\p{M}])${joined})[\\u200c\\u200d]`,
  '(?<=\\p{Extended_Pictographic}\\ufe0f?\\p{Emoji_Modifier}?)\\u200d(?=\\p{Extended_Pictographic})',
  '(?<=\\p{Emoji})[\\ufe0e\\ufe0f]',
  '(?<=\\u{1f3f4})[\\u{e0030}-\\u{e0039}\\u{e0061}-\\u{e007a}]{1,6}\\u{e007f}',
  '(?<=\\p{sc=Han})[\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}]',
  '(?<=(?=\\p{L})\\p{sc=Mong})[\\u180b-\\u180f]',
].join('|');
const unseen = new RegExp(
  `(${shaping})|[\\p{Bidi_Control}\\p{Default_Ignorable_Code_Point}]|([\\p{Cc}\\p{Cs}])`,
  'gu',
);

function removeUnseen(text: string): string {
  return text.replace(unseen, (found: string, shapes: string | undefined, broken: string | undefined) => {
    if (shapes !== undefined) return found;
    if (broken === undefined) return '';
    return found === '\n' ? found : '\ufffd';
  });
}

/** Marks of a direction, which texts in scripts of both directions may need. */
const directionMarks = /^[\u061c\u200e\u200f]$/;

/** Whether a field would not show all of a text; its tabs and its marks of a direction count as shown. */
export function hasUnseen(text: string): boolean {
  if (plain.test(text)) return false;
  for (const [found, shapes] of text.matchAll(unseen))
    if (shapes === undefined && found !== '\t' && !directionMarks.test(found)) return true;
  return false;
}

/** JSON in which what is not seen is written as its escape; what shapes letters and emoji stays. */
export function escapeUnseen(json: string): string {
  if (plain.test(json)) return json;
  const escaped = json.replace(unseen, (found: string, shapes: string | undefined) =>
    shapes !== undefined || /[\t\n\r]/.test(found) ? found : toEscapes(found),
  );
  return escaped.replaceAll(/[\u2028\u2029]/g, toEscapes);
}

function toEscapes(text: string): string {
  return Array.from({ length: text.length }, (_, at) => {
    const code = text.charCodeAt(at).toString(16).padStart(4, '0');
    return `\\u${code}`;
  }).join('');
}

const tooManyMarks = new RegExp(`(\\p{M}{${maxMarks}})\\p{M}+`, 'gu');

function limitMarks(text: string): string {
  return text.replace(tooManyMarks, '$1');
}

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

function cutWithEllipsis(text: string, maxLength: number): string {
  const limit = maxLength - 1;
  const nearby = text.slice(0, maxLength * 2);
  const border =
    nearby.length <= limit ? nearby.length : (characters.segment(nearby).containing(limit)?.index ?? limit);
  // A single character of hundreds of code points is cut rather than dropped.
  const start = border > 0 ? nearby.slice(0, border) : cutAt(nearby, limit);
  return removeUnseen(`${start.trimEnd()}…`);
}

/** Never inside a surrogate pair. */
function cutAt(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? length - 1 : length);
}
