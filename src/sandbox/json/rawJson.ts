// JSON as text, digit for digit: `filters` come back with the client's large integers, `1.0` and key order. Only for text
// that JSON.parse has accepted.

/** The raw text of each member of a JSON object; for a duplicate key the last one, as with JSON.parse. */
export function memberTexts(text: string): Map<string, string> {
  const members = new Map<string, string>();
  let at = text.indexOf('{') + 1;
  for (;;) {
    at = skipSpace(text, at);
    if (text[at] !== '"') return members;
    const keyEnd = stringEnd(text, at);
    const key: unknown = JSON.parse(text.slice(at, keyEnd));
    const start = skipSpace(text, skipSpace(text, keyEnd) + 1);
    const end = valueEnd(text, start);
    members.set(String(key), compactJson(text.slice(start, end)));
    at = skipSpace(text, end);
    if (text[at] !== ',') return members;
    at += 1;
  }
}

/** The raw text of each item of a JSON list. */
export function itemTexts(text: string): readonly string[] {
  const items: string[] = [];
  let at = text.indexOf('[') + 1;
  for (;;) {
    at = skipSpace(text, at);
    if (text[at] === ']') return items;
    const end = valueEnd(text, at);
    items.push(compactJson(text.slice(at, end)));
    at = skipSpace(text, end);
    if (text[at] !== ',') return items;
    at += 1;
  }
}

/** The same JSON without white space between tokens. */
export function compactJson(text: string): string {
  let compact = '';
  let from = 0;
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at);
    if (code === 0x22) {
      at = stringEnd(text, at);
    } else if (isSpace(code)) {
      compact += text.slice(from, at);
      at = skipSpace(text, at);
      from = at;
    } else {
      at += 1;
    }
  }
  return compact + text.slice(from);
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

/** `from`: the opening quote. @returns the index after the closing one */
function stringEnd(text: string, from: number): number {
  let at = from + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

function valueEnd(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length;) {
    const char = text[at];
    if (char === '"') {
      at = stringEnd(text, at);
      if (depth === 0) return at;
      continue;
    }
    if (char === '{' || char === '[') depth += 1;
    if (char === '}' || char === ']') {
      if (depth === 0) return at;
      depth -= 1;
      if (depth === 0) return at + 1;
    }
    if (depth === 0 && (char === ',' || isSpace(text.charCodeAt(at)))) return at;
    at += 1;
  }
  return text.length;
}

// Parsed JSON values: their kinds and their text.

/** A string as it is, anything else as JSON. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The name of a JSON value's type as the service's messages use it. */
export function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'string') return 'str';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'float';
  return 'dict';
}
