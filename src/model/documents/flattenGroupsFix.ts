// A quick fix for a text that newer services reject: the groups of a dashboard's filters as a plain list.
import { flattenGroups } from '#filters/itemEdits.ts';
import { parseFilterShape } from '#filters/parseFilterShape.ts';
import type { FormatOptions, TextEdit } from '#json/formatJson.ts';
import type { DocumentRef } from './documentUri.ts';

/** Undefined if the document has no groups to flatten. */
export function flattenGroupsFix(
  { kind, part }: DocumentRef,
  text: string,
  options?: FormatOptions,
): readonly TextEdit[] | undefined {
  if (kind !== 'dashboard' || part !== 'filters') return undefined;
  const shape = parseFilterShape(text, 'dashboard');
  return shape && flattenGroups(shape, options)?.stages.flat(); // it has one stage
}
