// SQL made of parts, with values always bound.
import type { SQLInputValue } from 'node:sqlite';

export interface Sql {
  readonly text: string;
  /** A value for each `?` of the text. */
  readonly values: readonly SQLInputValue[];
}

/** A template: SQL parts are inserted, all other values are bound. */
export function sql(strings: readonly string[], ...parts: readonly (Sql | SQLInputValue)[]): Sql {
  let text = strings[0] ?? '';
  const values: SQLInputValue[] = [];
  parts.forEach((part, index) => {
    if (isSql(part)) {
      text += part.text;
      values.push(...part.values);
    } else {
      text += '?';
      values.push(part);
    }
    text += strings[index + 1] ?? '';
  });
  return { text, values };
}

/** Constant SQL. */
export function raw(text: string): Sql {
  return { text, values: [] };
}

/** Joins conditions as a balanced tree: to SQLite `a OR b OR c …` is as deep as it is long, and 1,000 is the limit. */
export function joinSql(parts: readonly Sql[], operator: 'AND' | 'OR'): Sql {
  if (parts.length === 0) return raw(operator === 'AND' ? 'TRUE' : 'FALSE');
  const text = (from: number, to: number): string => {
    if (to - from === 1) return `(${parts[from]?.text})`;
    const middle = (from + to) >> 1;
    return `(${text(from, middle)} ${operator} ${text(middle, to)})`;
  };
  return { text: text(0, parts.length), values: parts.flatMap((part) => part.values) };
}

/** Parts of a list. */
export function commaSql(parts: readonly Sql[]): Sql {
  return { text: parts.map((part) => part.text).join(', '), values: parts.flatMap((part) => part.values) };
}

function isSql(part: Sql | SQLInputValue): part is Sql {
  return typeof part === 'object' && part !== null && 'text' in part;
}
