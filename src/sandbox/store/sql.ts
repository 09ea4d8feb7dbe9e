// SQL made of parts, values always bound and never spliced in.
import type { SQLInputValue } from 'node:sqlite';

export interface Sql {
  readonly text: string;
  /** For each `?` of the text. */
  readonly values: readonly SQLInputValue[];
}

/** A template: parts that are SQL are put in as they are, all others are bound. */
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

/** SQL that is the program's own text. */
export function raw(text: string): Sql {
  return { text, values: [] };
}

/** Joins conditions as a balanced tree: SQLite counts `a OR b OR c …` as deep as it is long, and stops at 1,000. */
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
