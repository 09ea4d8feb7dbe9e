// Snippets, as language servers send them, made into plain text.

export interface PlainSnippet {
  readonly text: string;
  /** What to type over, in the order of the placeholders' numbers; offsets into the text, the last one the end. */
  readonly stops: readonly { readonly from: number; readonly to: number }[];
}

/** A snippet of VS Code's syntax: placeholders stay as their own text, choices as the first of them. */
export function parseSnippet(snippet: string): PlainSnippet {
  const reader: Reader = { snippet, at: 0, text: '', stops: new Map() };
  readUntil(reader, '');
  const { text, stops } = reader;
  const end = stops.get(0);
  stops.delete(0);
  const inOrder = [...stops].toSorted(([a], [b]) => a - b).map(([, stop]) => stop);
  return { text, stops: end ? [...inOrder, end] : inOrder };
}

interface Reader {
  readonly snippet: string;
  at: number;
  text: string;
  /** The first place of each tab stop, by number. */
  readonly stops: Map<number, { readonly from: number; readonly to: number }>;
}

/** Reads up to the sign, which is taken too; to the end if it is empty. */
function readUntil(reader: Reader, close: string): void {
  const { snippet } = reader;
  while (reader.at < snippet.length) {
    const sign = snippet.charAt(reader.at);
    if (close !== '' && sign === close) {
      reader.at++;
      return;
    }
    if (sign === '\\' && '\\$}'.includes(snippet.charAt(reader.at + 1))) {
      reader.text += snippet.charAt(reader.at + 1);
      reader.at += 2;
    } else if (sign !== '$' || !readStop(reader)) {
      reader.text += sign;
      reader.at++;
    }
  }
}

/** False if the `$` is a literal `$`. */
function readStop(reader: Reader): boolean {
  stopStart.lastIndex = reader.at;
  const [whole, bare, braced, next] = stopStart.exec(reader.snippet) ?? [];
  if (whole === undefined) return false;
  reader.at += whole.length;
  const from = reader.text.length;
  if (next === ':') readUntil(reader, '}');
  else if (next === '|') readChoices(reader);
  const number = Number(bare ?? braced);
  if (!reader.stops.has(number)) reader.stops.set(number, { from, to: reader.text.length });
  return true;
}

function readChoices(reader: Reader): void {
  const end = reader.snippet.indexOf('|}', reader.at);
  const choices = reader.snippet.slice(reader.at, end < 0 ? undefined : end);
  reader.text += (/^(?:\\.|[^,\\])*/.exec(choices)?.[0] ?? '').replaceAll(/\\(.)/g, '$1');
  reader.at = end < 0 ? reader.snippet.length : end + 2;
}

/** `$1`, `${1}`, and the beginnings of `${1:text}` and `${1|a,b|}`. */
const stopStart = /\$(?:(\d+)|\{(\d+)(?:\}|(:|\|)))/y;
