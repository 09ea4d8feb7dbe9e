import type { FilterValue } from './filterShape.ts';

/** What a text with commas seems to list; undefined if it lists nothing. */
export function splitAtCommas({ kind, text }: FilterValue): readonly string[] | undefined {
  const parts = kind === 'text' ? text.split(',').map((part) => part.trim()) : [];
  const values = parts.filter((part) => part !== '');
  return values.length > 1 ? values : undefined;
}
